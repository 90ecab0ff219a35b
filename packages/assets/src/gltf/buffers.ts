/** The bytes of a glTF's buffers and images: from the file itself, or from `data:` in its JSON. Nothing is fetched. */
import { Base64Error, decodeBase64 } from "@usdkit/base";
import { AssetError } from "../errors/asset-error.ts";
import type { LoadContext } from "../options/load-options.ts";
import type { GltfBuffers } from "./check-gltf.ts";
import type { Gltf } from "./gltf-types.ts";

/** @throws AssetError if a buffer is elsewhere, or shorter than it is declared */
export function readBuffers({ buffers }: Gltf, binary: Uint8Array | null, context: LoadContext): GltfBuffers {
  return buffers.map(({ uri, byteLength, extensions }, i) => {
    const where = `buffers[${i}]`;
    if (uri === undefined && (i > 0 || extensions?.EXT_meshopt_compression?.fallback === true)) {
      if (extensions?.EXT_meshopt_compression?.fallback === true) return null;
      throw new AssetError("malformed", "only the first buffer can be the file's second chunk.", { where });
    }
    const bytes = uri === undefined ? (binary ?? new Uint8Array(0)) : dataUri(uri, where, context).bytes;
    if (byteLength <= bytes.length) return bytes.subarray(0, byteLength);
    throw new AssetError("truncated", `${byteLength} bytes are declared, found ${bytes.length}.`, { where });
  });
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
    const message = `${JSON.stringify(uri.slice(0, 80))} is another file, and nothing is fetched. Export a GLB that holds everything.`;
    throw new AssetError("external", message, { where });
  }
  if (!/;base64$/i.test(head)) throw new AssetError("unsupported", "a data: URI must be base64.", { where });
  budget.take((uri.length - comma) * 0.75, where);
  try {
    return { bytes: decodeBase64(uri.slice(comma + 1)), mimeType: head.slice(5).split(";")[0] ?? "" };
  } catch (cause) {
    const message = `the data: URI cannot be decoded: ${cause instanceof Base64Error ? cause.message : "it is too long"}`;
    throw new AssetError("malformed", message, { where, cause });
  }
}
