/** Binary files as text, for patches. A module of its own: a run without patches does not load it. */
import { printUsdaBytes } from "@usdkit/usda";
import { isBinaryLayer } from "@usdkit/base";

/** Returns the canonical text of a crate or package; text as it is. */
export async function asText(source: Uint8Array): Promise<Uint8Array> {
  if (!isBinaryLayer(source)) return source;
  const { openLayer } = await import("@usdkit/usd");
  return printUsdaBytes(openLayer(source).layer);
}
