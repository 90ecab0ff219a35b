/** Drives the grammar over a text: header, statements, and recovery after errors. */
import type { Tape } from "../layer/tape.ts";
import { Tape as TapeClass } from "../layer/tape.ts";
import { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { firstInvalidUtf8 } from "@usdkit/layer";
import { Actions } from "./actions.ts";
import type { RawDiagnostic } from "./actions-base.ts";
import { STATEMENT_HINT } from "./actions-base.ts";
import { describeFault, describeToken } from "./describe.ts";
import { Fault } from "./fault.ts";
import { readHeader } from "./header.ts";
import type { LeftOpenBrace, Resume } from "./recovery.ts";
import { findLeftOpen, findResume } from "./recovery.ts";
import type { UsdaToken } from "./token-stream.ts";
import { LeftBrace } from "./tokens.ts";
import { UsdaGrammar } from "./usda-grammar.ts";
import { KEEP_BYTES } from "./value-actions.ts";
import { headWords, wordSeed } from "./words.ts";

/** Bounds of what is parsed. */
export interface ParseLimits {
  /** Bytes of input. */
  readonly maxBytes: number;
  /** Prims, dictionaries, and brackets of values inside of one another. */
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

export interface ParsedTape {
  readonly bytes: Uint8Array;
  readonly names: NameTable;
  readonly tape: Tape;
  readonly version: string;
  readonly diagnostics: readonly RawDiagnostic[];
}

/** What the grammar expects where the block of a prim, variant set or variant begins. */
const BLOCK_BRACE = LeftBrace.LABEL ?? "";

interface Engine {
  readonly grammar: UsdaGrammar;
  readonly actions: Actions;
}

// Chevrotain analyses the grammar when the parser is made, which takes milliseconds: one engine serves all texts. It
// keeps nothing from one to the next; a text is parsed in one go.
let sharedEngine: Engine | undefined;

export function engine(): Engine {
  if (sharedEngine === undefined) {
    const grammar = new UsdaGrammar();
    const actions = new Actions(grammar);
    grammar.actions = actions;
    sharedEngine = { grammar, actions };
  }
  return sharedEngine;
}

/** Words of tape to reserve for a text. Few need more; growth copies, and what is reserved in vain makes V8 collect garbage. */
function tapeCapacity(byteLength: number): number {
  return Math.min(Math.max(256, Math.ceil(byteLength / 6)), 1 << 26);
}

export function parseTape(bytes: Uint8Array, limits: ParseLimits): ParsedTape {
  if (bytes.length > limits.maxBytes) return tooLarge(bytes, new NameTable(wordSeed), limits);
  const { parsed, leftOpen } = parseOnce(bytes, limits);
  // Only at the end it shows that a brace was left open. Read again with that known, what follows it is in its place.
  return leftOpen === undefined ? parsed : parseOnce(bytes, limits, leftOpen).parsed;
}

interface Reading {
  readonly parsed: ParsedTape;
  /** A brace that was left open, where its `}` was taken from what is around it. */
  readonly leftOpen: LeftOpenBrace | undefined;
}

function parseOnce(bytes: Uint8Array, limits: ParseLimits, known?: LeftOpenBrace): Reading {
  const names = new NameTable(wordSeed);
  const header = readHeader(bytes);
  const tape = new TapeClass(tapeCapacity(bytes.length));
  const scanner = new Scanner(bytes, names, headWords, limits.maxTokenBytes);
  // Small lists are checked now and read again by views.
  scanner.numericReader.sharedBytes = KEEP_BYTES;
  const { grammar, actions } = engine();
  const encoding = encodingProblem(bytes, header.end);
  const found: RawDiagnostic[] = [];
  if (encoding !== undefined) found.push(encoding);
  // After a mark, or in another encoding, the header cannot be right.
  const isHeaderKnown = encoding === undefined || encoding.start >= header.end;
  if (header.problem !== undefined && isHeaderKnown)
    found.push({ code: "USDA_HEADER", primPath: "/", ...header.problem });
  found.length = Math.min(found.length, limits.maxDiagnostics);
  actions.begin(scanner, names, tape, { ...limits, maxDiagnostics: limits.maxDiagnostics - found.length }, known);

  // In UTF-16, nothing else is what it looks like.
  const begin = isUtf16(bytes) ? bytes.length : header.end;
  grammar.attach(scanner, begin);
  const leftOpen = new Driver(grammar, actions, scanner, begin).run(known);
  const diagnostics = [...found, ...actions.diagnostics].sort((a, b) => a.start - b.start);
  if (actions.overflowed) {
    const last = diagnostics.at(-1) ?? { start: 0, end: 0, primPath: "/" };
    diagnostics.push({
      code: "USDA_LIMIT_DIAGNOSTICS",
      message: `There are more errors; only the first ${limits.maxDiagnostics} are reported.`,
      start: last.start,
      end: last.end,
      primPath: last.primPath,
    });
  }
  actions.end();
  return { parsed: { bytes, names, tape, version: header.version, diagnostics }, leftOpen };
}

function tooLarge(bytes: Uint8Array, names: NameTable, limits: ParseLimits): ParsedTape {
  const empty = parseTape(new Uint8Array([35, 117, 115, 100, 97, 32, 49, 46, 48, 10]), DEFAULT_LIMITS);
  const message = `The text has ${bytes.length} bytes; at most ${limits.maxBytes} are read.`;
  return {
    bytes,
    names,
    tape: empty.tape,
    version: "",
    diagnostics: [{ code: "USDA_LIMIT_SIZE", message, start: 0, end: 0, primPath: "/", hint: "Raise `maxBytes`." }],
  };
}

/** Everything after the header's line must be UTF-8. */
function encodingProblem(bytes: Uint8Array, from: number): RawDiagnostic | undefined {
  if (isUtf16(bytes)) {
    const message = "The file is UTF-16; USDA is UTF-8.";
    return {
      code: "USDA_ENCODING",
      message,
      start: 0,
      end: 2,
      primPath: "/",
      hint: "Save it as UTF-8 without a mark.",
    };
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    const message = "The file begins with a byte order mark.";
    return {
      code: "USDA_ENCODING",
      message,
      start: 0,
      end: 3,
      primPath: "/",
      hint: "Save it as UTF-8 without a mark.",
    };
  }
  const body = bytes.subarray(from);
  if (isUtf8(body)) return undefined;
  const bad = from + firstInvalidUtf8(body);
  const shown = bytes[bad].toString(16).padStart(2, "0");
  return {
    code: "USDA_ENCODING",
    message: `The byte 0x${shown} is not UTF-8 here.`,
    start: bad,
    end: bad + 1,
    primPath: "/",
    hint: "Save the file as UTF-8.",
  };
}

/** Whether the text begins with a mark of UTF-16, in either order. */
function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

type BufferModule = { isUtf8(bytes: Uint8Array): boolean };

function isUtf8(bytes: Uint8Array): boolean {
  const host = globalThis as { process?: { getBuiltinModule?(name: string): unknown } };
  const native = host.process?.getBuiltinModule?.("node:buffer") as BufferModule | undefined;
  return native?.isUtf8 === undefined ? firstInvalidUtf8(bytes) < 0 : native.isUtf8(bytes);
}

/** Runs the grammar until the text ends, resuming after each fault. */
class Driver {
  private readonly grammar: UsdaGrammar;
  private readonly actions: Actions;
  private readonly scanner: Scanner;
  private readonly start: number;
  private lastResume = -1;

  constructor(grammar: UsdaGrammar, actions: Actions, scanner: Scanner, start: number) {
    this.grammar = grammar;
    this.actions = actions;
    this.scanner = scanner;
    this.start = start;
  }

  /** Gives the brace that was left open, where reading again with it known would put what follows in its place. */
  run(known: LeftOpenBrace | undefined): LeftOpenBrace | undefined {
    let isFirst = true;
    for (;;) {
      const fault = this.attempt(isFirst);
      isFirst = false;
      if (this.actions.overflowed) break;
      const token = this.grammar.peek();
      if (fault === undefined) {
        if (token.kind === TokenKind.endOfFile) break;
        const isOpen = this.actions.isStatementOpen();
        if (token.kind === TokenKind.identifier && this.resumeAtWord(token)) continue;
        this.recover(new Fault("USDA_UNEXPECTED", token, isOpen ? "a newline or `;`" : "a statement"), token.start);
      } else this.recover(fault, this.actions.statementBegin());
    }
    return this.finish(known);
  }

  private attempt(isFirst: boolean): Fault | undefined {
    try {
      if (isFirst) this.grammar.layer();
      else this.grammar.statements();
      return undefined;
    } catch (fault) {
      if (fault instanceof Fault) return fault;
      throw fault;
    }
  }

  /**
   * A word follows a statement on the same line: the statement's end is missing, where what follows looks like another
   * one. A word right behind a number, as in `0x10`, and a word alone do not.
   */
  private resumeAtWord(token: UsdaToken): boolean {
    const { start, end, before } = token;
    const isOpen = this.actions.isStatementOpen();
    if (start <= this.lastResume || (before === 0 && isOpen) || !this.looksLikeStatement(start)) return false;
    this.lastResume = start;
    // After the layer's metadata a statement may follow on the same line.
    if (isOpen) this.actions.reportMissingEnd({ start, end }, STATEMENT_HINT);
    this.grammar.moveTo(start);
    return true;
  }

  private looksLikeStatement(position: number): boolean {
    this.scanner.moveTo(position);
    this.scanner.next();
    return this.scanner.kind !== TokenKind.headWord || this.scanner.wordCount > 1;
  }

  private recover(fault: Fault, statementBegin: number): void {
    const { actions, scanner, grammar } = this;
    const problem = fault.kind === TokenKind.invalid ? scanner.problem : fault.code;
    actions.reportFault(describeFault(fault, problem, scanner.bytes));
    const resume = this.resumeAfter(fault, statementBegin);
    if (resume.braceStart === undefined) actions.abandonStatement();
    else {
      actions.abandonStatement(true);
      actions.openBroken(resume.braceStart);
    }
    let position = resume.position;
    if (position <= this.lastResume) position = this.skipToken(position);
    this.lastResume = position;
    grammar.moveTo(position);
    // A `}` that closes nothing here would be met again and again.
    if (actions.openFrames().length === 0 && scanner.bytes[position] === 125) {
      actions.reportUnmatched(position);
      this.lastResume = position + 1;
      grammar.moveTo(position + 1);
    }
  }

  private resumeAfter(fault: Fault, statementBegin: number): Resume {
    if (fault.resume !== undefined) return { position: fault.resume };
    const opens = this.actions.openingKind() !== 0 && fault.code !== "USDA_LIMIT_NESTING";
    // The head of a block, and then a property: just the brace is missing.
    if (opens && fault.kind === TokenKind.headWord && fault.expected === BLOCK_BRACE && fault.after !== undefined) {
      return { position: fault.start, braceStart: fault.after.end - 1 };
    }
    return findResume(this.scanner, Math.min(statementBegin, fault.start), fault.start, opens);
  }

  /** A string or comment without an end has swallowed the rest of the text, braces and all. */
  private isCutShort(end: number): boolean {
    return this.actions.diagnostics.some((found) => found.end === end && found.code.endsWith("_UNTERMINATED"));
  }

  private skipToken(position: number): number {
    this.scanner.moveTo(position);
    this.scanner.next();
    return this.scanner.end;
  }

  private isUnclosedReported(brace: number): boolean {
    return this.actions.diagnostics.some(({ code, start }) => code === "USDA_UNCLOSED_BRACE" && start === brace);
  }

  private finish(known: LeftOpenBrace | undefined): LeftOpenBrace | undefined {
    const { actions, scanner } = this;
    const end = scanner.bytes.length;
    let leftOpen: LeftOpenBrace | undefined;
    actions.checkTextEnd();
    if (actions.openFrames().length > 0 && !actions.overflowed && !this.isCutShort(end)) {
      leftOpen = findLeftOpen(scanner, this.start);
      const innermost = actions.openFrames().at(-1)?.braceStart ?? 0;
      const brace = leftOpen?.brace ?? innermost;
      actions.reportUnclosed(this.isUnclosedReported(brace) ? innermost : brace);
    }
    actions.closeAll(end);
    return known === undefined && leftOpen !== undefined && leftOpen.closer >= 0 ? leftOpen : undefined;
  }
}

export { describeToken };
