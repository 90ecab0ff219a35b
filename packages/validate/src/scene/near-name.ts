import { editDistance } from "./edit-distance.ts";

/** No name that somebody meant to write is longer; hostile ones are. */
const LONGEST = 200;
/** Enough to find a neighbour among; a list of a million names must not cost seconds. */
const MOST = 2000;

/** Of thousands of findings, so many get a suggestion: to look for one costs as much as all the rest. */
export const MOST_SUGGESTIONS = 50;

/**
 * The name that was probably meant: the one of least distance, upper and lower case being the same, where few letters differ
 * for its length. Undefined where none is near, and for a name that is in the list.
 */
export function nearName(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let looked = 0;
  for (const candidate of names) {
    if (candidate === name) return undefined;
    if (looked++ >= MOST) break;
    const limit = Math.min(allowance(candidate.length), least - 1);
    if (limit < 0) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), limit);
    if (distance > limit) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** `Mehs` is Mesh, `Mask` is not; `focalLenght` and `xformOpsOrder` are near, `focusLength` is something else. */
function allowance(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 12 ? 2 : 3;
}
