import { openLayer } from "@usdkit/usd";
import { printUsdaBytes } from "@usdkit/usda";

/**
 * Returns the text of a crate or of the first layer of a package.
 *
 * @throws {Error} with the byte of the first fault, if the file is damaged.
 */
export function textOfBinary(bytes: Uint8Array): Uint8Array {
  const { layer, ok, diagnostics } = openLayer(bytes, { checkArrays: true });
  const [problem] = diagnostics;
  if (!ok && problem !== undefined) throw new Error(`byte ${problem.offset}: ${problem.message}`);
  return printUsdaBytes(layer);
}
