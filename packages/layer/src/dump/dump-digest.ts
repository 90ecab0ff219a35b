import type { Layer } from "../model/types.ts";
import { dumpChunks } from "./dump.ts";
import { createSha256 } from "./sha256.ts";
import { encodeUtf8 } from "@usdkit/base";

/**
 * Returns the SHA-256 of {@link dumpLayer}'s text in UTF-8, as lower-case hexadecimal, without holding the whole text
 * in memory. Two layers with the same digest have the same content.
 *
 * @example
 * ```ts
 * dumpSha256(parseUsda(a).layer) === dumpSha256(parseUsda(b).layer); // same content?
 * ```
 */
export function dumpSha256(layer: Layer): string {
  const hash = createSha256();
  for (const chunk of dumpChunks(layer)) hash.update(encodeUtf8(chunk));
  return hash.hex();
}
