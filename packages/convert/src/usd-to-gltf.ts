/** USD to glTF. */
import { imageReader, type LoadOptions } from "@usdkit/assets";
import type { Stage } from "@usdkit/usd";
import { Losses, type Loss } from "./errors/losses.ts";
import type { ReadStageOptions } from "./read-usd/read-stage-options.ts";

/** How a stage is converted to glTF. */
export interface UsdToGltfOptions
  extends ReadStageOptions, Pick<LoadOptions, "limits" | "decodeImage" | "createBasisTranscoder"> {}

/** A GLB. */
export interface GltfFile {
  readonly glb: Uint8Array;
  /** What was lost, with paths of prims and properties. */
  readonly losses: readonly Loss[];
}

/**
 * Converts a stage to a GLB, in metres with Y up: at a time, or with its animation, skins and blend shapes.
 *
 * @example
 * const stage = await Stage.open("shot.usda", { resolver: fileResolver() });
 * const { glb, losses } = await usdToGltf(stage, { isAnimated: true });
 * await writeFile("shot.glb", glb);
 */
export async function usdToGltf(stage: Stage, options: UsdToGltfOptions = {}): Promise<GltfFile> {
  const losses = new Losses();
  const { readStage } = await import("./read-usd/read-stage.ts");
  const { writeGlbFile } = await import("./write-gltf/write-gltf.ts");
  const scene = await readStage(stage, losses, options);
  const glb = await writeGlbFile(scene, losses, { decode: imageReader(options) });
  return { glb, losses: losses.list() };
}
