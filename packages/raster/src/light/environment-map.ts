/** The light from all around, prefiltered for every roughness. */

/** Octahedral maps; linear RGB. On shared memory, so that all threads read them. */
export interface EnvironmentMap {
  /** Maps of {@link LEVELS} levels of roughness, each with its offset in texels. */
  readonly levels: readonly { readonly size: number; readonly offset: number }[];
  readonly radiances: Float32Array;
}

/** Number of levels. The last one, of roughness 1, is also the irradiance over π. */
export const LEVELS = 6;

/** Returns the roughness of a level: smooth surfaces differ more than rough ones. */
export function levelRoughness(level: number): number {
  return 1 - Math.sqrt(1 - level / (LEVELS - 1));
}
