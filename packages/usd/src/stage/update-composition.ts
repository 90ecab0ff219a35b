/** Updates what a stage is composed from, and drops what the update concerns. */
import type { Composition } from "../arcs/indexer.ts";
import { ChangedPrims } from "../change/changed-prims.ts";
import { followLayers, followSettings } from "../change/follow-changes.ts";
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
  const { registry, stacks, rootStack } = next;
  const { rootLayer } = rootStack;
  const changes = registry.reopen(files);
  for (const layer of [rootLayer, session]) if (layer !== undefined) requireLayer(changes, layer);
  const found = new ChangedPrims();
  followSettings(indices, next, found);
  followLayers(indices, registry.apply(changes), found);
  let stack = stacks.get(rootLayer, session);
  while (stack === undefined) {
    await registry.pending.settle();
    stack = stacks.get(rootLayer, session);
  }
  indices.composition = { ...indices.composition, rootStack: stack };
  return found;
}

function requireLayer({ reopened }: FileChanges, layer: StageLayer): void {
  for (const { identifier, before, after } of reopened) {
    if (before.kind !== "found" || before.layer !== layer || "layer" in after) continue;
    throw new StageError(
      `Cannot open @${identifier}@: ${after.message === "" ? "there is no such layer" : after.message}`,
    );
  }
}
