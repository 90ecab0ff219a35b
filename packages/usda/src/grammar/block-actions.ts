/** Blocks of prims, variant sets and variants: their records, and the braces around their contents. */
import * as tapeLayout from "../layer/tape.ts";
import { decodeEscapes } from "../scan/strings.ts";
import * as base from "./actions-base.ts";
import { Fault } from "./fault.ts";
import { Frame } from "./frame.ts";
import * as frames from "./frame.ts";
import { PropertyActions } from "./property-actions.ts";
import { skipBlock } from "./recovery.ts";
import type { UsdaToken } from "./token-stream.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { END, IDENTITY, NAME, NAME_START, NEXT, OWNER_SIZE, PARENT, START, TAG, TYPE } = tapeLayout;
const { Pending } = base;
const { OwnerKind } = frames;

export abstract class BlockActions extends PropertyActions {
  protected depth = 0;
  private readonly framePool: Frame[] = [];

  // The prim, variant set or variant being opened.
  protected headStart = 0;
  /** An `OwnerKind`; 0 while nothing is being opened. */
  protected headKind = 0;
  protected headRecord = 0;
  protected primNameId = 0;
  protected primNameStart = 0;
  /** End of the `}` that was closed last. */
  protected lastCloseEnd = 0;

  protected enter(kind: number, record: number, identity: number, braceStart: number, statementStart: number): void {
    if (kind !== OwnerKind.root) this.depth++;
    const frame = (this.framePool[this.depth] ??= new Frame());
    frame.kind = kind;
    frame.record = record;
    frame.identity = identity;
    frame.braceStart = braceStart;
    frame.statementStart = statementStart;
    frame.hasNested = identity !== record;
    frame.propertyCount = 0;
    frame.propertyMap = undefined;
    frame.hasContents = false;
    frame.depth = this.depth;
    frame.childCount = 0;
    this.frames[this.depth] = frame;
    this.frame = frame;
    // What goes wrong from here on does not belong to the statement before the brace.
    this.statementStart = kind === OwnerKind.root ? 0 : braceStart + 1;
    this.openStatements();
  }

  protected leave(end: number): void {
    const words = this.tape.words;
    const frame = this.frame;
    words[frame.record + END] = end;
    words[frame.record + NEXT] = this.tape.length;
    this.statementStart = end;
    this.depth--;
    this.frame = this.frames[this.depth];
    this.frame.hasNested = true;
    this.closeStatements();
  }

  protected checkDepth(token: UsdaToken): void {
    if (this.depth >= this.maxNesting) {
      throw new Fault("USDA_LIMIT_NESTING", token, "", {
        message: `Prims are nested deeper than ${this.maxNesting}.`,
        hint: "Raise `maxNesting`.",
        resume: skipBlock(this.scanner, token.start),
      });
    }
  }

  closeBrace(token: UsdaToken): void {
    if (this.leftOpen?.closer === token.start && this.leftOpen.brace === this.frame.braceStart) {
      this.reportUnclosed(this.frame.braceStart);
      this.leave(token.start);
      this.setPending(Pending.nothing);
    }
    const frame = this.frame;
    if (frame.kind === OwnerKind.root) {
      this.report("USDA_UNMATCHED_BRACE", "`}` closes nothing: there is one too many.", token.start, token.end);
      return;
    }
    if (frame.kind !== OwnerKind.variantSet) this.requireSeparator(token);
    else if (!frame.hasContents && token.before !== 0) {
      this.report("USDA_EMPTY", "A variant set needs at least one variant.", frame.statementStart, token.end);
    }
    const wasVariant = frame.kind === OwnerKind.variant;
    this.leave(token.end);
    this.setPending(wasVariant ? Pending.nothing : Pending.newline);
    this.lastCloseEnd = token.end;
  }

  reportUnclosed(brace: number): void {
    const end = this.bytes.length;
    this.report("USDA_UNCLOSED_BRACE", "`{` is never closed.", brace, brace + 1, {
      hint: "Add the `}` that is missing.",
      related: [{ range: { start: end, end }, message: "the file ends here" }],
    });
  }

  protected openRecord(tag: number, typeId: number): number {
    const record = (this.headRecord = this.tape.add(OWNER_SIZE));
    const words = this.tape.words;
    words[record + TAG] = tag;
    words[record + START] = this.headStart;
    words[record + NAME_START] = this.primNameStart;
    words[record + NAME] = this.primNameId;
    words[record + TYPE] = typeId;
    words[record + PARENT] = this.frame.record;
    return record;
  }

  /** The name in a string token, escapes resolved and cut at a NUL, as the reference holds names. */
  protected readQuotedName(token: UsdaToken): void {
    const marks = token.isTriple ? 3 : 1;
    const start = token.start + marks;
    const end = token.end - marks;
    this.primNameStart = start;
    if (!token.hasEscape) {
      this.primNameId = this.names.internRange(this.bytes, start, end);
      if (this.names.isPlainName(this.primNameId)) return;
    }
    const text = decodeEscapes(this.bytes, start, end);
    const nul = this.headKind === OwnerKind.prim ? text.indexOf("\0") : -1;
    this.primNameId = this.names.internText(nul < 0 ? text : text.slice(0, nul));
  }

  /** Identity of the owner that a record belongs to. */
  protected identityOf(record: number): number {
    return this.tape.words[record + IDENTITY];
  }
}
