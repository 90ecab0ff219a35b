/** Waits for the layers and values that prims need. */
import type { KeptIndices } from "../change/kept-indices.ts";
import type { PathId } from "../paths/path-table.ts";
import type { PendingBytes } from "../resolve/pending-bytes.ts";
import type { ValuePrefetch } from "../values/prefetch-values.ts";
import { walkPaths, walkPrims, type ComposedTree } from "./walk-prims.ts";

/** What is composed, and the bytes that it waits for. */
export interface PrefetchedStage {
  readonly pending: PendingBytes;
  readonly indices: KeptIndices;
  readonly tree: ComposedTree;
}

/** Called for each composed prim with the number so far; what it returns is awaited. */
export type OnComposed = (prims: number) => Promise<void> | undefined;

/**
 * Composes prims and those below them until no layer is missing, and on request the bytes of their values.
 *
 * @param createReading Returns what collects values of a round; undefined if only layers are waited for.
 * @returns whether prims were composed again
 */
export async function prefetchPrims(
  { pending, indices, tree }: PrefetchedStage,
  tops: readonly PathId[],
  createReading: () => ValuePrefetch | undefined,
  onComposed: OnComposed = () => undefined,
): Promise<boolean> {
  let hasChanged = false;
  for (;;) {
    const reading = createReading();
    let prims = 0;
    for (const top of tops) {
      // Walking composes: it asks for the children of each prim.
      for (const path of reading === undefined ? walkPaths(tree, top) : walkPrims(tree, top)) {
        if (typeof path !== "string") reading?.add(path);
        prims++;
        // Once layers are missing, none may arrive before the walk ends: what is composed, and in which order, would depend on the time.
        const wait = pending.isPending ? undefined : onComposed(prims);
        if (wait !== undefined) await wait;
      }
    }
    const bytes = reading?.take();
    const { isPending } = pending;
    if (bytes === undefined && !isPending) return hasChanged;
    await bytes;
    await pending.settle();
    if (!isPending) continue;
    indices.dropPending();
    hasChanged = true;
  }
}
