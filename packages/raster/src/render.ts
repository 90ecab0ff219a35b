/** From a scene and its assets to a picture. */
import { PreparedScene } from "./picture/prepared-scene.ts";
import type { Picture } from "./picture/picture.ts";
import type { RenderOptions } from "./picture/render-options.ts";
import { prepareData, type PrepareOptions } from "./prepare/prepare-data.ts";
import type { AssetSource } from "./prepare/resolve-assets.ts";
import { readSource, type SceneSource } from "./prepare/scene-source.ts";
import { pauser } from "./threads/pause.ts";

/**
 * Reads a scene as the service does, loads its assets and lays everything out for drawing. What changes from picture to picture
 * is given to `render` of the result.
 *
 * @param scene USDA text or bytes, a layer (with what `readScene` gave, if that is there), or a built scene.
 * @param assets By mesh id: loaded assets or bytes of files, or a function that finds them.
 * @throws {RenderError} where the scene cannot be read, an asset is missing or broken, or a limit does not allow it; the reason of
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
  const prepared = await prepareData(source, assets, options, async () => await pause());
  return new PreparedScene(source.layer, source.plan, prepared);
}

/**
 * Makes one picture of a scene; see {@link prepareScene} for several.
 *
 * @example
 * const picture = await render(text, { "chair-01": await readFile("chair.glb") }, { width: 640, height: 360 });
 */
export async function render(
  scene: SceneSource,
  assets: AssetSource = {},
  options: PrepareOptions & Omit<RenderOptions, "limits"> & Pick<RenderOptions & PrepareOptions, "limits"> = {},
): Promise<Picture> {
  await using prepared = await prepareScene(scene, assets, options);
  return await prepared.render(options);
}
