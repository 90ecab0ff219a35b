// Everything that a stage composes, as plain data: to compare two stages, and a stage with itself before a change.

import type { Value } from "@usdkit/layer";
import { placeOf, type CompositionError, type PropertyIndex, type Stage } from "@usdkit/usd";
import { printUsda } from "@usdkit/usda";

/** What a stage has, by path of prims and properties. */
export interface StageSnapshot {
  /** What is about a prim itself: its sites, metadata and the names of its children. */
  readonly prims: ReadonlyMap<string, string>;
  readonly properties: ReadonlyMap<string, string>;
  /** The errors of the layer stack and of each prim, with their places. */
  readonly errors: readonly string[];
}

/** Returns what a stage has; undefined if the indices of its prims have more nodes than `maxNodes`. */
export function snapshotOf(stage: Stage, maxNodes: number): StageSnapshot | undefined {
  const prims = new Map<string, string>();
  const properties = new Map<string, string>();
  let nodeCount = 0;
  const errors = stage.layerStack.errors.map((each) => errorText("/", each));
  for (const path of stage.traverse()) {
    const index = stage.primIndex(path);
    if (index === undefined) throw new Error(`${path} has no index`);
    const { graph } = index;
    nodeCount += graph.size;
    if (nodeCount > maxNodes) return undefined;
    const nodes = graph.nodes.map(({ type, stack, mapToRoot, parent }, node) => [
      type,
      parent,
      graph.isInert(node),
      stack.layers.map(({ layer, offset }) => [layer.identifier, offset]),
      stage.paths.text(graph.path(node)),
      mapToRoot.offset,
    ]);
    const specs = stage
      .primStack(path)
      .map(({ node, layer, spec }) => [node, layer.identifier, spec.path, fieldsOf(spec)]);
    const { names, prohibited } = stage.childNames(path);
    prims.set(path, JSON.stringify([nodes, specs, stage.prim(path), names, [...prohibited].sort()]));
    for (const each of index.errors) errors.push(errorText(path, each));
    for (const name of stage.properties(path)) {
      const found = stage.propertyStack(path, name);
      const { targets, errors: problems } = stage.targets(path, name);
      properties.set(`${path}.${name}`, JSON.stringify([propertyText(found), targets]));
      for (const each of [...found.errors, ...problems]) errors.push(errorText(path, each));
    }
  }
  return { prims, properties, errors };
}

/** Returns what a stage is as a whole: its layer without arcs, its prototypes and the prims that are visited. */
export function wholeOf(stage: Stage): readonly string[] {
  const prims = [...stage.prims({ all: true, instanceProxies: true })].map((each) => JSON.stringify(each));
  const prototypes = stage.prototypes.map((each) => JSON.stringify(each));
  return [new TextDecoder().decode(Buffer.from(printUsda(stage.flatten()))), ...prototypes, ...prims];
}

function errorText(prim: string, { code, message, statement }: CompositionError): string {
  return JSON.stringify([prim, code, message, statement && placeOf(statement)]);
}

function propertyText({ stack }: PropertyIndex): unknown {
  return stack.map(({ node, layer, spec }) => [
    node,
    layer.identifier,
    spec.path,
    spec.specType === "attribute" ? dataOf(spec.defaultValue) : spec.targetPaths,
  ]);
}

function fieldsOf({
  fields,
}: {
  readonly fields: ReadonlyMap<string, { readonly value: unknown }>;
}): readonly string[] {
  return [...fields.keys()].sort();
}

function dataOf(value: Value | undefined): unknown {
  return value?.kind === "typed" ? String(value.data) : value?.kind;
}
