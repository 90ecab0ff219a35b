/** Layer stacks: a root layer, its sublayers and, for the root of a stage, the session layer, strongest first. */
import type { CompositionError } from "../errors/composition-error.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import type { PathId } from "../paths/path-table.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { StackedLayer, StackedSpec } from "./stacked-spec.ts";
import type { StackSites } from "./stack-sites.ts";

/** The relocations of a layer stack, by source and by target. */
export interface Relocates {
  /** As authored; a target of {@link NO_PATH} removes the prim. */
  readonly sourceToTarget: ReadonlyMap<PathId, PathId>;
  readonly targetToSource: ReadonlyMap<PathId, PathId>;
  /** With sources as they are before any relocation. */
  readonly originToTarget: ReadonlyMap<PathId, PathId>;
  /** By the prim above the source. */
  readonly below: ReadonlyMap<PathId, readonly RelocatedChild[]>;
  /** By the prim above the target; without those that are removed. */
  readonly into: ReadonlyMap<PathId, readonly RelocatedChild[]>;
}

/** A relocation of a child of a prim, or to one. */
export interface RelocatedChild {
  readonly source: PathId;
  /** {@link NO_PATH} if it is removed. */
  readonly target: PathId;
}

/** The layers that compose as one, strongest first. */
export interface LayerStack {
  /** The number of the layer stack in its stage. */
  readonly id: number;
  readonly rootLayer: StageLayer;
  readonly layers: readonly StackedLayer[];
  readonly sites: StackSites;
  readonly timeCodesPerSecond: number;
  readonly variables: ExpressionVariables;
  /** The layer stack whose variables these are: the last one on the way here that authors any. */
  readonly variablesSource: number;
  readonly relocates: Relocates | undefined;
  readonly errors: readonly CompositionError[];
}

const noSpecs: readonly StackedSpec[] = [];

/** Returns the specs of a site, strongest first. */
export function specsAt(stack: LayerStack, path: PathId): readonly StackedSpec[] {
  return stack.sites.find(path)?.specs ?? noSpecs;
}

/** Whether any layer has a spec at a site. */
export function hasSpecs(stack: LayerStack, path: PathId): boolean {
  return stack.sites.find(path) !== undefined;
}

/** Whether a spec of a site has one of the fields. */
export function hasField(stack: LayerStack, path: PathId, fields: number): boolean {
  const site = stack.sites.find(path);
  return site !== undefined && (site.fields & fields) !== 0;
}
