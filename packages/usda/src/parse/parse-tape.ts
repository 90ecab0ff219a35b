/** Parses text to a tape: header, statements, and recovery after errors. */
import type { ByteRange } from "@usdkit/layer";
import type { RawDiagnostic } from "../diagnostics/raw-diagnostic.ts";
import { KEPT_ARRAY_BYTES } from "../read/found-value.ts";
import type { LeftOpenBrace } from "../read/left-open-brace.ts";
import { headWords, wordSeed } from "../read/words.ts";
import { Tape } from "../record/tape.ts";
import { Driver } from "../recover/driver.ts";
import { tokenKernel } from "../scan/kernel/token-kernel.ts";
import { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { encodingProblem, isUtf16 } from "./encoding-problem.ts";
import { engine } from "./engine.ts";
import { readHeader } from "./header.ts";

/** Limits of the parser; each is reported with its own code. */
export interface ParseLimits {
  /** Bytes of input. */
  readonly maxBytes: number;
  /** Depth of nested prims, dictionaries, and brackets of values. */
  readonly maxNesting: number;
  /** Bytes of one token. */
  readonly maxTokenBytes: number;
  readonly maxDiagnostics: number;
}

export const DEFAULT_LIMITS: ParseLimits = {
  maxBytes: 4 * 1024 ** 3,
  maxNesting: 1000,
  maxTokenBytes: 256 * 1024 ** 2,
  maxDiagnostics: 100,
};

/** The kernel does not check the length of its tokens, which are shorter than this. */
const MIN_TOKEN_LIMIT = 65536;

export interface ParsedTape {
  readonly bytes: Uint8Array;
  readonly names: NameTable;
  readonly tape: Tape;
  readonly version: string;
  readonly diagnostics: readonly RawDiagnostic[];
  /** Ranges that error recovery read ahead, in any order. */
  readonly lookaheads: readonly ByteRange[];
}

/**
 * Returns the number of words to reserve for the tape. Few texts need more; growing copies, and unused pages make V8
 * collect garbage.
 */
function tapeCapacity(byteLength: number): number {
  return Math.min(Math.max(256, Math.ceil(byteLength / 6)), 1 << 26);
}

export function parseTape(bytes: Uint8Array, limits: ParseLimits): ParsedTape {
  if (bytes.length > limits.maxBytes) return tooLarge(bytes, limits);
  const { parsed, leftOpen } = parseOnce(bytes, limits);
  // An unclosed brace shows only at the end of the text. A second pass that knows the brace assigns the rest to the
  // right block.
  return leftOpen === undefined ? parsed : parseOnce(bytes, limits, leftOpen).parsed;
}

interface Pass {
  readonly parsed: ParsedTape;
  /** An unclosed brace, if its `}` was taken from an outer block. */
  readonly leftOpen: LeftOpenBrace | undefined;
}

function parseOnce(bytes: Uint8Array, limits: ParseLimits, known?: LeftOpenBrace): Pass {
  const names = new NameTable(wordSeed);
  const header = readHeader(bytes);
  const tape = new Tape(tapeCapacity(bytes.length));
  const scanner = new Scanner(bytes, names, headWords, limits.maxTokenBytes);
  // Small arrays are checked in this pass and read again by views.
  scanner.expected.lists.sharedBytes = KEPT_ARRAY_BYTES;
  scanner.kernel = limits.maxTokenBytes < MIN_TOKEN_LIMIT ? undefined : tokenKernel(bytes, names);
  const { grammar, recorder } = engine();
  const encoding = encodingProblem(bytes, header.end);
  const found: RawDiagnostic[] = [];
  if (encoding !== undefined) found.push(encoding);
  // After a byte order mark, or in another encoding, the header cannot be right.
  const isHeaderKnown = encoding === undefined || encoding.start >= header.end;
  if (header.problem !== undefined && isHeaderKnown)
    found.push({ code: "USDA_HEADER", primPath: "/", ...header.problem });
  found.length = Math.min(found.length, limits.maxDiagnostics);
  recorder.begin(tape, names, limits.maxDiagnostics - found.length);
  grammar.readers.begin(scanner, names, recorder, { maxNesting: limits.maxNesting, leftOpen: known });

  // In UTF-16, no other token is reliable.
  const begin = isUtf16(bytes) ? bytes.length : header.end;
  grammar.parser.attach(scanner, begin);
  const leftOpen = new Driver(grammar, recorder, scanner, { start: begin, end: bytes.length }).run(known);
  const diagnostics = [...found, ...recorder.diagnostics].sort((a, b) => a.start - b.start);
  if (recorder.overflowed) {
    const last = diagnostics.at(-1) ?? { start: 0, end: 0, primPath: "/" };
    diagnostics.push({
      code: "USDA_LIMIT_DIAGNOSTICS",
      message: `There are more errors; only the first ${limits.maxDiagnostics} are reported.`,
      start: last.start,
      end: last.end,
      primPath: last.primPath,
    });
  }
  grammar.readers.end();
  grammar.parser.detach();
  recorder.end();
  scanner.kernel?.finish();
  return {
    parsed: { bytes, names, tape, version: header.version, diagnostics, lookaheads: scanner.lookaheads },
    leftOpen,
  };
}

function tooLarge(bytes: Uint8Array, limits: ParseLimits): ParsedTape {
  const empty = parseTape(new TextEncoder().encode("#usda 1.0\n"), DEFAULT_LIMITS);
  const message = `The text has ${bytes.length} bytes; the limit is ${limits.maxBytes}.`;
  return {
    bytes,
    names: empty.names,
    tape: empty.tape,
    version: "",
    lookaheads: [],
    diagnostics: [{ code: "USDA_LIMIT_SIZE", message, start: 0, end: 0, primPath: "/", hint: "Raise `maxBytes`." }],
  };
}
