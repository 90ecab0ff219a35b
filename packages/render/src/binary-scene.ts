/** Scenes in crates and packages. Loaded for these alone, and by name: a bundle has only what is called here of the readers. */
import { InvalidRequestError } from "@usdkit/client";
import { counted } from "@usdkit/base";
import { openLayer } from "@usdkit/usd";
import { printUsdaBytes } from "@usdkit/usda";
import type { SceneText } from "./scene-text.ts";

/**
 * Returns a crate, or the first layer of a package, as text.
 *
 * @throws InvalidRequestError if it is damaged, with the offset of the first damage.
 */
export function binarySceneText(source: Uint8Array): SceneText {
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
