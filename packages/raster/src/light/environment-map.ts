/** The light from all around, prefiltered for every roughness. */
import { sharedFloats } from "../prepare/shared-arrays.ts";

/** Octahedral maps; linear RGB. On shared memory, so that all threads read them. */
export interface EnvironmentMap {
  /** Maps of {@link LEVELS} levels of roughness, each with its offset in texels. */
  readonly levels: readonly { readonly size: number; readonly offset: number }[];
  readonly radiances: Float32Array;
  /** Whether the maps have z up: y of a direction is −z of the maps, and z is y. */
  readonly isZUp: boolean;
}

/** Number of levels. The last one, of roughness 1, is also the irradiance over π. */
export const LEVELS = 6;

/** Returns the roughness of a level: smooth surfaces differ more than rough ones. */
export function levelRoughness(level: number): number {
  return 1 - Math.sqrt(1 - level / (LEVELS - 1));
}

/** Returns the environment of one color all around. */
export function environmentMap([r, g, b]: readonly number[]): EnvironmentMap {
  const radiances = sharedFloats(12);
  for (let i = 0; i < 12; i += 3) radiances.set([r, g, b], i);
  return { levels: Array.from({ length: LEVELS }, () => ({ size: 2, offset: 0 })), radiances, isZUp: false };
}
