/** Connections of shaders, node graphs and materials (`UsdShadeUtils::GetValueProducingAttributes`). */
import { isA } from "@usdkit/schemas";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { withBuiltInApis } from "../values/schema-properties.ts";
import { hasAuthoredValue } from "../values/authored-value.ts";

/** An attribute of a prim. */
export interface ConnectedAttribute {
  readonly prim: PrimNode;
  readonly name: string;
}

/** Which attributes are returned. */
export interface ConnectionOptions {
  /** Whether inputs with values are left out. Default: false. */
  readonly shaderOutputsOnly?: boolean | undefined;
}

interface Visit extends ConnectedAttribute {
  /** The attributes that lead to it. */
  readonly visited: ReadonlySet<string>;
  readonly parent: Visit | undefined;
  state: "new" | "followed";
  hasFound: boolean;
}

/** Attributes that are visited for one: networks with several connections for each input multiply. */
const MAX_VISITS = 10_000;

/**
 * Returns the attributes that an input or output of a shader, node graph or material has its value from, in the order of the
 * connections: outputs of shaders, and inputs that have a value and no connection to one. Connections are followed through
 * node graphs and materials; a cycle ends them.
 *
 * ```ts
 * valueProducingAttributes(reader, { prim: shader, name: "inputs:roughness" });
 * // [{ prim: texture, name: "outputs:r" }]
 * ```
 */
export function valueProducingAttributes(
  reader: StageReader,
  { prim, name }: ConnectedAttribute,
  { shaderOutputsOnly = false }: ConnectionOptions = {},
): readonly ConnectedAttribute[] {
  const found: ConnectedAttribute[] = [];
  const waiting: Visit[] = [{ prim, name, visited: new Set(), parent: undefined, state: "new", hasFound: false }];
  for (
    let visit = waiting.at(-1), steps = 0;
    visit !== undefined && steps < MAX_VISITS;
    visit = waiting.at(-1), steps++
  ) {
    if (visit.state === "followed") {
      waiting.pop();
      const attribute = shaderOutputsOnly || visit.hasFound ? undefined : reader.attribute(visit.prim, visit.name);
      if (attribute !== undefined && hasAuthoredValue(attribute)) add(found, visit);
      if (visit.hasFound && visit.parent !== undefined) visit.parent.hasFound = true;
      continue;
    }
    visit.state = "followed";
    const path = `${visit.prim.path}.${visit.name}`;
    const isOutput = isOutputOfShader(reader, visit);
    if (isOutput || visit.visited.has(path)) {
      waiting.pop();
      if (isOutput) add(found, visit);
      if (visit.hasFound && visit.parent !== undefined) visit.parent.hasFound = true;
      continue;
    }
    const visited = new Set([...visit.visited, path]);
    const sources = connectedSources(reader, visit);
    for (const source of sources.toReversed()) {
      waiting.push({ ...source, visited, parent: visit, state: "new", hasFound: false });
    }
  }
  return found;
}

function add(found: ConnectedAttribute[], visit: Visit): void {
  found.push({ prim: visit.prim, name: visit.name });
  visit.hasFound = true;
}

/** Not of the attribute that was asked about. */
function isOutputOfShader(reader: StageReader, { prim, name, parent }: Visit): boolean {
  return parent !== undefined && name.startsWith("outputs:") && !isContainer(reader, prim);
}

/** Returns the attributes that an attribute is connected to, those that exist. An input of a shader is no source. */
function connectedSources(reader: StageReader, { prim, name }: ConnectedAttribute): readonly ConnectedAttribute[] {
  return reader.targets(prim, name).flatMap((target) => {
    const object = reader.object(target);
    if (object === undefined || reader.attribute(object.prim, object.property) === undefined) return [];
    const source = { prim: object.prim, name: object.property };
    if (source.name.startsWith("outputs:")) return [source];
    return source.name.startsWith("inputs:") && isContainer(reader, source.prim) ? [source] : [];
  });
}

/** Whether connections pass through a prim: node graphs, materials, and lights and their filters. */
function isContainer(reader: StageReader, prim: PrimNode): boolean {
  if (isA(prim.type, "NodeGraph") || isA(prim.type, "LightFilter")) return true;
  return withBuiltInApis(reader.schemas(prim)).includes("LightAPI");
}
