/** Codebooks: few numbers that many are near to. */

/** Numbers are counted in so many bins first. */
const BINS = 1 << 16;
const ROUNDS = 20;

/** A codebook, and how numbers find their entry. */
export interface Codebook {
  /** In ascending order. */
  readonly entries: readonly number[];
  /** Returns the index of the entry of a number. */
  readonly indexOf: (value: number) => number;
}

/** Returns a codebook of at most `size` entries for numbers, by Lloyd's algorithm on their histogram. */
export function makeCodebook(values: Float32Array, size: number): Codebook {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!(low < high)) return { entries: [values.length === 0 ? 0 : low], indexOf: () => 0 };
  const binSize = (high - low) / (BINS - 1);
  const binOf = (value: number): number => Math.min(BINS - 1, Math.max(0, Math.round((value - low) / binSize)));
  const counts = new Float64Array(BINS);
  const sums = new Float64Array(BINS);
  for (const value of values) {
    const bin = binOf(value);
    counts[bin]++;
    sums[bin] += value;
  }
  const entries = refined(firstEntries(counts, sums, size), { counts, sums });
  const entryOfBin = new Uint16Array(BINS);
  for (let bin = 0, entry = 0; bin < BINS; bin++) {
    const value = low + bin * binSize;
    while (entry + 1 < entries.length && entries[entry + 1] - value < value - entries[entry]) entry++;
    entryOfBin[bin] = entry;
  }
  return { entries, indexOf: (value) => entryOfBin[binOf(value)] };
}

/** Returns the means of runs of bins with the same number of values each. */
function firstEntries(counts: Float64Array, sums: Float64Array, size: number): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const entries: number[] = [];
  let [count, sum, seen] = [0, 0, 0];
  for (let bin = 0; bin < BINS; bin++) {
    count += counts[bin];
    sum += sums[bin];
    seen += counts[bin];
    if (count === 0 || seen * size < (entries.length + 1) * total) continue;
    entries.push(sum / count);
    [count, sum] = [0, 0];
  }
  return entries;
}

/** Moves each entry to the mean of the values that are nearest to it. */
function refined(
  first: readonly number[],
  { counts, sums }: { readonly counts: Float64Array; readonly sums: Float64Array },
): readonly number[] {
  let entries = first;
  for (let round = 0; round < ROUNDS; round++) {
    const ofEntry = entries.map(() => ({ count: 0, sum: 0 }));
    let entry = 0;
    for (let bin = 0; bin < BINS; bin++) {
      if (counts[bin] === 0) continue;
      const value = sums[bin] / counts[bin];
      while (entry + 1 < entries.length && entries[entry + 1] - value < value - entries[entry]) entry++;
      ofEntry[entry].count += counts[bin];
      ofEntry[entry].sum += sums[bin];
    }
    entries = ofEntry.flatMap(({ count, sum }) => (count === 0 ? [] : [sum / count]));
  }
  return entries;
}
