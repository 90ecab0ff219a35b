/** Blocks of prims, variant sets and variants: their heads and braces, and the path of the open block. */
import type { ByteRange } from "@usdkit/layer";
import { primPathOf } from "@usdkit/layer";
import { skipBlock } from "../scan/skip-block.ts";
import { decodeEscapes } from "../scan/strings.ts";
import type { ReadContext } from "./context.ts";
import { Fault } from "./fault.ts";
import { Frame, OwnerKind } from "./frame.ts";
import type { PropertyHead } from "./property-head.ts";
import type { BlockHead, BlockSink } from "./sink.ts";
import type { StatementLists } from "./statements.ts";
import { Pending } from "./statements.ts";
import type { Token } from "./token.ts";

class OpenHead implements BlockHead {
  /** An `OwnerKind`; `root` while no head is open. */
  kind: number = OwnerKind.root;
  start = 0;
  name = 0;
  nameStart = 0;
  specifier = 0;
  type = 0;
}

export class BlockReader {
  /** The prim, variant set or variant whose head is being read. */
  readonly head: OpenHead = new OpenHead();
  /** The record of the head, after its name was read; otherwise 0. */
  headRecord = 0;
  /** The innermost open block. */
  frame: Frame = new Frame();
  /** Start of the statement that is being read. */
  statementStart = 0;
  sink!: BlockSink;

  private readonly context: ReadContext;
  private readonly statements: StatementLists;
  private readonly frames: Frame[] = [this.frame];
  private depth = 0;
  /** End of the last `}`. */
  private lastCloseEnd = 0;

  constructor(context: ReadContext, statements: StatementLists) {
    this.context = context;
    this.statements = statements;
  }

  /** Starts reading a text. */
  begin(sink: BlockSink): void {
    this.sink = sink;
    this.depth = 0;
    this.head.kind = OwnerKind.root;
    this.headRecord = 0;
    this.lastCloseEnd = 0;
    this.push(OwnerKind.root, 0, 0);
    sink.root(this.frame);
    this.statementStart = 0;
  }

  /** Starts reading a part of a text, in the layer's block. */
  resume(sink: BlockSink): void {
    this.sink = sink;
    this.depth = 0;
    this.head.kind = OwnerKind.root;
    this.headRecord = 0;
    this.lastCloseEnd = 0;
    this.push(OwnerKind.root, 0, 0);
    sink.reenter(0, this.frame);
    this.statementStart = 0;
  }

  /** Opens the block of a previously read prim. */
  reopen(record: number): void {
    const name = this.sink.nameOf(record);
    this.depth++;
    this.push(OwnerKind.prim, 0, 0);
    this.frame.name = name;
    this.sink.reenter(record, this.frame);
  }

  /** Returns the record of the innermost open block. */
  get openBlock(): number {
    return this.frame.record;
  }

  /** Drops all open blocks. */
  end(): void {
    this.depth = 0;
    this.frame = this.frames[0];
    // Statements that views read are in prims.
    this.frame.kind = OwnerKind.prim;
    this.head.kind = OwnerKind.root;
    this.headRecord = 0;
  }

  // Heads.

  beginHead(kind: number, start: number): void {
    this.head.kind = kind;
    this.head.start = start;
    this.headRecord = 0;
  }

  /** Reads the name in a string token, with escapes resolved, cut at a NUL, as in the reference. */
  readName(token: Token): void {
    const { head } = this;
    const { bytes, names } = this.context;
    const marks = token.isTriple ? 3 : 1;
    const start = token.start + marks;
    const end = token.end - marks;
    head.nameStart = start;
    if (!token.hasEscape) {
      head.name = names.internRange(bytes, start, end);
      if (names.isPlainName(head.name)) return;
    }
    const text = decodeEscapes(bytes, start, end);
    const nul = head.kind === OwnerKind.prim ? text.indexOf("\0") : -1;
    head.name = names.internText(nul < 0 ? text : text.slice(0, nul));
  }

  /** Passes the head's block to the sink; returns its record. */
  openRecord(): number {
    return (this.headRecord = this.sink.block(this.head, this.frame));
  }

  // Braces.

  /** Handles `{` of the block whose head was read. */
  open(token: Token): void {
    const { context } = this;
    if (this.depth >= context.maxNesting) {
      throw new Fault("USDA_LIMIT_NESTING", token, "", {
        message: `Prims are nested deeper than ${context.maxNesting}.`,
        hint: "Raise `maxNesting`.",
        resume: skipBlock(context.scanner, token.start),
      });
    }
    this.enter(token.start);
  }

  private enter(braceStart: number): void {
    const { head, headRecord } = this;
    this.depth++;
    this.push(head.kind, braceStart, head.start);
    this.frame.name = head.name;
    this.sink.enter(headRecord, this.frame);
    head.kind = OwnerKind.root;
  }

  private push(kind: number, braceStart: number, statementStart: number): void {
    const frame = (this.frames[this.depth] ??= new Frame());
    frame.kind = kind;
    frame.braceStart = braceStart;
    frame.statementStart = statementStart;
    frame.hasContents = false;
    frame.depth = this.depth;
    this.frame = frame;
    // Later errors do not belong to the statement before the brace.
    this.statementStart = braceStart + 1;
    this.statements.open();
  }

