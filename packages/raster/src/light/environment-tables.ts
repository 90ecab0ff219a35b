import { irradianceCoefficients, prefilteredLevel, reflectanceTable } from "./prefilter.ts";

/** The content of `environment.generated.ts`. */
export interface EnvironmentTables {
  readonly levelSizes: readonly number[];
  /** All levels, in steps of 1/8192. */
  readonly radiances: Uint16Array;
  readonly reflectanceSize: number;
  /** In steps of 1/65535. */
  readonly reflectances: Uint16Array;
  readonly irradiance: readonly number[];
}

const LEVEL_SIZES: readonly number[] = [33, 25, 17, 13, 9, 9];
const REFLECTANCE_SIZE = 16;

/** Integrates the environment; takes about a second. */
export function environmentTables(samples: number = 2048): EnvironmentTables {
  const last = LEVEL_SIZES.length - 1;
  const levels = LEVEL_SIZES.flatMap((size, i) => prefilteredLevel(size, i / last, samples));
  return {
    levelSizes: LEVEL_SIZES,
    radiances: Uint16Array.from(levels, (value) => Math.round(value * 8192)),
    reflectanceSize: REFLECTANCE_SIZE,
    reflectances: Uint16Array.from(reflectanceTable(REFLECTANCE_SIZE, samples), (value) =>
      Math.round(Math.min(1, value) * 65535),
    ),
    irradiance: irradianceCoefficients(20_000).map((value) => Math.round(value * 1e6) / 1e6),
  };
}
