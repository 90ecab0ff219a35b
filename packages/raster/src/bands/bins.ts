/**
 * Lists the elements (triangles, splats, points) that touch each band of the image. Any thread counts and lists blocks of
 * elements in any order; the lists are still in the order of the elements.
 */
import type { BandLayout } from "./layout.ts";

/** Elements per block, the unit of a task. */
export const BLOCK: number = 1 << 14;

/** The span of an element that touches no band. */
export const NO_BANDS = 0xffffffff;

/** For elements of one kind. */
export interface Bins {
  /** By element: its first band in the upper half, its last in the lower; or {@link NO_BANDS}. */
  readonly spans: Uint32Array;
  /** By block and band: first the number of elements, then the next index in `list`. */
  readonly places: Uint32Array;
  /** By band: the start of its elements in `list`, and their number. */
  readonly starts: Uint32Array;
  readonly lengths: Uint32Array;
  readonly elements: number;
  readonly blocks: number;
}

export function blocksOf(elements: number): number {
  return Math.ceil(elements / BLOCK);
}

/** Records that an element touches the (fine) rows from `top` to `bottom`, which are within the image. */
export function noteRows(
  { spans, places }: Bins,
  { bandRows, bands }: BandLayout,
  element: number,
  top: number,
  bottom: number,
): void {
  const first = (top / bandRows) | 0;
  // Most elements touch one band: a division takes longer than all else.
  const last = bottom < (first + 1) * bandRows ? first : (bottom / bandRows) | 0;
  spans[element] = ((first << 16) | last) >>> 0;
  const row = (element / BLOCK) | 0;
  for (let place = row * bands + first, end = row * bands + last; place <= end; place++) places[place]++;
}

/** Clears the counts of a block before its elements are recorded again. */
export function clearBlock({ places }: Bins, { bands }: BandLayout, block: number): void {
  places.fill(0, block * bands, (block + 1) * bands);
}

/** Bands whose lists are created and used together. */
export interface BandGroup {
  readonly from: number;
  readonly to: number;
}

/**
 * Cuts the image into groups of bands, whose lists together have at most `most` entries (one band alone may have more: an entry
 * for each element), so that the lists take bounded memory whatever is in the scene.
 */
export function bandGroups(bins: readonly Bins[], { bands }: BandLayout, most: number): BandGroup[] {
  const groups: BandGroup[] = [];
  let [from, sum] = [0, 0];
  for (let band = 0; band < bands; band++) {
    let length = 0;
    for (const { places, blocks } of bins) {
      for (let block = 0; block < blocks; block++) length += places[block * bands + band];
    }
    if (sum + length > most && band > from) {
      groups.push({ from, to: band });
      [from, sum] = [band, 0];
    }
    sum += length;
  }
  groups.push({ from, to: bands });
  return groups;
}

/** Converts the counts of a group's bands to offsets in a list; returns the length of that list. */
export function placeGroup(
  { places, starts, lengths, blocks }: Bins,
  { bands }: BandLayout,
  { from, to }: BandGroup,
): number {
  let next = 0;
  for (let band = from; band < to; band++) {
    starts[band] = next;
    for (let block = 0; block < blocks; block++) {
      const place = block * bands + band;
      const count = places[place];
      places[place] = next;
      next += count;
    }
    lengths[band] = next - starts[band];
  }
  return next;
}

/** Lists the elements of a block for the bands of a group. */
export function listBlock(
  { spans, places, elements }: Bins,
  { bands }: BandLayout,
  { group: { from, to }, list }: { readonly group: BandGroup; readonly list: Uint32Array },
  block: number,
): void {
  const row = block * bands;
  const end = Math.min(elements, (block + 1) * BLOCK);
  for (let element = block * BLOCK; element < end; element++) {
    const span = spans[element];
    if (span === NO_BANDS) continue;
    const first = Math.max(span >>> 16, from);
    const last = Math.min(span & 0xffff, to - 1);
    for (let band = first; band <= last; band++) list[places[row + band]++] = element;
  }
}
