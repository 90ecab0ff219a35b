import { InvalidRequestError } from "@usdkit/client";
import { counted } from "@usdkit/base";
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

/** `PXR-USDC` and the two signatures of a ZIP file, as in latin1. */
const BINARY = /^(?:PXR-USDC|PK\x03\x04|PK\x05\x06)/;

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
  if (!BINARY.test(String.fromCharCode(...source.subarray(0, 8)))) return { bytes: source, inner: [] };
  // Only binary scenes need the readers of crates and packages.
  const [{ openLayer }, { printUsdaBytes }] = await Promise.all([import("@usdkit/usd"), import("@usdkit/usda")]);
  const { layer, bytes, encoding, diagnostics, inner } = openLayer(source, { checkArrays: true });
  const [first, ...others] = encoding === "usdc" ? diagnostics : [];
  if (first !== undefined) {
    const more = others.length === 0 ? "" : ` (and ${counted(others.length, "more problem")})`;
    throw new InvalidRequestError(
      `The scene cannot be read: ${first.message}, at byte ${first.offset}${more}. Nothing was sent.`,
    );
  }
  return { bytes: encoding === "usda" ? bytes : printUsdaBytes(layer), from: encoding, inner };
}
