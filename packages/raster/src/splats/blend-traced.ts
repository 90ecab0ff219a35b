/** The same as `blend-splats.ts`, sample by sample: with translucent surfaces between the splats, and noting what is in front. */
import { SPLAT_STRIDE, NOTHING } from "../bands/frame.ts";
import { FULL, MAX_ALPHA, type BlendRange, type BlendTile } from "./blend-splats.ts";
import { nearExp } from "./gauss.ts";
import { U, V, TALL, SLOPE, STEEP, REACH, OPACITY, RED, GREEN, BLUE, DISTANCE } from "./splat-record.ts";

/**
 * Translucent surfaces of a tile: for each sample those whose numbers are in `order` from `starts[i]` up to `starts[i + 1]`, the
 * nearest first.
 */
export interface Fragments {
  readonly starts: Uint32Array;
  readonly order: Uint32Array;
  readonly distances: Float64Array;
  /** Red, green and blue, sRGB values. */
  readonly colors: Float64Array;
  readonly alphas: Float64Array;
  readonly surfaces: Uint32Array;
}

/**
 * The visible surface of each sample: the one at which transmittance falls to one half, otherwise the one with the largest
 * contribution. Surfaces have their own numbers; splats come after `firstSplat`.
 */
export interface Trace {
  readonly halves: Uint32Array;
  readonly halfDistances: Float64Array;
  readonly strongest: Uint32Array;
  readonly strongestDistances: Float64Array;
  readonly strengths: Float64Array;
  readonly firstSplat: number;
}

/** What a tile is blended with. */
interface TracedContent {
  /** By sample, the distance of the opaque surface; null if nothing is hidden. */
  readonly distances: Float64Array | null;
  readonly fragments: Fragments | null;
  readonly trace: Trace | null;
  /** Scratch, one number a sample. */
  readonly next: Uint32Array;
}

/** One thread's blender of a tile; it takes the splats in pieces, and the surfaces behind the last one at the end. */
export class TracedBlender {
  readonly #tile: BlendTile;
  readonly #distances: Float64Array | null;
  readonly #fragments: Fragments | null;
  readonly #trace: Trace | null;
  /** By sample, the next fragment. */
  readonly #next: Uint32Array;
  #full = 0;

  constructor(tile: BlendTile, { distances, fragments, trace, next }: TracedContent) {
    this.#tile = tile;
    this.#distances = distances;
    this.#fragments = fragments;
    this.#trace = trace;
    this.#next = next;
    const samples = tile.width * tile.height;
    if (fragments !== null) next.set(fragments.starts.subarray(0, samples));
    if (trace !== null) {
      trace.halves.fill(NOTHING, 0, samples);
      trace.strongest.fill(NOTHING, 0, samples);
      trace.strengths.fill(0, 0, samples);
    }
  }

  /** @returns How many samples became opaque. */
  blend(splats: Float32Array, list: Uint32Array, { from, to, open }: Omit<BlendRange, "distances">): number {
    this.#full = 0;
    for (let entry = from; entry < to && this.#full < open; entry++) this.#blendOne(splats, list[entry]);
    return this.#full;
  }

  /** Blends the surfaces that no splat is behind. */
  finish(): void {
    const { width, height } = this.#tile;
    for (let i = 0; i < width * height; i++) this.#surfacesUpTo(i, Infinity);
  }

  #blendOne(splats: Float32Array, splat: number): void {
    const { left, top, width, height } = this.#tile;
    const at = SPLAT_STRIDE * splat;
    const [u, v, tall] = [splats[at + U], splats[at + V], splats[at + TALL]];
    const [slope, steep, reach] = [splats[at + SLOPE], splats[at + STEEP], splats[at + REACH]];
    const [opacity, distance] = [splats[at + OPACITY], splats[at + DISTANCE]];
    const [red, green, blue] = [splats[at + RED], splats[at + GREEN], splats[at + BLUE]];
    const id = (this.#trace?.firstSplat ?? 0) + splat;
    const halfHeight = Math.sqrt(reach / tall);
    const narrow = 1 / steep;
    const fall = nearExp(-steep);
    const first = Math.max(top, Math.ceil(v - halfHeight - 0.5));
    const last = Math.min(top + height - 1, Math.floor(v + halfHeight - 0.5));
    for (let y = first; y <= last; y++) {
      const dy = y + 0.5 - v;
      const used = dy * dy * tall;
      const rest = reach - used;
      if (!(rest > 0)) continue;
      const half = Math.sqrt(rest * narrow);
      const centre = u + slope * dy - 0.5;
      const start = Math.max(left, Math.ceil(centre - half));
      const end = Math.min(left + width - 1, Math.floor(centre + half));
      if (start > end) continue;
      // Steps and factors are those of `blendSplats`: the same bits come out.
      const dx = start - centre;
      let alpha = opacity * nearExp(-0.5 * (used + steep * dx * dx));
      let factor = nearExp(-steep * (dx + 0.5));
      const row = (y - top) * width - left;
      for (let x = start; x <= end; x++) {
        const i = row + x;
        if (this.#distances === null || distance < this.#distances[i]) {
          this.#surfacesUpTo(i, distance);
          this.#add(i, alpha < MAX_ALPHA ? alpha : MAX_ALPHA, red, green, blue, id, distance);
        }
        alpha *= factor;
        factor *= fall;
      }
    }
  }

  #surfacesUpTo(i: number, distance: number): void {
    const fragments = this.#fragments;
    if (fragments === null) return;
    const { starts, order, distances, colors, alphas, surfaces } = fragments;
    for (let place = this.#next[i]; place < starts[i + 1]; place++) {
      const k = order[place];
      if (!(distances[k] <= distance)) return;
      this.#next[i] = place + 1;
      const [red, green, blue] = [colors[3 * k], colors[3 * k + 1], colors[3 * k + 2]];
      this.#add(i, alphas[k], red, green, blue, surfaces[k], distances[k]);
    }
  }

  #add(i: number, alpha: number, red: number, green: number, blue: number, id: number, distance: number): void {
    const { light } = this.#tile;
    const through = light[4 * i + 3];
    if (!(through > FULL)) return;
    const part = alpha * through;
    light[4 * i] += part * red;
    light[4 * i + 1] += part * green;
    light[4 * i + 2] += part * blue;
    const less = through - part;
    light[4 * i + 3] = less;
    if (less <= FULL) this.#full++;
    const trace = this.#trace;
    if (trace === null) return;
    if (less <= 0.5 && through > 0.5) {
      trace.halves[i] = id;
      trace.halfDistances[i] = distance;
    }
    if (part > trace.strengths[i]) {
      trace.strengths[i] = part;
      trace.strongest[i] = id;
      trace.strongestDistances[i] = distance;
    }
  }
}
