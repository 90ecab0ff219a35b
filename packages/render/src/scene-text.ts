import { isBinaryLayer } from "@usdkit/base";
import type { LayerEncoding } from "@usdkit/usd";

/** A scene file as the text that the service takes. */
export interface SceneText {
  /** UTF-8 bytes of USDA text: those of a text file unchanged. */
  readonly bytes: Uint8Array;
  /** The encoding of the layer, if it was not a text file: that of a package is the one of its first layer. */
  readonly from?: LayerEncoding | undefined;
  /** Paths through packages to the layer, the outermost first; empty for a file that is no package. */
  readonly inner: readonly string[];
}

/**
 * Returns a scene of any encoding as USDA text, detected by its first bytes: a crate is printed, of a package its first
 * layer is taken. The other files of a package, textures for example, are not part of the result.
 *
 * ```ts
 * const { bytes } = await sceneText(await readFile("chair.usdz"));
 * ```
 *
 * @throws InvalidRequestError if a binary file is damaged, with the offset of the first damage.
 */
export async function sceneText(source: Uint8Array): Promise<SceneText> {
  if (!isBinaryLayer(source)) return { bytes: source, inner: [] };
  // Only binary scenes need the readers of crates and packages.
  const { binarySceneText } = await import("./binary-scene.ts");
  return binarySceneText(source);
}
