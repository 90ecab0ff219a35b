/** Metadata blocks: `( key = value … )` of layers, prims, variants and properties. */
import type { Tape } from "../layer/tape.ts";
import * as tapeLayout from "../layer/tape.ts";
import { isCxxNamespacedIdentifier } from "../scan/identifiers.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import type { FieldDefinition, FieldSpecKind } from "@usdkit/layer";
import * as base from "./actions-base.ts";
import { unclosedFault } from "./fault.ts";
import { keywordAssignment, listOperationOf, shapeOf } from "./metadata-forms.ts";
import { MetadataValueActions } from "./metadata-value-actions.ts";
import * as pathLists from "./path-list-actions.ts";
import { hasClosingParenthesis } from "./recovery.ts";
import type { UsdaToken } from "./token-stream.ts";
import * as tokens from "./tokens.ts";
import * as valueActions from "./value-actions.ts";
import { metadataOf } from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { END, KEY, KEY_START, LIST_OP_SHIFT, METADATA_SIZE, META_VALUE_END, META_VALUE_START, RecordKind, START, TAG } =
  tapeLayout;
const { FLAG_COLON, FLAG_DOUBLE_COLON, TokenKind } = tokenKinds;
const { ListState, Pending } = base;
const { PathUse } = pathLists;
const { Assignment } = tokens;
const { ValuePlace } = valueActions;

export abstract class MetadataActions extends MetadataValueActions {
  protected tape!: Tape;
  /** The kind of spec whose metadata is being read. */
  protected specKind: FieldSpecKind = "layer";
  private metadataStart = 0;
  private inMetadata = false;
  private entryKeyStart = 0;
  private entryIsUnregistered = false;

  /** Where the open metadata block begins, or -1. */
  protected openMetadataStart(): number {
    return this.inMetadata ? this.metadataStart : -1;
  }

  protected leaveMetadata(): void {
    this.inMetadata = false;
  }

  /** The metadata is that of a property. */
  protected abstract isPropertyOpen(): boolean;

  metadataOpen(token: UsdaToken): void {
    this.metadataStart = token.start;
    this.inMetadata = true;
    this.openStatements();
  }

  /** The entries are over: what follows must be `)`, or the `(` was left open. */
  metadataEnd(): void {
    const found = this.parser.peek();
    const { kind } = found;
    if (kind !== TokenKind.leftBrace && kind !== TokenKind.rightBrace && kind !== TokenKind.specifier) {
      if (kind !== TokenKind.endOfFile) return;
    }
    throw unclosedFault(TokenKind.leftParenthesis, this.metadataStart, found);
  }

  metadataClose(_token: UsdaToken): void {
    this.inMetadata = false;
    this.closeStatements();
  }

  /** A bare string: the `comment` field. */
  commentEntry(token: UsdaToken): void {
    this.requireSeparator(token);
    this.writeEntry(token.start, token.end, token.start, 0, 0, token.start, token.end);
    this.setPending(Pending.separator);
  }

  /** `name`, or a list operation's word and `name`. */
  entryBegin(token: UsdaToken): void {
    const { words, wordCount } = this.scanner;
    this.entryStart = token.start;
    this.entryOperation = wordCount > 1 ? listOperationOf(words[0].name) : 0;
    this.isDictionaryValue = false;
    if (wordCount > (this.entryOperation === 0 ? 1 : 2)) {
      if (this.isPropertyOpen() && !hasClosingParenthesis(this.scanner, token.start)) {
        throw unclosedFault(TokenKind.leftParenthesis, this.metadataStart, token);
      }
      const extra = words[this.entryOperation === 0 ? 1 : 2];
      this.fault("USDA_UNEXPECTED", { ...extra, kind: token.kind }, "`=` was expected after the name.");
    }
    const key = words[wordCount - 1];
    this.entryName = key.name;
    this.entryKeyStart = key.start;
    this.entryKeyEnd = key.end;
    if (
      key.flags !== 0 &&
      !((key.flags & ~FLAG_DOUBLE_COLON) === FLAG_COLON && isCxxNamespacedIdentifier(this.names.text(key.name)))
    ) {
      this.fault("USDA_NAME", { ...key, kind: token.kind }, `${this.quoteToken(key)} cannot name a field.`);
    }
    this.entryHead();
  }

