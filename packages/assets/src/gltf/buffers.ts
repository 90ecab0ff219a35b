/** The bytes of a glTF's buffers and images: from the file itself, or from `data:` in its JSON. Nothing is fetched. */
import { Base64Error, decodeBase64 } from "@usdkit/base";
import { AssetError } from "../errors/asset-error.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { GltfBuffers } from "./check-gltf.ts";
import type { Gltf } from "./gltf-types.ts";

const PERCENT = 0x25;

/**
 * Buffers without bytes are allowed as long as nothing reads them: places of what decoders make, and of what programs fill.
 *
 * @throws AssetError if a buffer is elsewhere, or shorter than it is declared
 */
export function readBuffers({ buffers }: Gltf, binary: Uint8Array | null, context: LoadContext): GltfBuffers {
  return buffers.map(({ uri, byteLength, extensions }, i) => {
    const where = `buffers[${i}]`;
    const isChunk = i === 0 && binary !== null && extensions?.EXT_meshopt_compression?.fallback !== true;
    if (uri === undefined && !isChunk) return null;
    const bytes = uri === undefined ? (binary ?? new Uint8Array(0)) : dataUri(uri, where, context).bytes;
    if (byteLength <= bytes.length) return bytes.subarray(0, byteLength);
    throw new AssetError("truncated", `${byteLength} bytes are declared, found ${bytes.length}.`, { where });
  });
}

/** The two characters after a place. */
function escapeAt(source: Uint8Array, at: number): string {
  return String.fromCharCode(...source.subarray(at + 1, at + 3));
}

/** Returns the bytes of a text in which any of them may be `%` and two digits (RFC 3986, 2.1). */
export function percentDecoded(text: string): Uint8Array {
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const isEscape = source[i] === PERCENT && /^[\da-f]{2}$/iu.test(escapeAt(source, i));
    bytes[length++] = isEscape ? Number.parseInt(escapeAt(source, i), 16) : source[i];
    if (isEscape) i += 2;
  }
  return bytes.slice(0, length);
}

/**
 * Returns the bytes and the media type of a `data:` URI.
 *
 * @throws AssetError `external` if the URI names another file
 */
export function dataUri(uri: string, where: string, { budget }: LoadContext): { bytes: Uint8Array; mimeType: string } {
  const comma = uri.indexOf(",");
  const head = uri.slice(0, Math.min(comma < 0 ? 0 : comma, 200));
  if (!/^data:/i.test(uri)) {
    const message = `${JSON.stringify(uri.slice(0, 80))} is another file, which cannot be found. Put it next to this one, or export a GLB that holds everything.`;
    throw new AssetError("external", message, { where });
  }
  const mimeType = head.slice(5).split(";")[0] ?? "";
  if (!/;base64$/i.test(head)) {
    budget.take(uri.length - comma, where);
    return { bytes: percentDecoded(uri.slice(comma + 1)), mimeType };
  }
  budget.take((uri.length - comma) * 0.75, where);
  try {
    return { bytes: decodeBase64(uri.slice(comma + 1)), mimeType };
  } catch (cause) {
    const message = `the data: URI cannot be decoded: ${cause instanceof Base64Error ? cause.message : "it is too long"}`;
    throw new AssetError("malformed", message, { where, cause });
  }
}
