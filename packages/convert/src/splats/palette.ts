/** Palettes of vectors, by splitting clusters where they are widest. */

/** Vectors that others are replaced with. */
export interface Palette {
  /** Flat. */
  readonly entries: Float32Array;
  /** By vector: its entry. */
  readonly labels: Uint32Array;
}

/** What is split. */
interface Vectors {
  /** Flat. */
  readonly vectors: Float32Array;
  readonly width: number;
  /** Indices of the vectors; those of a cluster follow each other. */
  readonly order: Uint32Array;
}

/** A range of the order with its spread. */
interface Cluster {
  readonly from: number;
  readonly to: number;
  /** The dimension with the largest sum of squared differences from the mean, that sum, and the mean there. */
  readonly axis: number;
  readonly spread: number;
  readonly mean: number;
}

/** Returns at most `size` vectors, the means of clusters of the given ones. */
export function makePalette(vectors: Float32Array, width: number, size: number): Palette {
  const count = vectors.length / width;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const all: Vectors = { vectors, width, order };
  const done: Cluster[] = [];
  const waiting = new ClusterHeap();
  if (count > 0) waiting.add(measure(all, 0, count));
  for (let next = waiting.take(); next !== undefined; next = waiting.take()) {
    const isFull = done.length + waiting.size + 1 >= size;
    const middle = isFull || !(next.spread > 0) ? next.from : split(all, next);
    if (middle === next.from || middle === next.to) done.push(next);
    else {
      waiting.add(measure(all, next.from, middle));
      waiting.add(measure(all, middle, next.to));
    }
  }
  const entries = new Float32Array(done.length * width);
  const labels = new Uint32Array(count);
  const sums = new Float64Array(width);
  for (const [entry, { from, to }] of done.entries()) {
    sums.fill(0);
    for (let i = from; i < to; i++) {
      labels[order[i]] = entry;
      for (let k = 0; k < width; k++) sums[k] += vectors[width * order[i] + k];
    }
    for (let k = 0; k < width; k++) entries[width * entry + k] = sums[k] / (to - from);
  }
  return { entries, labels };
}

function measure({ vectors, width, order }: Vectors, from: number, to: number): Cluster {
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let i = from; i < to; i++) {
    const at = width * order[i];
    for (let k = 0; k < width; k++) {
      const value = vectors[at + k];
      sums[k] += value;
      squares[k] += value * value;
    }
  }
  let [axis, spread] = [0, 0];
  for (let k = 0; k < width; k++) {
    const ofAxis = squares[k] - (sums[k] * sums[k]) / (to - from);
    if (ofAxis > spread) [axis, spread] = [k, ofAxis];
  }
  return { from, to, axis, spread, mean: sums[axis] / (to - from) };
}

/** Orders a cluster so that values of its axis up to the mean are first; returns where the others begin. */
function split({ vectors, width, order }: Vectors, { from, to, axis, mean }: Cluster): number {
  let [low, high] = [from, to];
  while (low < high) {
    if (vectors[width * order[low] + axis] <= mean) low++;
    else {
      high--;
      [order[low], order[high]] = [order[high], order[low]];
    }
  }
  return low;
}

/** The cluster with the largest spread first. */
class ClusterHeap {
  readonly #items: Cluster[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(cluster: Cluster): void {
    const items = this.#items;
    let at = items.push(cluster) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (items[above].spread >= items[at].spread) break;
      [items[above], items[at]] = [items[at], items[above]];
      at = above;
    }
  }

  take(): Cluster | undefined {
    const items = this.#items;
    const top = items.at(0);
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    items[0] = last;
    for (let at = 0; ;) {
      let largest = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < items.length && items[below].spread > items[largest].spread) largest = below;
      }
      if (largest === at) return top;
      [items[at], items[largest]] = [items[largest], items[at]];
      at = largest;
    }
  }
}
