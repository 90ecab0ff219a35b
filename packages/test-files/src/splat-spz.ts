/** Writes splats as SPZ: with the library of its makers, and byte by byte. */
import createSpzModule, { type SpzModule } from "@adobe/spz";
import { gzipSync } from "node:zlib";
import { join } from "./splat-ply.ts";
import type { TrainedCloud } from "./trained-cloud.ts";

const create = createSpzModule as unknown as (overrides: object) => Promise<SpzModule>;

/** The numbers of the cloud unchanged, in axes right, up, back unless others are named. */
export async function splatSpz(cloud: TrainedCloud, version: number, axes: "RUB" | "RDF" = "RUB"): Promise<Uint8Array> {
  const library = await create({ print: () => undefined });
  const rotations = Float32Array.from(cloud.rotations, (_, i) => cloud.rotations[i % 4 === 3 ? i - 3 : i + 1]);
  const gaussians = {
    numPoints: cloud.count,
    shDegree: cloud.degree,
    antialiased: false,
    extensions: [],
    positions: cloud.positions,
    scales: cloud.scales,
    rotations,
    alphas: cloud.opacities,
    colors: cloud.colors,
    sh: cloud.rest,
  };
  return library.saveSpzToBuffer(gaussians, {
    version,
    from: library.CoordinateSystem[axes],
    // All eight bits, so that what is lost is what a byte loses.
    sh1Bits: 8,
    shRestBits: 8,
  });
}

/** What the library reads of a file. */
export async function librarySplats(bytes: Uint8Array): Promise<ReturnType<SpzModule["loadSpzFromBuffer"]>> {
  const library = await create({ print: () => undefined });
  return library.loadSpzFromBuffer(bytes, { to: library.CoordinateSystem.RUB });
}

/** The head of versions 1 to 3, and bytes after it, in one gzip. */
export function gzipSpz(
  head: { version?: number; count?: number; degree?: number; fractionalBits?: number; flags?: number },
  body: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x5053474e, true);
  view.setUint32(4, head.version ?? 3, true);
  view.setUint32(8, head.count ?? 1, true);
  bytes.set([head.degree ?? 0, head.fractionalBits ?? 12, head.flags ?? 0], 12);
  return gzipSync(join([bytes, body]));
}
