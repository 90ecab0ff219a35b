/** Layer stacks: a root layer, its sublayers and, for the root of a stage, the session layer, strongest first. */
import type { LayerOffset } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import type { PathId } from "../paths/path-table.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";

/** The relocations of a layer stack, by source and by target. */
export interface Relocates {
  /** As authored; a target of {@link NO_PATH} removes the prim. */
  readonly sourceToTarget: ReadonlyMap<PathId, PathId>;
  readonly targetToSource: ReadonlyMap<PathId, PathId>;
  /** With sources as they are before any relocation. */
  readonly originToTarget: ReadonlyMap<PathId, PathId>;
}

/** A layer of a stack, with the offset from the stack's times to its own. */
export interface StackedLayer {
  readonly layer: StageLayer;
  readonly offset: LayerOffset;
}

/** The layers that compose as one, strongest first. */
export interface LayerStack {
  /** The number of the layer stack in its stage. */
  readonly id: number;
  readonly rootLayer: StageLayer;
  readonly layers: readonly StackedLayer[];
  readonly timeCodesPerSecond: number;
  readonly variables: ExpressionVariables;
  /** The layer stack whose variables these are: the last one on the way here that authors any. */
  readonly variablesSource: number;
  readonly relocates: Relocates | undefined;
  readonly errors: readonly CompositionError[];
}

/** A spec, and the layer that has it. */
export interface StackedSpec extends StackedLayer {
  readonly spec: SiteSpec;
}

/** Returns the specs of a site, strongest first. */
export function specsAt(stack: LayerStack, path: PathId): readonly StackedSpec[] {
  const found: StackedSpec[] = [];
  for (const { layer, offset } of stack.layers) {
    const spec = layer.find(path);
    if (spec !== undefined) found.push({ layer, offset, spec });
  }
  return found;
}

/** Whether any layer has a spec at a site. */
export function hasSpecs(stack: LayerStack, path: PathId): boolean {
  for (const { layer } of stack.layers) if (layer.find(path) !== undefined) return true;
  return false;
}
