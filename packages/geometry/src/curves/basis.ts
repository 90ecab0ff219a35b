/** Bases of cubic curves. */

/** A basis with its number of control points from one segment to the next. */
export interface CurveBasis {
  readonly stride: number;
  /** Weights of the four control points of a segment, at 0 to 1 of it. */
  readonly weights: (t: number) => readonly number[];
}

const bezier: CurveBasis = {
  stride: 3,
  weights: (t) => {
    const s = 1 - t;
    return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  },
};
const bspline: CurveBasis = {
  stride: 1,
  weights: (t) => {
    const s = 1 - t;
    return [(s * s * s) / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * s * s + 3 * s * s * s) / 6, (t * t * t) / 6];
  },
};
const catmullRom: CurveBasis = {
  stride: 1,
  weights: (t) => [
    (-t + 2 * t * t - t * t * t) / 2,
    (2 - 5 * t * t + 3 * t * t * t) / 2,
    (t + 4 * t * t - 3 * t * t * t) / 2,
    (-t * t + t * t * t) / 2,
  ],
};

/** By the token of `basis`. */
export const curveBases: ReadonlyMap<string, CurveBasis> = new Map(Object.entries({ bezier, bspline, catmullRom }));
