/** Layers with other asset paths. */
import { applyEdits, parseUsda, printUsdaBytes, replaceAssetPaths } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { openLayer } from "../open/open-layer.ts";

/**
 * Returns a layer with asset paths replaced, in the encoding that it has: a text keeps everything else, a crate is written
 * again.
 *
 * @param changes from the authored paths to the new ones
 * @throws Error if the file is not a layer that can be read, or its content cannot be written as text
 */
export function rewriteAssetPaths(bytes: Uint8Array, changes: ReadonlyMap<string, string>): Uint8Array {
  const { layer, encoding, ok, diagnostics } = openLayer(bytes);
  if (!ok) throw new Error(diagnostics[0]?.message ?? "the layer cannot be read");
  const replace = (path: string): string | undefined => changes.get(path);
  if (encoding === "usda") return applyEdits(bytes, replaceAssetPaths(layer, replace));
  const text = printUsdaBytes(layer);
  const edited = parseUsda(applyEdits(text, replaceAssetPaths(parseUsda(text).layer, replace)));
  const [problem] = edited.diagnostics;
  if (problem !== undefined) throw new Error(`its asset paths cannot be replaced: ${problem.message}`);
  return writeUsdc(edited.layer);
}
