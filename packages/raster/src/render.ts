/** Renders a scene and its assets. */
import { PreparedScene } from "./rendering/prepared-scene.ts";
import type { RenderedImage } from "./rendering/rendered-image.ts";
import type { PrepareOptions, RenderOptions } from "./rendering/render-options.ts";
import { sceneTools } from "./scene-tools.ts";
import { prepareData } from "./prepare/prepare-data.ts";
import type { AssetSource } from "./prepare/resolve-assets.ts";
import { readSource, type SceneSource } from "./prepare/scene-source.ts";

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
  const { pool, ...rest } = options;
  const tools = sceneTools(pool, options.signal);
  const source = readSource(scene);
  try {
    return new PreparedScene(source, await prepareData(source, assets, rest, tools), tools.pools);
  } catch (error) {
    await tools.pools.own?.close();
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
