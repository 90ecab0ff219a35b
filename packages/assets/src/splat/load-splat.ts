/** Files of 32 bytes a splat (`.splat`), as the viewer of antimatter15 introduced them. */
import { AssetError } from "../errors/asset-error.ts";
import { checkCount } from "../limits/byte-budget.ts";
import type { SplatAsset } from "../model/asset.ts";
import type { LoadContext } from "../options/load-options.ts";
import { SkipCounter } from "../model/skip-counter.ts";
import { addSplat, finishSplats, makeSplatArrays, splatNumbers } from "../model/splat-arrays.ts";
import { SPLAT_BYTES } from "./is-splat.ts";

/** The constant of the first harmonic, 1 / (2·√π). */
const C0 = 0.28209479177387814;

/**
 * Returns the splats of a file: scales are linear, opacities and colors bytes; there are no harmonics beyond degree 0.
 *
 * @throws {AssetError} if the file is not a whole number of records, or has more splats than the limits allow.
 */
export function loadSplat(bytes: Uint8Array, { limits, budget }: LoadContext): SplatAsset {
  const count = bytes.length / SPLAT_BYTES;
  if (!Number.isInteger(count)) {
    const message = `expected ${SPLAT_BYTES} bytes for each splat, found ${bytes.length} in all.`;
    throw new AssetError("truncated", message, { offset: SPLAT_BYTES * Math.floor(count) });
  }
  checkCount(count, limits, "splats", { where: "file" });
  const arrays = makeSplatArrays(count, 0, budget, "file");
  const skips = new SkipCounter();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const splat = splatNumbers();
  for (let at = 0; at < bytes.length; at += SPLAT_BYTES) {
    for (let k = 0; k < 3; k++) {
      splat.position[k] = view.getFloat32(at + 4 * k, true);
      splat.scale[k] = view.getFloat32(at + 12 + 4 * k, true);
      splat.color[k] = (bytes[at + 24 + k] / 255 - 0.5) / C0;
    }
    splat.opacity = bytes[at + 27] / 255;
    for (let k = 0; k < 4; k++) splat.rotation[k] = (bytes[at + 28 + k] - 128) / 128;
    addSplat(arrays, splat, skips);
  }
  return finishSplats(arrays, 0, skips);
}
