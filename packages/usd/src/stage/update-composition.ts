/** Updates what a stage is composed from, and drops what the update concerns. */
import type { Composition } from "../arcs/indexer.ts";
import type { Layer } from "@usdkit/layer";
import { ChangedPrims } from "../change/changed-prims.ts";
import { followLayers, followSettings } from "../change/follow-changes.ts";
import type { LayerEffects } from "../change/layer-effects.ts";
import type { EditedContents } from "../edit/editable-stage.ts";
import type { KeptIndices } from "../change/kept-indices.ts";
import type { FileChanges, FileContents } from "../resolve/layer-registry.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { StageError } from "./stage-error.ts";

/** An update of a composition. */
export interface CompositionUpdate {
  /** With other settings. */
  readonly next: Composition;
  readonly session: StageLayer | undefined;
  /** New contents of files by identifier. */
  readonly files: ReadonlyMap<string, FileContents>;
}

/**
 * Uses new settings and new contents of files, and returns the prims that they concern.
 *
 * @throws StageError if the root layer or the session layer cannot be opened any more
 */
export async function updateComposition(
  indices: KeptIndices,
  { next, session, files }: CompositionUpdate,
): Promise<ChangedPrims> {
  const { registry, rootStack } = next;
  const { rootLayer } = rootStack;
  const changes = registry.reopen(files);
  for (const layer of [rootLayer, session]) if (layer !== undefined) requireLayer(changes, layer);
  const found = new ChangedPrims();
  followSettings(indices, next, found);
  followLayers(indices, registry.apply(changes), found);
  await composeRootStack(indices, session);
  return found;
}

/** Gives layers other contents, and returns the prims that these concern. */
export async function replaceContents(
  indices: KeptIndices,
  contents: ReadonlyMap<StageLayer, EditedContents>,
  session: StageLayer | undefined,
): Promise<ChangedPrims> {
  const found = new ChangedPrims();
  const before = new Map<StageLayer, Layer>();
  const effects = new Map<StageLayer, LayerEffects>();
  for (const [layer, edited] of contents) {
    before.set(layer, layer.layer);
    if (edited.effects !== undefined) effects.set(layer, edited.effects);
    layer.replace(edited.contents);
  }
  followLayers(indices, { contents: before, identifiers: new Set() }, found, effects);
  await composeRootStack(indices, session);
  return found;
}

/** Waits for the layers of the root layer stack. */
async function composeRootStack(indices: KeptIndices, session: StageLayer | undefined): Promise<void> {
  const { registry, stacks, rootStack } = indices.composition;
  const { rootLayer } = rootStack;
  let stack = stacks.get(rootLayer, session);
  while (stack === undefined) {
    await registry.pending.settle();
    stack = stacks.get(rootLayer, session);
  }
  indices.composition = { ...indices.composition, rootStack: stack };
}

function requireLayer({ reopened }: FileChanges, layer: StageLayer): void {
  for (const { identifier, before, after } of reopened) {
    if (before.kind !== "found" || before.layer !== layer || "layer" in after) continue;
    throw new StageError(
      `Cannot open @${identifier}@: ${after.message === "" ? "there is no such layer" : after.message}`,
    );
  }
}
