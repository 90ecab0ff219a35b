/** Prepares files of meshes and splats to be drawn without a scene. */
import { AssetError, type Asset } from "@usdkit/assets";
import { AnimatedFile } from "./animated-file.ts";
import { RenderError } from "./errors/render-error.ts";
import { prepareData } from "./prepare/prepare-data.ts";
import type { AssetOrBytes } from "./prepare/resolve-assets.ts";
import { readSource } from "./prepare/scene-source.ts";
import { TexelCache } from "./prepare/texel-cache.ts";
import { PreparedScene } from "./rendering/prepared-scene.ts";
import type { PrepareOptions } from "./rendering/render-options.ts";
import { sceneTools } from "./scene-tools.ts";

/** How a file is prepared. */
export interface PrepareAssetOptions extends PrepareOptions {
  /** The name of its prim; characters that no name may have become `_`. Default: `Asset`. */
  readonly name?: string | undefined;
  /** Name of the animation of a GLB that times are of; default: the first. */
  readonly animation?: string | undefined;
}

const MESH_ID = "asset";

/**
 * Prepares one mesh, splats or points as a scene with a single prim, +y up and without a camera: draw it with the camera `"auto"`
 * or a pose. Without a time a GLB is at rest; times are seconds of one of its animations.
 *
 * @throws {AssetError} if the file cannot be read
 * @throws {RenderError} if a limit does not allow it, or the file has no variant or animation of the name that is asked for
 * @example
 * await using duck = await prepareAsset(await readFile("duck.glb"), { name: "Duck" });
 * const image = await duck.render({ camera: "auto", width: 640, height: 360, look: "full" });
 */
export async function prepareAsset(
  given: AssetOrBytes,
  { name = "Asset", animation, pool, ...options }: PrepareAssetOptions = {},
): Promise<PreparedScene> {
  const source = readSource(`#usda 1.0\ndef Mesh "${primName(name)}" (payload = @asset:/mesh/${MESH_ID}@)\n{\n}\n`);
  const tools = sceneTools(pool, options.signal);
  try {
    const asset = given instanceof Uint8Array ? await tools.load(given, options) : given;
    checkVariant(asset, options.materialVariant);
    const texels = new TexelCache();
    const prepare = async (drawn: Asset) =>
      await prepareData(source, { [MESH_ID]: drawn }, options, { ...tools, texels });
    const animated =
      given instanceof Uint8Array ? animatedFile(asset, animation, { bytes: given, options, prepare }) : undefined;
    return new PreparedScene(source, await prepare(asset), tools.pools, animated);
  } catch (error) {
    await tools.pools.own?.close();
    // The caller knows no mesh id.
    throw error instanceof RenderError && error.cause instanceof AssetError ? error.cause : error;
  }
}

function checkVariant(asset: Asset, name: string | undefined): void {
  const variants = animatedOf(asset)?.variants ?? [];
  if (name !== undefined && !variants.includes(name)) throw noName("material variant", name, variants);
}

function animatedFile(
  asset: Asset,
  name: string | undefined,
  source: Pick<ConstructorParameters<typeof AnimatedFile>[0], "bytes" | "options" | "prepare">,
): AnimatedFile | undefined {
  const animations = animatedOf(asset)?.animations ?? [];
  const index = name === undefined ? 0 : animations.findIndex((each) => each.name === name);
  if (index < 0) {
    throw noName(
      "animation",
      name ?? "",
      animations.map((each) => each.name),
    );
  }
  const animation = animations.at(index);
  if (animation === undefined) return undefined;
  return new AnimatedFile({ ...source, rest: asset, index, duration: animation.duration });
}

function animatedOf(asset: Asset): Extract<Asset, { type: "mesh" | "group" }> | undefined {
  return asset.type === "mesh" || asset.type === "group" ? asset : undefined;
}

function noName(kind: string, name: string, known: readonly string[]): RenderError {
  const list = known.map((each) => JSON.stringify(each)).join(", ");
  const rest = known.length === 0 ? "it has none" : `expected one of ${list}`;
  return new RenderError("option", `the file has no ${kind} ${JSON.stringify(name)}; ${rest}`);
}

/** Returns a name of a prim: letters, digits and `_`, the first of them no digit. */
function primName(name: string): string {
  const valid = name.replace(/[^\p{L}\p{N}_]/gu, "_");
  return /^[\p{L}_]/u.test(valid) ? valid : `_${valid}`;
}
