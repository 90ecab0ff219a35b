/** Reads version 4 of SPZ with the official library, which includes Zstandard as WebAssembly. */
import createSpzModule, { type GaussianCloud, type SpzModule } from "@adobe/spz";
import { AssetError } from "../../errors/errors.ts";
import { exp, sigmoid } from "../../math/exp.ts";
import type { SkipCounter } from "../skip-counter.ts";
import { splatFault, type SplatArrays } from "../splat-arrays.ts";
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
  const { positions, orientations, scales, opacities, harmonics } = arrays;
  const stored = 3 * restOfDegree[cloud.shDegree];
  const rest = Math.min(stored, 3 * MAX_REST);
  const width = 3 + rest;
  let m = arrays.count;
  for (let i = 0; i < cloud.numPoints; i++) {
    const [px, py, pz] = [cloud.positions[3 * i], cloud.positions[3 * i + 1], cloud.positions[3 * i + 2]];
    const [x, y, z] = [cloud.rotations[4 * i], cloud.rotations[4 * i + 1], cloud.rotations[4 * i + 2]];
    const w = cloud.rotations[4 * i + 3];
    const [sx, sy, sz] = [exp(cloud.scales[3 * i]), exp(cloud.scales[3 * i + 1]), exp(cloud.scales[3 * i + 2])];
    let sum = px + py + pz + x + y + z + w;
    for (let c = 0; c < 3; c++) {
      // As the bytes of the file are read for the other versions; the library calculates with floats.
      const value = (Math.round((cloud.colors[3 * i + c] * COLOR_SCALE + 0.5) * 255) / 255 - 0.5) / COLOR_SCALE;
      harmonics[width * m + c] = value;
      sum += value;
    }
    for (let c = 0; c < rest; c++) {
      const value = cloud.sh[stored * i + c];
      harmonics[width * m + 3 + c] = value;
      sum += value;
    }
    const norm2 = w * w + x * x + y * y + z * z;
    const fault = splatFault(sum, sx, sy, sz, norm2);
    if (fault !== null) {
      skips.add(fault);
      continue;
    }
    const scale = 1 / Math.sqrt(norm2);
    positions[3 * m] = px;
    positions[3 * m + 1] = py;
    positions[3 * m + 2] = pz;
    scales[3 * m] = sx;
    scales[3 * m + 1] = sy;
    scales[3 * m + 2] = sz;
    orientations[4 * m] = w * scale;
    orientations[4 * m + 1] = x * scale;
    orientations[4 * m + 2] = y * scale;
    orientations[4 * m + 3] = z * scale;
    // The file holds a byte, of which the library makes a logit.
    opacities[m] = Math.round(sigmoid(cloud.alphas[i]) * 255) / 255;
    m++;
  }
  arrays.count = m;
}
