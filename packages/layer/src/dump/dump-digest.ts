import type { Layer } from "../model/types.ts";
import { dumpChunks } from "./dump.ts";
import { createSha256 } from "./sha256.ts";
import { encodeUtf8 } from "../values/utf8.ts";

/**
 * The SHA-256 of {@link dumpLayer}'s text in UTF-8, lower-case hexadecimal; the text is never in memory as a whole. Two
 * layers with the same digest have the same content.
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
