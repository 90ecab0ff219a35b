/** USD to files of splats. */
import type { Stage } from "@usdkit/usd";
import { Losses, type Loss } from "../errors/losses.ts";
import type { StageSplatsOptions } from "./stage-splats.ts";
import { splatFileParts, type SplatFormat } from "./splat-formats.ts";

/** A file of splats. */
export interface SplatFile {
  /** Its bytes in order, made while they are taken. */
  readonly parts: Iterable<Uint8Array>;
  /** What was lost, with paths of prims. */
  readonly losses: readonly Loss[];
}

/**
 * Converts the visible ParticleField3DGaussianSplat prims of a stage to one file, in world space with Y up. Splats that `splatsToUsd` made of
 * a PLY file become the same numbers again, if nothing transforms them.
 *
 * @throws ConvertError if the stage has no splats
 * @example
 * const { parts } = await usdToSplats(await Stage.open("room.usdc", { resolver }), "ply");
 * await writeFile("room.ply", parts);
 */
export async function usdToSplats(
  stage: Stage,
  format: SplatFormat,
  options: StageSplatsOptions = {},
): Promise<SplatFile> {
  const losses = new Losses();
  const { stageSplats } = await import("./stage-splats.ts");
  const cloud = stageSplats(stage, losses, options);
  const parts = await splatFileParts(cloud, format, losses);
  return { parts, losses: losses.list() };
}
