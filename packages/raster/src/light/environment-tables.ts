import { LEVELS, levelRoughness } from "./environment-map.ts";
import { prefilteredLevel, reflectanceTable } from "./prefilter.ts";

/** The content of `environment.generated.ts`. */
export interface EnvironmentTables {
  readonly levelSizes: readonly number[];
  /** All levels, in steps of 1/8192. */
  readonly radiances: Uint16Array;
  readonly reflectanceSize: number;
  /** In steps of 1/65535. */
  readonly reflectances: Uint16Array;
}

/** Of the maps of rough surfaces; those of smoother ones are computed when they are used. */
const LEVEL_SIZES: readonly number[] = [49, 33, 25, 25];
const REFLECTANCE_SIZE = 16;

/** Integrates the environment; takes about a second. */
export function environmentTables(samples: number = 1024): EnvironmentTables {
  const first = LEVELS - LEVEL_SIZES.length;
  const levels = LEVEL_SIZES.flatMap((size, i) => prefilteredLevel(size, levelRoughness(first + i), samples));
  return {
    levelSizes: LEVEL_SIZES,
    radiances: Uint16Array.from(levels, (value) => Math.round(value * 8192)),
    reflectanceSize: REFLECTANCE_SIZE,
    reflectances: Uint16Array.from(reflectanceTable(REFLECTANCE_SIZE, samples), (value) =>
      Math.round(Math.min(1, value) * 65535),
    ),
  };
}