  private leave(end: number): void {
    this.sink.leave(this.frame, end);
    this.statementStart = end;
    this.frame = this.frames[--this.depth];
    this.frame.hasNested = true;
    this.statements.close();
  }

  close(token: Token): void {
    const { context } = this;
    const { leftOpen } = context;
    if (leftOpen?.closer === token.start && leftOpen.brace === this.frame.braceStart) {
      this.reportUnclosed(this.frame.braceStart);
      this.leave(token.start);
      this.statements.state = Pending.nothing;
    }
    const { frame } = this;
    if (frame.kind === OwnerKind.root) {
      this.reportUnmatched(token);
      return;
    }
    if (frame.kind !== OwnerKind.variantSet) this.statements.requireSeparator(token);
    else if (!frame.hasContents && token.before !== 0) {
      const range = { start: frame.statementStart, end: token.end };
      context.report("USDA_EMPTY", range, "A variant set needs at least one variant.");
    }
    const wasVariant = frame.kind === OwnerKind.variant;
    this.leave(token.end);
    this.statements.state = wasVariant ? Pending.nothing : Pending.newline;
    this.lastCloseEnd = token.end;
  }

  reportUnclosed(brace: number): void {
    const end = this.context.bytes.length;
    this.context.report("USDA_UNCLOSED_BRACE", { start: brace, end: brace + 1 }, "`{` is never closed.", {
      hint: "Add the missing `}`.",
      related: [{ range: { start: end, end }, message: "the file ends here" }],
    });
  }

  reportUnmatched(range: ByteRange): void {
    this.context.report("USDA_UNMATCHED_BRACE", range, "Unmatched `}`.");
  }

  // Places.

  /** Requires a prim or variant around a property. */
  checkProperty(head: PropertyHead): void {
    const { frame } = this;
    if (frame.kind === OwnerKind.root) {
      this.context.report("USDA_MISPLACED", head.range, "A property must be in a prim.");
    } else if (frame.kind === OwnerKind.variantSet) this.reportNoVariant(head.range);
  }

  /** Reports a statement in a variant set that is not a variant. */
  reportNoVariant(range: ByteRange): void {
    this.frame.hasContents = true;
    this.context.report("USDA_MISPLACED", range, 'Expected a variant (`"name" { … }`) in the variant set.');
  }

  /** A carriage return alone does not separate root prims. */
  checkRootLine(token: Token): void {
    if (this.depth > 0 || this.statements.rootState !== Pending.newline) return;
    const { bytes } = this.context;
    for (let i = this.lastCloseEnd; i < token.start; i++) if (bytes[i] === 10) return;
    this.context.report("USDA_NEWLINE", token, "Missing line feed after a root prim's `}`.");
  }

  /** Nor does it separate the last root prim from the end of the file. */
  checkTextEnd(): void {
    const { context } = this;
    if (this.depth > 0 || this.statements.rootState !== Pending.newline) return;
    if (context.lastEnd() !== this.lastCloseEnd) return;
    const at = context.scanner.skipInline(this.lastCloseEnd);
    if (context.bytes[at] !== 13 || context.bytes.indexOf(10, at) >= 0) return;
    const message = "A carriage return alone does not end the line of a root prim's `}`.";
    context.report("USDA_NEWLINE", { start: at, end: at + 1 }, message, {
      hint: "End lines with a line feed, or with a carriage return and a line feed.",
    });
  }

  // Paths.

  /** Returns the path of the prim or variant that contains a finding, including its head. */
  reportedPath(): string {
    const path = this.openPath();
    const { head } = this;
    if (head.kind !== OwnerKind.prim || this.headRecord === 0) return path;
    return path + (path.endsWith("}") || path === "/" ? "" : "/") + this.context.names.text(head.name);
  }

  /** Returns the path of the anchor prim of relative paths. */
  anchorPath(): string {
    // The metadata of a prim that is not open yet belongs to that prim.
    return primPathOf(this.reportedPath());
  }

  private openPath(): string {
    let path = "";
    let afterSelection = false;
    for (let i = 1; i <= this.depth; i++) {
      const frame = this.frames[i];
      const name = this.context.names.text(frame.name);
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

  // After an error, and at the end of the text.

  /** Number of open blocks, without the layer. */
  get openCount(): number {
    return this.depth;
  }

  /** Drops the open head. */
  abandonHead(): void {
    if (this.head.kind !== OwnerKind.root && this.headRecord !== 0) this.sink.blockAbandoned(this.headRecord);
    this.head.kind = OwnerKind.root;
  }

  /** Opens the block after an error in its head, so that its contents are read. */
  openBroken(braceStart: number): void {
    const { head } = this;
    if (this.headRecord === 0) {
      head.nameStart = head.start;
      head.specifier = head.type = 0;
      head.name = this.context.names.internText("");
      this.sink.separate(this.openRecord());
    }
    this.enter(braceStart);
  }

  /** Closes all open blocks at the end of the text. */
  closeAll(end: number): void {
    while (this.depth > 0) this.leave(end);
    this.sink.leave(this.frame, end);
  }
}
