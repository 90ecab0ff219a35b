/** Formats text in the normal layout, with its content unchanged. */
import type { Diagnostic } from "../diagnostics/types.ts";
import { parseUsda } from "../parse/parse-usda.ts";
import { decodeUtf8, encodeUtf8 } from "@usdkit/base";
import { FormatError } from "./format-error.ts";
import type { Layout } from "./formatter.ts";
import { layOut, layOutEdits } from "./lay-out.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";

/** Options of {@link formatUsda}; all have defaults. */
export interface FormatOptions {
  /** Blanks per level; 4. */
  readonly indent?: number | undefined;
  /** Maximum number of consecutive empty lines; 1. */
  readonly maxBlankLines?: number | undefined;
  /** Whether to wrap lists of numbers at `lineWidth`; false keeps their lines. */
  readonly reflow?: boolean | undefined;
  /** Maximum line length in bytes for wrapped lists of numbers; 120. */
  readonly lineWidth?: number | undefined;
}

/**
 * Returns the text in its normal layout: indentation by brackets, one blank around `=` and between words, none before
 * `,`, one entry per line if the author broke lines, prim headers as the reference writes them, no empty lines at the
 * edges of brackets. Content, comments, strings, line breaks in values and the kind of line ends are preserved.
 * Formatting is idempotent.
 *
 * ```ts
 * formatUsda('#usda 1.0\ndef "A" {\nint x=1;\n}'); // '#usda 1.0\ndef "A"\n{\n    int x = 1\n}\n'
 * ```
 *
 * @throws FormatError if the text is not well-formed
 */
export function formatUsda(source: Uint8Array | string, options: FormatOptions = {}): string {
  const bytes = formatUsdaBytes(source, options);
  return decodeUtf8(bytes, 0, bytes.length);
}

/**
 * Like `formatUsda`, from bytes to bytes, for texts of any size. Returns the source array itself if nothing changes.
 *
 * @throws FormatError if the text is not well-formed
 */
export function formatUsdaBytes(source: Uint8Array | string, options: FormatOptions = {}): Uint8Array {
  return layOut(wellFormed(source), withDefaults(options));
}

/**
 * Returns the changes of `formatUsda` as edits, one for each difference, for editors.
 *
 * @throws FormatError if the text is not well-formed
 */
export function formatUsdaEdits(source: Uint8Array | string, options: FormatOptions = {}): TextEdit[] {
  return layOutEdits(wellFormed(source), withDefaults(options));
}

function wellFormed(source: Uint8Array | string): Uint8Array {
  const bytes = typeof source === "string" ? encodeUtf8(source) : source;
  const first: Diagnostic | undefined = parseUsda(bytes).diagnostics[0];
  if (first !== undefined) throw new FormatError(first);
  return bytes;
}

function withDefaults(options: FormatOptions): Layout {
  return {
    indent: count("indent", options.indent ?? 4),
    maxBlankLines: count("maxBlankLines", options.maxBlankLines ?? 1),
    reflow: options.reflow ?? false,
    lineWidth: count("lineWidth", options.lineWidth ?? 120),
  };
}

function count(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 0 || value > 10_000) {
    throw new RangeError(`${name} is ${value}: a whole number from 0 to 10000 is expected`);
  }
  return value;
}
