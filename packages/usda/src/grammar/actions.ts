/** The actions as a whole, with what the driver and the readers call: a text's beginning and end, results, recovery. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import type { PackedSamples } from "../layer/tape.ts";
import { Tape } from "../layer/tape.ts";
import * as tapeLayout from "../layer/tape.ts";
import type { NumericArray, Spline, TypedValue, Value, FieldSpecKind } from "@usdkit/layer";
import { primPathOf } from "@usdkit/layer";
import type { FoundSamples } from "../layer/view-source.ts";
import { NameTable } from "../scan/name-table.ts";
import { Scanner } from "../scan/scanner.ts";
import type { RawDiagnostic, ReportDetails } from "./actions-base.ts";
import * as base from "./actions-base.ts";
import type { Frame } from "./frame.ts";
import * as frames from "./frame.ts";
import type { FoundEntry } from "./metadata-results.ts";
import type { LeftOpenBrace } from "./recovery.ts";
import { VariantActions } from "./variant-actions.ts";
import { headWords, wordSeed } from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { END, IDENTITY, NAME, NEXT, OWNER_SIZE, RecordKind, TAG } = tapeLayout;
const { Pending } = base;
const { OwnerKind } = frames;

/** Bounds of what the parser takes; each is reported with a code of its own. */
export interface ActionLimits {
  readonly maxNesting: number;
  readonly maxDiagnostics: number;
}

const NO_BYTES = new Uint8Array(0);
const NO_NAMES = new NameTable(wordSeed);
const NO_TAPE = new Tape(0);
const NO_TEXT = new Scanner(NO_BYTES, NO_NAMES, headWords, 0);

export class Actions extends VariantActions {
  diagnostics: RawDiagnostic[] = [];
  /** More was wrong than is reported. */
  overflowed = false;
  private limits: ActionLimits = { maxNesting: 1000, maxDiagnostics: 100 };
  private keepAnchor = "/";

  /** Begins to read a text. */
  begin(scanner: Scanner, names: NameTable, tape: Tape, limits: ActionLimits, leftOpen?: LeftOpenBrace): void {
    this.leftOpen = leftOpen;
    this.scanner = scanner;
    this.bytes = scanner.bytes;
    this.names = names;
    this.tape = tape;
    this.limits = limits;
    this.maxNesting = limits.maxNesting;
    this.keep = this.builds = false;
    this.diagnostics = [];
    this.overflowed = false;
    this.pending.length = 0;
    this.resetValues();
    this.propertyIndex.reset();
    this.leaveMetadata();
    this.primIndex.reset();
    this.variants.reset();
    this.headKind = 0;
    this.depth = 0;
    const root = tape.add(OWNER_SIZE);
    tape.words[root + TAG] = RecordKind.root;
    this.enter(OwnerKind.root, root, root, 0, 0);
    this.specKind = "layer";
  }

  /** Begins to read one statement again for a view: results are kept. `anchor` is the prim that relative paths mean. */
  beginView(scanner: Scanner, names: NameTable, anchor: string): void {
    this.scanner = scanner;
    this.bytes = scanner.bytes;
    this.names = names;
    this.keep = this.builds = true;
    this.keepAnchor = anchor;
    this.pending.length = 0;
    this.openStatements();
    this.resetValues();
    this.value = undefined;
    this.foundPaths = [];
    this.foundSpline = undefined;
    this.foundEntry = undefined;
  }

  /** The kind of spec whose metadata entry is read next. */
  viewMetadataOf(kind: FieldSpecKind): void {
    this.specKind = kind;
    this.foundEntry = undefined;
  }

  takeEntry(): FoundEntry | undefined {
    return this.foundEntry;
  }

  takeNames(): readonly string[] {
    return this.foundNames;
  }

  takePaths(): readonly string[] {
    return this.foundPaths;
  }

  takeValue(): Value | undefined {
    return this.value;
  }

  takeSamples(): FoundSamples {
    return this.foundPacked === undefined ? { list: this.foundSamples } : { packed: this.foundPacked };
  }

  takeSpline(): Spline | undefined {
    return this.foundSpline;
  }

  /** Lets go of the text: it may be large, and these actions live as long as the process. */
  end(): void {
    this.keep = this.builds = false;
    if (this.diagnostics.length > 0) this.diagnostics = [];
    this.bytes = NO_BYTES;
    this.names = NO_NAMES;
    this.tape = NO_TAPE;
    this.scanner = NO_TEXT;
    this.parser.detach(NO_TEXT);
  }

  protected override report(
    code: DiagnosticCode,
    message: string,
    start: number,
    end: number,
    details?: ReportDetails,
  ): void {
    if (this.keep) return;
    // One cause may be met by two checks: the first says it.
    const last = this.diagnostics.at(-1);
    if (last !== undefined && last.start === start && last.end === end) return;
    if (this.diagnostics.length >= this.limits.maxDiagnostics) {
      this.overflowed = true;
      return;
    }
    this.diagnostics.push({ code, message, start, end, primPath: this.reportedPath(), ...details });
  }

