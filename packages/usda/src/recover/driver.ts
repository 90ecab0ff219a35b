/** Runs the grammar to the end of the text, and resumes after each error. */
import type { UsdaGrammar } from "../grammar/usda-grammar.ts";
import { LeftBrace } from "../grammar/tokens.ts";
import { Fault } from "../read/fault.ts";
import type { LeftOpenBrace } from "../read/left-open-brace.ts";
import type { Readers } from "../read/readers.ts";
import { Pending } from "../read/statements.ts";
import type { Token } from "../read/token.ts";
import type { TapeRecorder } from "../record/tape-recorder.ts";
import type { Scanner } from "../scan/scanner.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import { describeFault } from "./describe-fault.ts";
import { findNextEntry } from "./next-entry.ts";
import type { Resume } from "./resume.ts";
import { findLeftOpen, findResume } from "./resume.ts";

/** The grammar's expectation at the start of the block of a prim, variant set or variant. */
const BLOCK_BRACE = LeftBrace.LABEL ?? "";

/** Bytes of a text. */
interface TextPart {
  readonly start: number;
  readonly end: number;
}

export class Driver {
  private readonly grammar: UsdaGrammar;
  private readonly readers: Readers;
  private readonly recorder: TapeRecorder;
  private readonly scanner: Scanner;
  private readonly start: number;
  private readonly limit: number;
  private lastResume = -1;
  /** The text after the part determines how to continue. */
  private leftPart = false;
  /** Reads the text after the last error. */
  private next: () => unknown;

  /** @param part the range of the text to read: from `start`, after the header, to `end` */
  constructor(grammar: UsdaGrammar, recorder: TapeRecorder, scanner: Scanner, part: TextPart) {
    this.grammar = grammar;
    this.readers = grammar.readers;
    this.recorder = recorder;
    this.scanner = scanner;
    this.start = part.start;
    this.limit = part.end;
    this.next = grammar.layer;
  }

  /**
   * Parses the text. Returns an unclosed brace, if a second pass that knows it would assign the rest to other blocks.
   */
  run(known: LeftOpenBrace | undefined): LeftOpenBrace | undefined {
    while (!this.step());
    return this.finish(known);
  }

  /**
   * Parses statements of an open block, up to the end of the part. Returns whether they can be read separately: no
   * error crosses the end, and the same block is open there.
   */
  runPart(): boolean {
    const { blocks } = this.readers;
    const { openCount, openBlock } = blocks;
    this.next = this.grammar.statements;
    let isAtEnd = false;
    while (!isAtEnd) {
      isAtEnd = this.step();
      if (this.recorder.overflowed || this.leftPart || blocks.openCount < openCount) return false;
    }
    if (this.isRest && openCount === 0) blocks.checkTextEnd();
    return blocks.openCount === openCount && blocks.openBlock === openBlock;
  }

  private get isRest(): boolean {
    return this.limit === this.scanner.bytes.length;
  }

  /** Reads up to the next error, and recovers from it. Returns whether the end is reached. */
  private step(): boolean {
    const { next } = this;
    const { statements, layer } = this.grammar;
    this.next = statements;
    const fault = this.attempt(next);
    if (this.recorder.overflowed) return true;
    const token = this.grammar.parser.peek();
    if (fault === undefined) {
      if (next !== statements && next !== layer) return false;
      if (token.kind === TokenKind.endOfFile) return true;
      const isOpen = this.isStatementOpen();
      if (token.kind === TokenKind.identifier && this.resumeAtWord(token)) return false;
      this.recover(new Fault("USDA_UNEXPECTED", token, isOpen ? "a newline or `;`" : "a statement"), token.start);
      return false;
    }
    if (fault.kind === TokenKind.endOfFile && !this.isRest) this.leftPart = true;
    this.recover(fault, this.readers.statementBegin());
    return false;
  }

  /** Continues at a position; beyond the limit there is nothing to read. */
  private moveTo(position: number): void {
    if (position > this.limit) this.leftPart = true;
    this.grammar.parser.attach(this.scanner, Math.min(position, this.limit), this.limit);
  }

  private attempt(rule: () => unknown): Fault | undefined {
    try {
      rule();
      return undefined;
    } catch (fault) {
      if (fault instanceof Fault) return fault;
      throw fault;
    }
  }

  /** Returns whether the statement before the next token has not ended. */
  private isStatementOpen(): boolean {
    return this.readers.statements.state !== Pending.nothing;
  }

