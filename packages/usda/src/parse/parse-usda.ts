/** Parses text to a layer. */
import { locate } from "../diagnostics/locate.ts";
import type { Diagnostic } from "../diagnostics/types.ts";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import { conflictDiagnostics, findMergeConflicts } from "./merge-conflicts.ts";
import type { ParsedTape, ParseLimits } from "./parse-tape.ts";
import { DEFAULT_LIMITS, parseTape } from "./parse-tape.ts";
import { ParsedLayer } from "./parsed-layer.ts";
import type { Layer } from "@usdkit/layer";
import { encodeUtf8 } from "@usdkit/base";

/** Limits of the parser, all with defaults: 4 GiB of input, nesting 1,000, a token of 256 MiB, 100 diagnostics. */
export type ParseOptions = Partial<ParseLimits>;

/** The result of {@link parseUsda}. */
export interface ParseResult {
  /** The layer; in a text with errors, the part of it that could be read. */
  readonly layer: Layer;
  /** The diagnostics, in the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** True if there are no diagnostics: the reference implementation accepts the text too. */
  readonly ok: boolean;
}

/**
 * Parses USDA text. Invalid input never throws: the result has diagnostics, and the part of the layer that could be
 * read.
 *
 * All checks are made immediately; specs and values are built on access, from `source`, which must not change.
 *
 * ```ts
 * const { layer, diagnostics, ok } = parseUsda('#usda 1.0\ndef Xform "World"\n{\n}\n');
 * layer.root.children[0]?.path; // "/World"
 * ```
 *
 * @param source the text, as UTF-8 bytes (fastest) or as a string
 */
export function parseUsda(source: Uint8Array | string, options: ParseOptions = {}): ParseResult {
  const bytes = typeof source === "string" ? encodeUtf8(source) : source;
  const limits = { ...DEFAULT_LIMITS, ...options };
  const parsed = parseTape(bytes, limits);
  if (parsed.diagnostics.length === 0) return { layer: new ParsedLayer(parsed, bytes), diagnostics: [], ok: true };
  const { tape, found } = withoutConflicts(parsed, limits);
  return { layer: new ParsedLayer(tape, bytes), diagnostics: locate(bytes, found), ok: false };
}

/** Parses a text with merge conflicts with the first version of each: the markers cause no further errors. */
function withoutConflicts(parsed: ParsedTape, limits: ParseLimits): { tape: ParsedTape; found: RawDiagnostic[] } {
  const { bytes, diagnostics } = parsed;
  const conflicts = bytes.length > limits.maxBytes ? undefined : findMergeConflicts(bytes);
  if (conflicts === undefined) return { tape: parsed, found: [...diagnostics] };
  const tape = parseTape(conflicts.ours, limits);
  const isHeaderInConflict = conflicts.markers[0].start === 0;
  const others = tape.diagnostics.filter(({ code }) => !isHeaderInConflict || code !== "USDA_HEADER");
  const found = [...others, ...conflictDiagnostics(conflicts)].sort((a, b) => a.start - b.start);
  return { tape, found: found.slice(0, limits.maxDiagnostics) };
}
