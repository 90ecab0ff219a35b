import { FormatError, formatUsdaBytes } from "@usdkit/usda";

/** The layout of a text: as it should be, another one, or unknown, as the text has syntax errors. */
export type Formatted =
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly text: Uint8Array }
  | { readonly kind: "broken" };

/** Formats a text. */
export function formatSource(source: Uint8Array): Formatted {
  try {
    const text = formatUsdaBytes(source);
    const isSame = Buffer.from(source.buffer, source.byteOffset, source.byteLength).equals(text);
    return isSame ? { kind: "same" } : { kind: "changed", text };
  } catch (error) {
    if (error instanceof FormatError) return { kind: "broken" };
    throw error;
  }
}