  /** Path of the prim or variant that a finding belongs to: also one whose head is being read. */
  private reportedPath(): string {
    const path = this.currentPath();
    if (this.headKind !== OwnerKind.prim || this.headRecord === 0) return path;
    return path + (path.endsWith("}") || path === "/" ? "" : "/") + this.names.text(this.primNameId);
  }

  /** Path of the prim or variant that is open. */
  currentPath(): string {
    let path = "";
    let afterSelection = false;
    const words = this.tape.words;
    for (let i = 1; i <= this.depth; i++) {
      const frame = this.frames[i];
      const name = this.names.text(words[frame.record + NAME]);
      if (frame.kind === OwnerKind.prim) {
        path += afterSelection ? name : `/${name}`;
        afterSelection = false;
      } else if (frame.kind === OwnerKind.variantSet) path += `${path === "" ? "/" : ""}{${name}=`;
      else {
        path += `${name}}`;
        afterSelection = true;
      }
    }
    if (this.frame.kind === OwnerKind.variantSet) path += "}";
    return path === "" ? "/" : path;
  }

  protected override anchorPath(): string {
    if (this.keep) return this.keepAnchor;
    // The metadata of a prim that is not open yet belongs to that prim.
    return primPathOf(this.reportedPath());
  }

  protected override keepSamples(samples: PackedSamples): number {
    return this.tape.samples.push(samples);
  }

  protected override keepNumbers(numbers: TypedValue["data"]): number {
    return this.tape.numbers.push(numbers as NumericArray);
  }

  // For the driver, after a fault and at the end.

  /** Frames that are open, outermost first, the layer left out. */
  openFrames(): readonly Frame[] {
    return this.frames.slice(1, this.depth + 1);
  }

  /** Closes what is still open at the end of the text. */
  closeAll(end: number): void {
    while (this.depth > 0) this.leave(end);
    const root = this.frame.record;
    this.tape.words[root + END] = end;
    this.tape.words[root + NEXT] = this.tape.length;
  }

  /** Where the statement begins that is being read. */
  statementBegin(): number {
    if (this.headKind !== 0) return this.headStart;
    const metadata = this.openMetadataStart();
    if (metadata >= 0 && this.propertyRecord === 0) return metadata;
    return this.statementStart;
  }

  /** What kind of statement was being opened when a fault came: an `OwnerKind`, or 0. */
  openingKind(): number {
    return this.headKind;
  }

  reportFault(found: Omit<RawDiagnostic, "primPath">): void {
    this.report(found.code, found.message, found.start, found.end, { hint: found.hint, related: found.related });
  }

  /** The statement before the next token has not ended. */
  isStatementOpen(): boolean {
    return this.pending[this.pending.length - 1] !== Pending.nothing;
  }

  reportMissingEnd(token: { start: number; end: number }, hint: string): void {
    const afterPrim = this.pending[this.pending.length - 1] === Pending.newline;
    const code = afterPrim ? "USDA_NEWLINE" : "USDA_STATEMENT_END";
    const message = afterPrim
      ? "A newline is needed after a prim's `}`."
      : "The statement before has no end: a newline or `;` was expected here.";
    this.report(code, message, token.start, token.end, afterPrim ? undefined : { hint });
    this.setPending(Pending.nothing);
  }

  reportUnmatched(position: number): void {
    this.report("USDA_UNMATCHED_BRACE", "`}` closes nothing: there is one too many.", position, position + 1);
  }

  /** A fault left a statement unfinished: forget what it had begun, but for a block that will be opened. */
  abandonStatement(keepHead = false): void {
    this.abandonProperty();
    this.resetValues();
    this.leaveMetadata();
    while (this.pending.length > this.depth + 1) this.closeStatements();
    this.setPending(Pending.nothing);
    this.scanner.joinsWords = true;
    this.builds = false;
    this.valueLineReported = false;
    if (keepHead) return;
    if (this.headKind !== 0 && this.headRecord !== 0) this.tape.words[this.headRecord + NEXT] = this.tape.length;
    this.headKind = 0;
  }

  /** After a fault in the head of a prim or variant: opens it all the same, so that its contents are read. */
  openBroken(braceStart: number): void {
    if (this.headRecord === 0) {
      this.primNameStart = this.headStart;
      this.primNameId = this.names.internText("");
      const kind = this.headKind === OwnerKind.prim ? RecordKind.prim : this.headKind;
      this.openRecord(kind, 0);
      this.tape.words[this.headRecord + IDENTITY] = this.headRecord;
    }
    const record = this.headRecord;
    this.enter(this.headKind, record, this.identityOf(record), braceStart, this.headStart);
    this.headKind = 0;
  }
}
