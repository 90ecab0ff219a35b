/** Gaussian splats of glTF: KHR_gaussian_splatting. */
import { readSplats as readAsset, type GltfPrimitive } from "@usdkit/assets/gltf";
import { SkipCounter } from "@usdkit/assets/reading";
import type { SplatModel } from "../model/splats.ts";
import type { GltfFile } from "./gltf-file.ts";

/** Returns the splats of a primitive; those that cannot be drawn are left out. */
export function readSplats(
  { accessors, context, losses }: GltfFile,
  primitive: GltfPrimitive,
  { source, name }: { readonly source: string; readonly name: string },
): SplatModel {
  const skips = new SkipCounter();
  const splats = readAsset({ primitive, where: source }, accessors, context, skips);
  for (const [reason, count] of Object.entries(skips.counts())) {
    losses.add(source, `${count} splats cannot be drawn and are left out (${reason})`);
  }
  return { name, source, splats, origin: null };
}
