/** The formats that are converted: a file and an entry each. */
import { assetFormat, isGltfText } from "@usdkit/assets";
import { isCrate } from "@usdkit/usdc";
import { isPackage } from "@usdkit/usdz";
import { extensionOf } from "./extension.ts";
import type { SplatFormat } from "../splats/splat-formats.ts";
import type { FormatEntry } from "./format.ts";

/** All formats. */
export const formats: readonly FormatEntry[] = [
  {
    name: "USD",
    extensions: [".usd", ".usda", ".usdc", ".usdz"],
    matches: (bytes) => isCrate(bytes) || isPackage(bytes) || startsWith(bytes, "#usda"),
    load: async () => (await import("./usd.ts")).usd,
  },
  {
    name: "glTF",
    extensions: [".glb", ".gltf"],
    matches: (bytes) => assetFormat(bytes) === "glb" || isGltfText(bytes),
    load: async () => (await import("./gltf.ts")).gltf,
  },
  splatEntry("PLY", "ply"),
  splatEntry("SPZ", "spz"),
  splatEntry("SOG", "sog"),
  splatEntry(".splat", "splat"),
];

/** Whether files are converted in parts, so that they need not be in memory: for `openFile` and `fileResolver` of `@usdkit/usd/files`. */
export function isReadInParts(head: Uint8Array): boolean {
  return isCrate(head) || isPackage(head) || startsWith(head, "ply");
}

/** A format of Gaussian splats. */
function splatEntry(name: string, format: SplatFormat): FormatEntry {
  return {
    name,
    extensions: [`.${format}`],
    matches: (bytes) => assetFormat(bytes) === format,
    load: async () => (await import("./splats.ts")).splatFormat(format),
  };
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return bytes.length >= text.length && Array.from(text).every((letter, i) => bytes[i] === letter.charCodeAt(0));
}

/** Returns the format of files with a name; undefined if its extension is that of none. */
export function formatOfName(name: string): FormatEntry | undefined {
  const extension = extensionOf(name);
  return formats.find(({ extensions }) => extensions.includes(extension));
}
