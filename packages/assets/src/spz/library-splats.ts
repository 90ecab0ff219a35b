/** Reads version 4 of SPZ with the official library, which includes Zstandard as WebAssembly. */
import createSpzModule, { type GaussianCloud, type SpzModule } from "@adobe/spz";
import { AssetError } from "../errors/asset-error.ts";
import { exp, sigmoid } from "@usdkit/base/math";
import type { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, splatNumbers, type SplatArrays } from "../model/splat-arrays.ts";
import { COLOR_SCALE, MAX_REST, restOfDegree, type SpzHeader } from "./spz-header.ts";

/** The package is an ES module that does not declare itself as one, so its types are wrong. */
const create = createSpzModule as unknown as (overrides: object) => Promise<SpzModule>;

/** Bytes of memory per splat in the library: decompressed data and output arrays. */
export function librarySplatBytes({ degree }: SpzHeader): number {
  const rest = 3 * restOfDegree[degree];
  return 20 + rest + 4 * (14 + rest);
}

/** Decodes a file with a checked header and table. Uses an instance per file, so its memory is freed with it. */
export async function decodeWithLibrary(bytes: Uint8Array, header: SpzHeader): Promise<GaussianCloud> {
  let problem = "";
  const silent = (line: unknown): void => {
    if (String(line).includes("ERROR")) problem = String(line).replace("[SPZ ERROR] ", "");
  };
  let cloud: GaussianCloud | undefined;
  try {
    const library = await create({ print: silent, printErr: silent });
    cloud = library.loadSpzFromBuffer(bytes, { to: library.CoordinateSystem.RUB });
  } catch (error) {
    throw new AssetError("malformed", "the streams cannot be decoded.", { where: "streams", cause: error });
  }
  const rest = 3 * restOfDegree[header.degree];
  // The library returns an empty cloud on failure.
  if (cloud.numPoints !== header.count || cloud.sh.length !== rest * header.count) {
    throw new AssetError("malformed", `the streams cannot be decoded. ${problem}`.trimEnd(), { where: "streams" });
  }
  return cloud;
}

/** Adds the splats, in the encoding of training: scales are logarithms, opacities logits, quaternions x, y, z, w. */
export function addLibrarySplats(arrays: SplatArrays, cloud: GaussianCloud, skips: SkipCounter): void {
  const { harmonics } = arrays;
  const stored = 3 * restOfDegree[cloud.shDegree];
  const rest = Math.min(stored, 3 * MAX_REST);
  const width = 3 + rest;
  const splat = splatNumbers();
  const { position, scale, rotation, color } = splat;
  for (let i = 0; i < cloud.numPoints; i++) {
    for (let k = 0; k < 3; k++) {
      position[k] = cloud.positions[3 * i + k];
      scale[k] = exp(cloud.scales[3 * i + k]);
      // As the bytes of the file are read for the other versions; the library calculates with floats.
      color[k] = (Math.round((cloud.colors[3 * i + k] * COLOR_SCALE + 0.5) * 255) / 255 - 0.5) / COLOR_SCALE;
      rotation[1 + k] = cloud.rotations[4 * i + k];
    }
    rotation[0] = cloud.rotations[4 * i + 3];
    // The file holds a byte, of which the library makes a logit.
    splat.opacity = Math.round(sigmoid(cloud.alphas[i]) * 255) / 255;
    const h = width * arrays.count + 3;
    for (let k = 0; k < rest; k++) harmonics[h + k] = cloud.sh[stored * i + k];
    addSplat(arrays, splat, skips);
  }
}
