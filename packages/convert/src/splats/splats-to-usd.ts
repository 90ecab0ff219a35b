/** Files of splats to USD. */
import type { LazyBytes } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { Losses, type Loss } from "../errors/losses.ts";
import type { WriteUsdOptions } from "../write-usd/write-options.ts";
import { readSplatFile, type ReadSplatsOptions } from "./read-splat-file.ts";
import { splatScene } from "./splat-scene.ts";

/** How splats are converted to USD. */
export interface SplatsToUsdOptions
  extends ReadSplatsOptions, Pick<WriteUsdOptions, "name" | "asciiNames" | "splatPrecision"> {}

/** Splats as a layer. */
export interface SplatLayer {
  readonly layer: Layer;
  /** What was lost. */
  readonly losses: readonly Loss[];
}

/**
 * Converts a PLY, SPZ, SOG or `.splat` file to a layer with a ParticleField3DGaussianSplat. The axes are those of the file, with Y up. A PLY
 * file as `LazyBytes` is read in pieces, so that a program needs the memory of the arrays alone.
 *
 * Numbers of PLY files that attributes of the schema do not have exactly (logarithms of scales, logits of opacities, quaternions that are not
 * unit, further properties) are custom attributes of the namespace `ply`: `usdToSplats` writes the same numbers again.
 *
 * @throws AssetError if the file is damaged, or a limit does not allow it
 * @throws ConvertError if it has no splats
 * @example
 * const { layer } = await splatsToUsd(await readFile("room.ply"));
 * await writeFile("room.usdc", writeUsdc(layer));
 */
export async function splatsToUsd(
  source: Uint8Array | LazyBytes,
  options: SplatsToUsdOptions = {},
): Promise<SplatLayer> {
  const { writeLayer } = await import("../write-usd/layer.ts");
  const losses = new Losses();
  const keepsOrigin = options.splatPrecision !== "half" && (options.keepsOrigin ?? true);
  const cloud = await readSplatFile(source, losses, { ...options, keepsOrigin });
  const scene = splatScene(options.name ?? "", cloud);
  return { layer: writeLayer({ scene, files: [], losses }, options), losses: losses.list() };
}
