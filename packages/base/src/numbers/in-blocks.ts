/** Items of one block. */
const BLOCK = 1 << 11;

/**
 * Calls `work` for ranges of a few thousand items that together are 0 to `count`. Engines run the first call of a function slowly to its
 * end, and compile code for what comes after a loop once they have been there: work on a million items belongs into many short calls.
 */
export function inBlocks(count: number, work: (from: number, to: number) => void): void {
  for (let from = 0; from < count; from += BLOCK) work(from, Math.min(count, from + BLOCK));
}
