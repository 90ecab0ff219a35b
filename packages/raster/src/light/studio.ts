/** The environment of scenes without lights, as a map. */
import { sharedFloats } from "../prepare/shared-arrays.ts";
import { LEVEL_SIZES, radiances as packedRadiances } from "./environment.generated.ts";
import { unpackWords } from "./environment.ts";
import type { EnvironmentMap } from "./environment-map.ts";
import { squareToDirection } from "./octahedron.ts";
import { radiance } from "./radiance.ts";

/** Scale of the stored 16-bit numbers. */
const RADIANCE_SCALE = 1 / 8192;
/** Sides of the maps of mirrors and of almost smooth surfaces, which blur less than the studio's lights do. */
const SMOOTH_SIZES = [129, 65];

let made: EnvironmentMap | undefined;

/** Returns the studio, made once. */
export function studioMap(upAxis: "Y" | "Z" = "Y"): EnvironmentMap {
  made ??= makeStudio();
  return upAxis === "Y" ? made : { ...made, isZUp: true };
}

function makeStudio(): EnvironmentMap {
  const stored = unpackWords(packedRadiances, RADIANCE_SCALE);
  const smooth = SMOOTH_SIZES.flatMap((size) => octahedralMap(size, radiance));
  const grays = [...smooth, ...stored];
  const radiances = sharedFloats(3 * grays.length);
  for (const [i, gray] of grays.entries()) radiances.fill(gray, 3 * i, 3 * i + 3);
  let offset = 0;
  const levels = [...SMOOTH_SIZES, ...LEVEL_SIZES].map((size) => {
    const start = offset;
    offset += size * size;
    return { size, offset: start };
  });
  return { levels, radiances, isZUp: false };
}

function octahedralMap(size: number, at: (x: number, y: number, z: number) => number): number[] {
  return Array.from({ length: size * size }, (_, i) =>
    at(...squareToDirection((2 * (i % size)) / (size - 1) - 1, (2 * Math.floor(i / size)) / (size - 1) - 1)),
  );
}
