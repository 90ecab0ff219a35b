/** What changed between two texts, line by line. */

/** Lines `[startA, endA)` of the old text became lines `[startB, endB)` of the new. */
export interface Change {
  readonly startA: number;
  readonly endA: number;
  readonly startB: number;
  readonly endB: number;
}

/** Above so many comparisons a stretch is taken as replaced: no reader follows a longer one line by line. */
const MAX_COMPARISONS = 1_000_000;

/**
 * Patience diff: lines that are in both stretches exactly once hold them together, what lies between is compared in the
 * same way, and short stretches without such lines by their longest common subsequence. Time grows with n log n.
 */
export function diffLines(a: readonly string[], b: readonly string[]): Change[] {
  const changes: Change[] = [];
  const stack: Change[] = [{ startA: 0, endA: a.length, startB: 0, endB: b.length }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const { startA, endA, startB, endB } = trim(a, b, part);
    if (startA === endA && startB === endB) continue;
    if (startA === endA || startB === endB) {
      changes.push({ startA, endA, startB, endB });
      continue;
    }
    let pairs = uniquePairs(a, b, { startA, endA, startB, endB });
    if (pairs.length === 0) pairs = commonPairs(a, b, { startA, endA, startB, endB });
    if (pairs.length === 0) {
      changes.push({ startA, endA, startB, endB });
      continue;
    }
    // Pushed in order and popped from the end: sorted below.
    let fromA = startA;
    let fromB = startB;
    for (const [atA, atB] of pairs) {
      stack.push({ startA: fromA, endA: atA, startB: fromB, endB: atB });
      fromA = atA + 1;
      fromB = atB + 1;
    }
    stack.push({ startA: fromA, endA, startB: fromB, endB });
  }
  return changes.sort((x, y) => x.startA - y.startA || x.startB - y.startB);
}

function trim(a: readonly string[], b: readonly string[], part: Change): Change {
  let { startA, endA, startB, endB } = part;
  while (startA < endA && startB < endB && a[startA] === b[startB]) {
    startA++;
    startB++;
  }
  while (startA < endA && startB < endB && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return { startA, endA, startB, endB };
}

/** Pairs of equal lines that are unique on both sides and in the same order on both. */
function uniquePairs(a: readonly string[], b: readonly string[], part: Change): [number, number][] {
  const places = new Map<string, { a: number; b: number; countA: number; countB: number }>();
  for (let i = part.startA; i < part.endA; i++) {
    const line = a[i] ?? "";
    const place = places.get(line);
    if (place === undefined) places.set(line, { a: i, b: -1, countA: 1, countB: 0 });
    else place.countA++;
  }
  for (let i = part.startB; i < part.endB; i++) {
    const place = places.get(b[i] ?? "");
    if (place === undefined) continue;
    place.b = i;
    place.countB++;
  }
  const pairs: [number, number][] = [];
  for (const { a: atA, b: atB, countA, countB } of places.values()) {
    if (countA === 1 && countB === 1) pairs.push([atA, atB]);
  }
  return longestRising(pairs);
}

/** The longest subsequence whose second members rise; the first members do already. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < pair[1]) low = middle + 1;
      else high = middle;
    }
    before.push(tails[low - 1] ?? -1);
    tails[low] = index;
  }
  const result: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) result.push(pair);
  }
  return result.reverse();
}

/** A longest common subsequence of two short stretches. */
function commonPairs(a: readonly string[], b: readonly string[], part: Change): [number, number][] {
  const rows = part.endA - part.startA;
  const columns = part.endB - part.startB;
  if (rows * columns > MAX_COMPARISONS) return [];
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const equal = (i: number, j: number): boolean => a[part.startA + i] === b[part.startB + j];
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const down = lengths[(i + 1) * width + j] ?? 0;
      const right = lengths[i * width + j + 1] ?? 0;
      const both = equal(i, j) ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1 : 0;
      lengths[i * width + j] = Math.max(down, right, both);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (equal(i, j)) pairs.push([part.startA + i++, part.startB + j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
