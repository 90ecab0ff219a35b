/** What prims are composed of, as plain data. */
import { placeOf, type CompositionError } from "../errors/composition-error.ts";
import { propertyStacks } from "../index/prim-index.ts";
import { composeTargets } from "../index/targets.ts";
import type { Stage } from "../stage/stage.ts";
import type { NamedStage } from "./named-stage.ts";

/** A layer, relative to the folder of the root layer, and the path of a spec in it. */
export type SpecName = readonly [layer: string, path: string];

/** A composed prim; all stacks have the strongest spec first. */
export interface PrimComposition {
  readonly path: string;
  readonly primStack: readonly SpecName[];
  readonly children: readonly string[];
  readonly properties: Readonly<Record<string, readonly SpecName[]>>;
}

/** A composition error, and the statement that caused it. */
export interface ComposedError {
  readonly code: string;
  readonly message: string;
  /** "/" for the layer stack. */
  readonly prim: string;
  readonly layer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly offset: number | null;
}

/** Returns the layer stack of the stage, strongest first. */
export function layerNames({ stage, name }: NamedStage): readonly string[] {
  return stage.layerStack.layers.map(({ layer }) => name(layer.identifier));
}

/** Returns what a prim is composed of, and adds its errors. */
export function composePrim({ stage, name }: NamedStage, path: string, errors: ComposedError[]): PrimComposition {
  const index = stage.primIndex(path);
  const site = (node: number, layer: string): SpecName => [
    name(layer),
    index === undefined ? "" : stage.paths.text(index.graph.path(node)),
  ];
  const properties: [string, readonly SpecName[]][] = [];
  const found: CompositionError[] = [...(index?.errors ?? [])];
  // All at once: a prim of thousands of layers may have thousands of properties.
  const stacks = index && propertyStacks(index);
  for (const [property, { stack, errors: ofStack }] of stacks ?? []) {
    found.push(...ofStack);
    if (index !== undefined) found.push(...composeTargets(index, stack, (other) => stage.index(other)).errors);
    const specs = stack.map(({ node, layer }): SpecName => {
      const [layerName, owner] = site(node, layer.identifier);
      return [layerName, `${owner}.${property}`];
    });
    properties.push([property, specs]);
  }
  for (const error of found) errors.push(describeError(name, path, error));
  return {
    path,
    primStack: stage.primStack(path).map(({ node, layer }) => site(node, layer.identifier)),
    children: stage.childNames(path).names,
    properties: Object.fromEntries(properties),
  };
}

/** Returns an error of a prim as the output has it. */
export function describeError(name: NamedStage["name"], prim: string, error: CompositionError): ComposedError {
  const { code, message, statement } = error;
  const place = statement === undefined ? undefined : placeOf(statement);
  return {
    code,
    message,
    prim,
    layer: place === undefined ? null : name(place.layer),
    line: place?.line ?? null,
    column: place?.column ?? null,
    offset: place?.offset ?? null,
  };
}

/** Whether a stage has a prim. */
export function hasPrim(stage: Stage, path: string): boolean {
  const slash = path.lastIndexOf("/");
  if (!path.startsWith("/") || path === "/") return false;
  return stage.childNames(slash === 0 ? "/" : path.slice(0, slash)).names.includes(path.slice(slash + 1));
}
