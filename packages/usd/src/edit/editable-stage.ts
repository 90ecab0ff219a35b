/** What edits need of a stage. */
import type { StageChanges } from "../change/changed-prims.ts";
import type { LayerEffects } from "../change/layer-effects.ts";
import type { ChildNames } from "../index/graph-names.ts";
import type { ComposedStage } from "../index/composed-stage.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import type { LayerContents, StageLayer } from "../resolve/stage-layer.ts";

/** New contents of a layer. */
export interface EditedContents {
  readonly contents: LayerContents;
  /** What the edits have an effect on; found by comparison if undefined. */
  readonly effects: LayerEffects | undefined;
}

/** A composed stage whose layers can have other contents. `Stage` is one. */
export interface EditableStage extends ComposedStage {
  readonly layers: readonly StageLayer[];
  primIndex(prim: string): PrimIndex | undefined;
  childNames(prim: string): ChildNames;
  prim(prim: string): { readonly isInstance: boolean };
  traverse(from?: string): Iterable<string>;
  /** Gives layers other contents, and drops what was composed from those before. */
  replaceLayers(contents: ReadonlyMap<StageLayer, EditedContents>): Promise<StageChanges>;
}
