import { inBlocks } from "@usdkit/base";
import type { Pause } from "./placed-item.ts";

/** Numbers processed between two pauses: some milliseconds of work. */
const PIECE: number = 1 << 18;

/** Calls `work` for ranges that together are 0 to `length`, with a pause after at most `piece` numbers. */
export async function inPieces(
  length: number,
  pause: Pause,
  work: (from: number, to: number) => void,
  piece: number = PIECE,
): Promise<void> {
  for (let from = 0; from < length; from += piece) {
    inBlocks(Math.min(piece, length - from), (start, end) => work(from + start, from + end));
    await pause();
  }
}
