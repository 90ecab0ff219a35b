/** Prims: specifier, type and name. */
import * as tapeLayout from "../layer/tape.ts";
import type { HeadWord } from "../scan/head-scanner.ts";
import { isIdentifier } from "../scan/identifiers.ts";
import type { NameTable } from "../scan/name-table.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import * as base from "./actions-base.ts";
import { BlockActions } from "./block-actions.ts";
import * as frames from "./frame.ts";
import { PrimIndex } from "./prim-index.ts";
import type { UsdaToken } from "./token-stream.ts";
import { isReserved } from "./words.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { IDENTITY, NAME, NAME_START, RecordKind, SPECIFIER_SHIFT } = tapeLayout;
const { FLAG_ARRAY_SUFFIX, FLAG_COLON, TokenKind } = tokenKinds;
const { Pending } = base;
const { OwnerKind } = frames;
const { Word } = vocabulary;

export abstract class PrimActions extends BlockActions {
  private specifier = 0;
  /** Ids of the type's parts, of which the first `primTypeCount` count: `Foo.Bar` has two. */
  private readonly primTypeParts: number[] = [0];
  private primTypeCount = 0;
  private primTypeStart = 0;
  private primTypeEnd = 0;
  private primTypeEndsWithDot = false;
  protected readonly primIndex: PrimIndex = new PrimIndex();

  primBegin(token: UsdaToken): void {
    this.headStart = token.start;
    this.headKind = OwnerKind.prim;
    this.headRecord = 0;
    this.specifier = token.name === Word.def ? 0 : token.name === Word.over ? 1 : 2;
    this.primTypeCount = 0;
    this.primTypeStart = this.primTypeEnd = 0;
    this.primTypeEndsWithDot = false;
    if (this.frame.kind === OwnerKind.variantSet) {
      this.frame.hasContents = true;
      this.report(
        "USDA_MISPLACED",
        'A variant (`"name" { … }`) was expected in the variant set.',
        token.start,
        token.end,
      );
    } else if (this.depth === 0) this.checkRootLine(token);
    const { words, wordCount } = this.scanner;
    if (wordCount > 1) this.addType(words[1]);
    if (wordCount > 2) {
      const { start, end } = words[2];
      const message = `The prim's name in quotes was expected, not ${this.quoteToken(words[2])}.`;
      this.fault("USDA_UNEXPECTED", { start, end, kind: TokenKind.identifier }, message);
    }
  }

  /** Between root prims a carriage return alone is no line end. */
  private checkRootLine(token: UsdaToken): void {
    if (this.pending[0] !== Pending.newline) return;
    for (let i = this.lastCloseEnd; i < token.start; i++) if (this.bytes[i] === 10) return;
    this.report("USDA_NEWLINE", "A line feed is needed after a root prim's `}`.", token.start, token.end);
  }

  /** Nor is it one between the last root prim and the end of the file. */
  checkTextEnd(): void {
    if (this.depth > 0 || this.pending[0] !== Pending.newline || this.lastEnd() !== this.lastCloseEnd) return;
    const at = this.scanner.skipInline(this.lastCloseEnd);
    if (this.bytes[at] !== 13 || this.bytes.indexOf(10, at) >= 0) return;
    this.report("USDA_NEWLINE", "A carriage return alone does not end the line of a root prim's `}`.", at, at + 1, {
      hint: "End lines with a line feed, or with a carriage return and a line feed.",
    });
  }

  private addType(word: HeadWord): void {
    const { name, start, end, flags } = word;
    if (
      (flags & FLAG_ARRAY_SUFFIX) !== 0 ||
      isReserved(name) ||
      ((flags & FLAG_COLON) !== 0 && !this.isTypeText(this.names.text(name)))
    ) {
      this.report("USDA_NAME", `${this.quoteToken(word)} cannot be a prim's type.`, start, end);
    }
    if (this.primTypeCount === 0) this.primTypeStart = start;
    this.primTypeParts[this.primTypeCount++] = name;
    this.primTypeEnd = end;
    this.primTypeEndsWithDot = false;
  }

  primTypeWord(token: UsdaToken): void {
    this.sameLine(token, "The type's next part");
    this.addType(token);
  }

  /** The type's name, 0 where there is none. `Foo.Bar`, blanks around the dot allowed, is one name. */
  private primTypeId(): number {
    if (this.primTypeCount < 2) return this.primTypeCount === 0 ? 0 : this.primTypeParts[0];
    const parts = this.primTypeParts.slice(0, this.primTypeCount);
    return this.names.internText(parts.map((part) => this.names.text(part)).join("."));
  }

  private isTypeText(text: string): boolean {
    return text.split("::").every((part) => isIdentifier(part) && !isReserved(this.names.internText(part)));
  }

  primTypeDot(token: UsdaToken): void {
    if (this.primTypeCount === 0) this.fault("USDA_UNEXPECTED", token, "A type was expected before `.`.");
    this.sameLine(token, "`.`");
    this.primTypeEndsWithDot = true;
  }

  primName(token: UsdaToken): void {
    this.spaced(token, "The prim's name");
    if (this.primTypeEndsWithDot) {
      this.report("USDA_NAME", "The prim's type ends with a dot.", this.primTypeStart, this.primTypeEnd);
    }
    this.readQuotedName(token);
    if (!isPrimName(this.names, this.primNameId)) {
      const hint =
        token.end - token.start > 2 ? "Names take letters, digits and `_`, and begin with no digit." : undefined;
      this.report("USDA_NAME", `${this.quoteToken(token)} cannot name a prim.`, token.start, token.end, { hint });
    }
    const record = this.openRecord(RecordKind.prim | (this.specifier << SPECIFIER_SHIFT), this.primTypeId());
    this.tape.words[record + IDENTITY] = record;
    this.addPrim(token, record);
    this.specKind = "prim";
  }

  /** Notes the prim by its parent and name, and reports one that is there already. */
  private addPrim(token: UsdaToken, record: number): void {
    const words = this.tape.words;
    const other = this.primIndex.add(words, this.frame, this.primNameId, record);
    if (other === 0) return;
    const nameStart = words[other + NAME_START];
    this.report(
      "USDA_DUPLICATE_PRIM",
      `There is a prim named ${this.quoteToken(token)} here already.`,
      token.start,
      token.end,
      {
        hint: "Rename one of them, or merge their contents.",
        related: [
          {
            range: { start: nameStart, end: nameStart + this.names.byteLength(words[other + NAME]) },
            message: "the first is here",
          },
        ],
      },
    );
  }

  primOpen(token: UsdaToken): void {
    this.checkDepth(token);
    this.enter(OwnerKind.prim, this.headRecord, this.headRecord, token.start, this.headStart);
    this.headKind = 0;
  }
}

function isPrimName(names: NameTable, id: number): boolean {
  return names.isPlainName(id) || isIdentifier(names.text(id));
}
