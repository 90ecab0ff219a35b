/** What is used of gl-matrix's vectors, for arrays of doubles; see `gl-matrix.d.ts` of `@usdkit/transforms`. */
declare module "gl-matrix/esm/vec3.js" {
  export function add(out: number[], a: readonly number[], b: readonly number[]): number[];
  export function subtract(out: number[], a: readonly number[], b: readonly number[]): number[];
  export function scale(out: number[], a: readonly number[], by: number): number[];
  /** Writes `a + b · by` to `out`, and returns it. */
  export function scaleAndAdd(out: number[], a: readonly number[], b: readonly number[], by: number): number[];
  export function cross(out: number[], a: readonly number[], b: readonly number[]): number[];
  export function dot(a: readonly number[], b: readonly number[]): number;
  export function length(a: readonly number[]): number;
}
