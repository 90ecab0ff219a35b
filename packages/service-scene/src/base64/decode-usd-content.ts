import { Base64Error, decodeBase64 } from "@usdkit/base";
import { firstInvalidUtf8 } from "./invalid-utf8.ts";

/**
 * Decodes a scene from a request's `usdContent`: strict Base64 of valid UTF-8.
 *
 * @throws {Base64Error} like {@link decodeBase64}, and `utf-8` with the offset in the decoded bytes if they are not UTF-8.
 */
export function decodeUsdContent(text: string): Uint8Array {
  const bytes = decodeBase64(text);
  const invalid = firstInvalidUtf8(bytes);
  if (invalid >= 0) throw new Base64Error("utf-8", invalid, `Byte ${invalid} of the scene is not UTF-8`);
  return bytes;
}
