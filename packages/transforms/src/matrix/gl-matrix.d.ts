/**
 * What is used of gl-matrix, for arrays of doubles: its own types allow buffers of floats, which its creators make. The
 * entry point of the package is CommonJS with all of it; of a module, a bundler keeps only the functions that are called.
 */
declare module "gl-matrix/esm/mat4.js" {
  /** Writes `a · b`, for column vectors, to `out`, and returns it. */
  export function multiply(out: number[], a: readonly number[], b: readonly number[]): number[];
  export function transpose(out: number[], a: readonly number[]): number[];
  export function fromTranslation(out: number[], by: readonly number[]): number[];
  export function fromScaling(out: number[], by: readonly number[]): number[];
}
