/** Suggests corrections for misspelled names. */

/** Maximum length of a name that is searched; intended names are shorter, hostile ones can be longer. */
const MAX_LENGTH = 200;
/** Maximum number of names that are searched: bounds the cost among a million names. */
const MAX_CANDIDATES = 2000;

/**
 * Returns the known name that was probably meant: the one with the smallest edit distance, ignoring case, if that
 * distance is small for its length. Returns undefined if no name is close, and if the name is known.
 *
 * @example nearestName("focalLenght", ["focalLength", "focusDistance"]); // "focalLength" nearestName("Mask",
 *   ["Mesh"]); // undefined
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const candidate of known) {
    if (candidate === name) return undefined;
    if (count++ >= MAX_CANDIDATES) break;
    const limit = Math.min(maxDistance(candidate.length), least - 1);
    if (limit < 0) continue;
    const distance = editDistance(lower, candidate.toLowerCase(), limit);
    if (distance > limit) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** Allows one edit for a short name, three for a long one: `Mehs` is close to `Mesh`, `Mask` is not. */
function maxDistance(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 12 ? 2 : 3;
}

/**
 * Returns the number of letters that are added, removed, changed or swapped with their neighbour between two names
 * (optimal string alignment); stops at `limit + 1` if there are more than `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2] + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}
