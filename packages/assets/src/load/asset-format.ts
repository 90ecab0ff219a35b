import type { AssetFormat } from "../options/load-options.ts";
import { isSog } from "../sog/is-sog.ts";
import { isSplat } from "../splat/is-splat.ts";

/**
 * Recognizes a file by its content: GLB by `glTF`, PLY by a line `ply`, SPZ by the magic number of gzip (versions 1–3) or `NGSP`
 * (version 4), SOG by a ZIP archive with a `meta.json`. Files of 32 bytes a splat have no header: each sampled record of one is
 * finite, and its four last bytes are a unit quaternion.
 *
 * @returns Null if the format is none of these.
 */
export function assetFormat(bytes: Uint8Array): AssetFormat | null {
  const startsWith = (text: string): boolean =>
    bytes.length >= text.length && Array.from(text).every((letter, i) => bytes[i] === letter.charCodeAt(0));
  if (startsWith("glTF")) return "glb";
  if (startsWith("ply\n") || startsWith("ply\r")) return "ply";
  if (startsWith("\x1f\x8b") || startsWith("NGSP")) return "spz";
  if (isSog(bytes)) return "sog";
  return isSplat(bytes) ? "splat" : null;
}
