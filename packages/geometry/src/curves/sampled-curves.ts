/** Curves as points along them. */
import { StencilWriter, type Stencils } from "../mesh/stencils.ts";

/** Where the points along the curves of a prim are on them. */
export interface SampledCurves {
  /** Of each curve: its number of samples. */
  readonly counts: Uint32Array;
  /** Of each curve: its index among those of the prim. */
  readonly curves: Uint32Array;
  /** Whether the last sample of each curve is followed by its first one. */
  readonly isClosed: boolean;
  /** Samples as sums of the control points of all curves. */
  readonly vertex: Stencils;
  /** Samples as sums of the values at the ends of segments. */
  readonly varying: Stencils;
  /** How many values of each interpolation the prim has. */
  readonly values: { readonly uniform: number; readonly vertex: number; readonly varying: number };
}

/** Samples that all curves of a prim may have together. */
export const MOST_SAMPLES: number = 1 << 20;

/** Returns how many samples a smooth segment has, so that all of them have no more than `MOST_SAMPLES` if that is possible. */
export function samplesPerSegment(segments: number): number {
  for (const samples of [8, 4, 2]) if (samples * segments <= MOST_SAMPLES) return samples;
  return 1;
}

/** Collects samples, curve by curve. */
export class CurveWriter {
  /** Of the control points of the next sample. */
  readonly vertex: StencilWriter = new StencilWriter();
  readonly #varying = new StencilWriter();
  readonly #counts: number[] = [];
  readonly #curves: number[] = [];
  #samples = 0;

  /** Ends a sample: its weights are those added to `vertex`. */
  endSample(lowEnd: number, highEnd: number, t: number): void {
    this.vertex.end();
    if (t < 1) this.#varying.add(lowEnd, 1 - t);
    if (t > 0) this.#varying.add(highEnd, t);
    this.#varying.end();
    this.#samples++;
  }

  /** Ends a curve. */
  endCurve(index: number): void {
    this.#counts.push(this.#samples);
    this.#curves.push(index);
    this.#samples = 0;
  }

  curves(isClosed: boolean, values: SampledCurves["values"]): SampledCurves {
    return {
      counts: Uint32Array.from(this.#counts),
      curves: Uint32Array.from(this.#curves),
      isClosed,
      vertex: this.vertex.stencils(),
      varying: this.#varying.stencils(),
      values,
    };
  }
}
