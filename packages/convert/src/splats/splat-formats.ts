/** The formats of splats that are written: a line each. */
import type { Losses } from "../errors/losses.ts";
import type { SplatCloud } from "../model/splats.ts";

/** Name of a format, which is its extension. */
export type SplatFormat = "ply" | "spz" | "sog" | "splat";

/** Writes the files of a format. */
interface SplatWriter {
  /** Whether it keeps harmonics beyond degree 0. */
  readonly hasHarmonics: boolean;
  /** Returns the parts of a file in order. */
  readonly parts: (cloud: SplatCloud) => Promise<Iterable<Uint8Array>>;
}

/** The writers; each is loaded when it is used. */
const splatWriters: Readonly<Record<SplatFormat, SplatWriter>> = {
  ply: { hasHarmonics: true, parts: async (cloud) => (await import("./write-ply.ts")).plyParts(cloud) },
  spz: { hasHarmonics: true, parts: async (cloud) => [await (await import("./write-spz.ts")).spzFile(cloud)] },
  sog: { hasHarmonics: true, parts: async (cloud) => await (await import("./write-sog.ts")).sogParts(cloud) },
  splat: { hasHarmonics: false, parts: async (cloud) => (await import("./write-splat.ts")).splatParts(cloud) },
};

/** Returns the parts of a file of splats in order. */
export async function splatFileParts(
  cloud: SplatCloud,
  format: SplatFormat,
  losses: Losses,
): Promise<Iterable<Uint8Array>> {
  const writer = splatWriters[format];
  const { degree } = cloud.splats;
  if (!writer.hasHarmonics && degree > 0) {
    losses.add("", `Files of this format have no harmonics: those of degree 1 to ${degree} are left out`);
  }
  return await writer.parts(cloud);
}
