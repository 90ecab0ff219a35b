/** Detects encoding errors of a text. */
import type { Diagnostic } from "@usdkit/usda";

/** `bom`: a UTF-8 byte order mark; `utf-16`: not UTF-8 at all. */
export function encodingFault(source: Uint8Array | undefined): "bom" | "utf-16" | undefined {
  if (source === undefined || source.length < 2) return undefined;
  const [a = 0, b = 0, c] = source;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return "utf-16";
  // "#" next to a NUL: UTF-16 without a byte order mark.
  if ((a === 0x23 && b === 0) || (a === 0 && b === 0x23)) return "utf-16";
  return a === 0xef && b === 0xbb && c === 0xbf ? "bom" : undefined;
}

/** Returns whether a diagnostic of the parser is about the encoding: `usda-encoding` reports those. */
export function isAboutEncoding({ code, range }: Diagnostic, source: Uint8Array | undefined): boolean {
  return code === "USDA_ENCODING" || (code === "USDA_CHARACTER" && source?.[range.start] === 0);
}