  /**
   * A word follows a statement on the same line: the statement's end is missing, if another statement seems to
   * follow. A word right after a number, as in `0x10`, and a single word are not statements.
   */
  private resumeAtWord(token: Token): boolean {
    const { start, end, before } = token;
    const isOpen = this.isStatementOpen();
    if (start <= this.lastResume || (before === 0 && isOpen) || !this.looksLikeStatement(start)) return false;
    this.lastResume = start;
    // After the layer's metadata a statement may follow on the same line.
    if (isOpen) this.readers.statements.reportMissingEnd({ start, end });
    this.moveTo(start);
    return true;
  }

  private looksLikeStatement(position: number): boolean {
    this.scanner.moveTo(position);
    this.scanner.next();
    return this.scanner.kind !== TokenKind.headWord || this.scanner.wordCount > 1;
  }

  private recover(fault: Fault, statementBegin: number): void {
    const { readers, recorder, scanner } = this;
    const { blocks } = readers;
    const { bytes } = scanner;
    const { code, message, ...found } = describeFault(
      fault,
      fault.kind === TokenKind.invalid ? scanner.problem : fault.code,
      bytes,
    );
    recorder.report(code, found, message, found);
    if (this.resumeInMetadata(fault)) return;
    const resume = this.resumeAfter(fault, statementBegin);
    readers.abandonStatement(resume.braceStart !== undefined);
    if (resume.braceStart !== undefined) blocks.openBroken(resume.braceStart);
    let { position } = resume;
    if (position <= this.lastResume) position = this.skipToken(position);
    this.lastResume = position;
    this.moveTo(position);
    // An unmatched `}` would otherwise be found repeatedly.
    if (blocks.openCount === 0 && bytes[position] === 125) {
      blocks.reportUnmatched({ start: position, end: position + 1 });
      this.lastResume = position + 1;
      this.moveTo(position + 1);
    }
  }

  /**
   * Continues with the next entry of a metadata block; returns false if the error is not in one, or the block is
   * unclosed.
   */
  private resumeInMetadata(fault: Fault): boolean {
    const { grammar, readers } = this;
    const { openStart } = readers.metadata;
    if (openStart < 0 || fault.code === "USDA_UNCLOSED_PARENTHESIS" || fault.resume !== undefined) return false;
    const position = findNextEntry(this.scanner, {
      blockStart: openStart,
      entryStart: readers.metadata.entry.start,
      faultStart: (fault.after ?? fault).start,
    });
    if (position <= this.lastResume) return false;
    readers.abandonEntry();
    if (readers.blocks.head.kind !== 0) this.next = grammar.headRest;
    else this.next = readers.properties.isOpen ? grammar.propertyRest : grammar.metadataRest;
    this.lastResume = position;
    this.moveTo(position);
    return true;
  }

  private resumeAfter(fault: Fault, statementBegin: number): Resume {
    if (fault.resume !== undefined) return { position: fault.resume };
    const opens = this.readers.blocks.head.kind !== 0 && fault.code !== "USDA_LIMIT_NESTING";
    // The head of a block, and then a property: only the brace is missing.
    if (opens && fault.kind === TokenKind.headWord && fault.expected === BLOCK_BRACE && fault.after !== undefined) {
      return { position: fault.start, braceStart: fault.after.end - 1 };
    }
    const start = Math.min(statementBegin, fault.start);
    return findResume(this.scanner, { start, faultStart: fault.start, opens });
  }

  /** An unterminated string or comment contains the rest of the text, braces included. */
  private isCutShort(end: number): boolean {
    return this.recorder.diagnostics.some((found) => found.end === end && found.code.endsWith("_UNTERMINATED"));
  }

  private skipToken(position: number): number {
    this.scanner.moveTo(position);
    this.scanner.next();
    return this.scanner.end;
  }

  private isUnclosedReported(brace: number): boolean {
    return this.recorder.diagnostics.some(({ code, start }) => code === "USDA_UNCLOSED_BRACE" && start === brace);
  }

  private finish(known: LeftOpenBrace | undefined): LeftOpenBrace | undefined {
    const { recorder, scanner } = this;
    const { blocks } = this.readers;
    const end = scanner.bytes.length;
    let leftOpen: LeftOpenBrace | undefined;
    blocks.checkTextEnd();
    if (blocks.openCount > 0 && !recorder.overflowed && !this.isCutShort(end)) {
      leftOpen = findLeftOpen(scanner, this.start);
      const innermost = blocks.frame.braceStart;
      const brace = leftOpen?.brace ?? innermost;
      blocks.reportUnclosed(this.isUnclosedReported(brace) ? innermost : brace);
    }
    blocks.closeAll(end);
    return known === undefined && leftOpen !== undefined && leftOpen.closer >= 0 ? leftOpen : undefined;
  }
}
