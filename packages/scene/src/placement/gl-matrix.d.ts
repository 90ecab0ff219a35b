/** What is used of gl-matrix's vectors, for arrays of doubles; see `gl-matrix.d.ts` of `@usdkit/service-scene`. */
declare module "gl-matrix/esm/vec3.js" {
  /** Writes the cross product to `out`, and returns it. */
  export function cross(out: number[], a: readonly number[], b: readonly number[]): number[];
}
