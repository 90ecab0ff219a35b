import { checkCount } from "../limits/byte-budget.ts";
import type { Asset, AssetAnimation, MeshAsset } from "../model/asset.ts";
import { makeContext, type LoadOptions } from "../options/load-options.ts";
import { assetFormat } from "./asset-format.ts";

/** A file whose animations can be evaluated at any time. */
export interface AnimatedAsset {
  readonly animations: readonly AssetAnimation[];
  /**
   * Returns the asset at a time of an animation.
   *
   * @param rest The asset as `loadAsset` returned it: its materials and textures are used again.
   * @param seconds Before the first and after the last key the values of these count.
   */
  at(rest: Asset, animation: number, seconds: number): Asset;
}

/**
 * Opens a GLB with animations.
 *
 * @returns undefined for files without animations
 * @throws AssetError as `loadAsset` does
 * @example
 * const rest = await loadAsset(bytes);
 * const animated = await openAnimated(bytes);
 * const posed = animated?.at(rest, 0, 1.5);
 */
export async function openAnimated(bytes: Uint8Array, options: LoadOptions = {}): Promise<AnimatedAsset | undefined> {
  if ((options.format ?? assetFormat(bytes)) !== "glb") return undefined;
  const context = makeContext(options);
  checkCount(bytes.length, context.limits, "fileBytes", { where: "file" });
  const { OpenGlb } = await import("../gltf/load-glb.ts");
  const glb = await OpenGlb.open(bytes, context);
  if (glb.animations.length === 0) return undefined;
  return {
    animations: glb.animations.map(({ name, duration }) => ({ name, duration })),
    at: (rest, animation, seconds) => glb.asset(meshOf(rest), { animation, seconds }),
  };
}

function meshOf(asset: Asset): Pick<MeshAsset, "materials" | "textures"> {
  const members = asset.type === "group" ? asset.members.map((member) => member.asset) : [asset];
  const mesh = members.find((each) => each.type === "mesh");
  return { materials: mesh?.materials ?? [], textures: mesh?.textures ?? [] };
}
