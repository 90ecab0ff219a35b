/** Suggestions for misspelled names. */

/** Names that someone meant to write are shorter; hostile ones need not be. */
const MAX_LENGTH = 200;
/** Bounds the cost of a search among a million names. */
const MAX_CANDIDATES = 2000;

/**
 * Returns the known name that was probably meant: the one of the least edit distance, ignoring case, if that distance is small
 * for its length. Undefined if none is close, and for a known name.
 *
 * @example
 * nearestName("focalLenght", ["focalLength", "focusDistance"]); // "focalLength"
 * nearestName("Mask", ["Mesh"]); // undefined
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

/** One edit of a short name, three of a long one: `Mehs` is close to `Mesh`, `Mask` is not. */
function maxDistance(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  return length < 12 ? 2 : 3;
}

/**
 * Returns how many letters are added, removed, changed or swapped with their neighbour between two names (optimal string
 * alignment); `limit + 1` if there are more than `limit`, without looking further.
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
