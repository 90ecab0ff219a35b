/** Renders a scene and its assets. */
import { loadAsset } from "@usdkit/assets";
import { PreparedScene } from "./rendering/prepared-scene.ts";
import type { RenderedImage } from "./rendering/rendered-image.ts";
import type { PrepareOptions, RenderOptions } from "./rendering/render-options.ts";
import { prepareData } from "./prepare/prepare-data.ts";
import type { AssetSource } from "./prepare/resolve-assets.ts";
import { mipmapsWithPauses } from "./prepare/mipmaps.ts";
import { readSource, type SceneSource } from "./prepare/scene-source.ts";
import { poolLoader } from "./threads/load-in-pool.ts";
import { mipmapsInPool } from "./threads/mipmaps-in-pool.ts";
import { pauser } from "./threads/pause.ts";
import { RenderPool } from "./threads/render-pool.ts";

/**
 * Reads a scene as the service does, loads its assets and prepares the data of the renderer. Parameters of an image are options of
 * the result's `render`. It yields to the event loop every few milliseconds; large files are decoded in threads.
 *
 * @param scene USDA text or bytes, a layer (optionally with the result of `readScene`), or a built scene.
 * @param assets By mesh id: loaded assets or bytes of files, or a function that finds them.
 * @throws {RenderError} if the scene cannot be read, an asset is missing or broken, or a limit does not allow it; the reason of
 * `signal` where that is aborted.
 * @example
 * const scene = await prepareScene(text, (meshId) => readFile(`assets/${meshId}.glb`));
 * const { data, width, height } = await scene.render({ width: 640, height: 360 });
 */
export async function prepareScene(
  scene: SceneSource,
  assets: AssetSource = {},
  options: PrepareOptions = {},
): Promise<PreparedScene> {
  const pause = pauser(options.signal);
  const source = readSource(scene);
  const { pool: shared, ...rest } = options;
  // Its threads start with the first work.
  const own = shared === undefined ? new RenderPool() : undefined;
  // Without a pool of the caller only Node starts threads here: a page may not have set the location of the worker's module.
  const pool = shared ?? (globalThis.process?.getBuiltinModule === undefined ? undefined : own);
  const load = pool === undefined ? loadAsset : poolLoader(pool);
  try {
    const prepared = await prepareData(source, assets, rest, {
      load,
      pause: async () => await pause(),
      makeMipmaps: mipmapsInPool(
        pool,
        mipmapsWithPauses(async () => await pause()),
      ),
    });
    return new PreparedScene(source, prepared, { own, shared: shared ?? undefined });
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/**
 * Renders one image of a scene; see {@link prepareScene} for several.
 *
 * @example
 * const image = await render(text, { "chair-01": await readFile("chair.glb") }, { width: 640, height: 360 });
 */
export async function render(
  scene: SceneSource,
  assets: AssetSource = {},
  options: PrepareOptions & Omit<RenderOptions, "limits"> & Pick<RenderOptions & PrepareOptions, "limits"> = {},
): Promise<RenderedImage> {
  await using prepared = await prepareScene(scene, assets, options);
  return await prepared.render(options);
}