  /** Says what stands after `=`. */
  private entryHead(): void {
    const key = { start: this.entryKeyStart, end: this.entryKeyEnd };
    this.foundEntry = undefined;
    this.entryField = undefined;
    this.entryIsUnregistered = true;
    const lookup = metadataOf(this.specKind, this.entryName, this.names);
    if (lookup.kind === "refused") {
      const message =
        lookup.reason === "reserved"
          ? `${this.quoteToken(key)} cannot be in the metadata of a ${this.specKind}.`
          : `${this.quoteToken(key)} is no metadata: the statements of the ${this.specKind} say it.`;
      this.report("USDA_FIELD", message, key.start, key.end);
      if (lookup.field !== undefined) {
        // It is read as what it would be in its place, so that this is the only error.
        this.parser.relabel(keywordAssignment(lookup.field.name));
        return;
      }
    } else if (lookup.kind === "keyword") {
      this.entryIsUnregistered = false;
      this.entryField = lookup.field;
      this.keywordHead(lookup.field, key);
      return;
    } else if (lookup.kind === "field") {
      this.entryIsUnregistered = false;
      this.entryField = lookup.field;
    }
    this.parser.relabel(this.entryOperation === 0 ? Assignment.metadata : Assignment.listOperation);
  }

  private keywordHead(field: FieldDefinition, key: { start: number; end: number }): void {
    const assignment = keywordAssignment(field.name);
    const takesOperation =
      assignment === Assignment.paths || assignment === Assignment.references || field.name === "variantSetNames";
    this.hasListOperation = this.entryOperation !== 0;
    if (this.hasListOperation && !takesOperation) {
      this.report("USDA_LIST_OPERATION", `${this.quoteToken(key)} takes no list operation.`, key.start, key.end);
    }
    this.pathUse = PathUse.inherits;
    this.arcsAreReferences = field.name === "references";
    this.parser.relabel(assignment);
  }

  /** `=`: the value comes next. */
  entryAssignment(token: UsdaToken): void {
    const field = this.entryField;
    // `symmetryFunction =` alone gives an empty name.
    if (field?.name === "symmetryFunction") this.sameLine(token, "`=`");
    else this.inlineAssignment(token);
    const shape = field === undefined || this.entryIsUnregistered ? undefined : shapeOf(field.type);
    this.bareWord = "";
    // Selections are few, and their values must be looked at.
    if (field?.name === "variantSelection") this.builds = true;
    if (shape === undefined) this.expectValue(undefined, false, ValuePlace.metadata);
    else this.expectValue(shape.type, shape.isArray, ValuePlace.metadata);
  }

  entryDone(): void {
    this.writeEntry(
      this.entryStart,
      this.lastEnd(),
      this.entryKeyStart,
      this.entryName,
      this.entryOperation,
      this.valueStart,
      this.valueEnd,
    );
    if (this.pending.length > 0) this.setPending(Pending.separator);
    this.listState = ListState.opened;
  }

  private writeEntry(
    start: number,
    end: number,
    keyStart: number,
    key: number,
    operation: number,
    valueStart: number,
    valueEnd: number,
  ): void {
    if (this.keep) return;
    const record = this.tape.add(METADATA_SIZE);
    const words = this.tape.words;
    words[record + TAG] = RecordKind.metadata | (operation << LIST_OP_SHIFT);
    words[record + START] = start;
    words[record + END] = end;
    words[record + KEY_START] = keyStart;
    words[record + KEY] = key;
    words[record + META_VALUE_START] = valueStart;
    words[record + META_VALUE_END] = valueEnd;
  }
}
