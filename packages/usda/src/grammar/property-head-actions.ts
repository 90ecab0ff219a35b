/** Heads of property statements: the words before `=`. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import * as tapeLayout from "../layer/tape.ts";
import * as characters from "../scan/characters.ts";
import type { HeadWord } from "../scan/head-scanner.ts";
import { isCxxNamespacedIdentifier } from "../scan/identifiers.ts";
import * as tokenKinds from "../scan/token-kinds.ts";
import type { ValueType } from "@usdkit/layer";
import { Frame } from "./frame.ts";
import * as frames from "./frame.ts";
import { MetadataActions } from "./metadata-actions.ts";
import { listOperationOf } from "./metadata-forms.ts";
import type { UsdaToken } from "./token-stream.ts";
import { isReserved, valueTypeOf } from "./words.ts";
import * as vocabulary from "./words.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { Ordered } = tapeLayout;
const { DOUBLE_QUOTE, SINGLE_QUOTE, SPACE } = characters;
const { FLAG_ARRAY_SUFFIX, FLAG_COLON, TokenKind } = tokenKinds;
const { OwnerKind } = frames;
const { Word } = vocabulary;

export abstract class PropertyHeadActions extends MetadataActions {
  protected frames: Frame[] = [];
  protected frame: Frame = new Frame();

  // The statement's words.
  private words: readonly HeadWord[] = [];
  private wordCount = 0;

  // What the words say.
  protected statementStart = 0;
  protected listOperation = 0;
  protected isOrder = false;
  protected isRelationship = false;
  protected isCustom = false;
  protected isUniform = false;
  protected typeId = 0;
  protected typeStart = 0;
  protected typeEnd = 0;
  protected propertyType: ValueType | undefined;
  protected isArrayType = false;
  protected nameId = 0;
  protected nameStart = 0;
  protected nameEnd = 0;
  protected orderWhat = 0;

  /** The words before `=`: what kind of statement it is, a type, a name. */
  protected readHead(token: UsdaToken): void {
    this.statementStart = token.start;
    this.words = this.scanner.words;
    this.wordCount = this.scanner.wordCount;
    this.isOrder = false;
    if (this.isBeforeQuote()) this.refuseSpecifier(token);
    this.readWords();
  }

  /** A quote follows the words. The token itself must not be read yet: it might replace the words. */
  private isBeforeQuote(): boolean {
    const { position } = this.scanner;
    const byte = this.bytes[this.bytes[position] === SPACE ? position + 1 : position];
    return byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE;
  }

  /** A string after words: a prim whose specifier is misspelled, or a variant set's name in a wrong place. */
  private refuseSpecifier(token: UsdaToken): never {
    const message = `\`def\`, \`over\` or \`class\` was expected to begin a prim, not ${this.quoteToken(token)}.`;
    this.fault("USDA_UNEXPECTED", { start: token.start, end: token.end, kind: token.kind }, message);
  }

  private readWords(): void {
    const words = this.words;
    const count = this.wordCount;
    let i = 0;
    this.listOperation = count > 1 && words[0].flags === 0 ? listOperationOf(words[0].name) : 0;
    if (this.listOperation !== 0) {
      if (words[0].name === Word.reorder && count === 2 && this.readOrder()) return;
      i++;
    }
    this.isCustom = i + 1 < count && words[i].name === Word.custom;
    if (this.isCustom) i++;
    this.isUniform = false;
    let hasVarying = false;
    if (i + 1 < count && (words[i].name === Word.uniform || words[i].name === Word.config)) {
      this.isUniform = true;
      i++;
    } else if (i + 1 < count && words[i].name === Word.varying) {
      hasVarying = true;
      i++;
    }
    this.isRelationship = i + 1 < count && words[i].name === Word.rel && words[i].flags === 0;
    if (this.isRelationship) {
      if (this.isUniform) {
        this.report(
          "USDA_MISPLACED",
          "A relationship takes no `uniform`: it is so by itself.",
          words[i - 1].start,
          words[i - 1].end,
        );
      }
      this.isUniform = !hasVarying;
      this.typeId = 0;
      this.propertyType = undefined;
      this.isArrayType = false;
      i++;
    } else {
      if (hasVarying) {
        this.report(
          "USDA_MISPLACED",
          "An attribute takes no `varying`: it is so by itself.",
          words[i - 1].start,
          words[i - 1].end,
        );
      }
      this.readType(i);
      i++;
    }
    this.readName(i);
  }

  private readOrder(): boolean {
    switch (this.words[1].name) {
      case Word.nameChildren:
        this.orderWhat = Ordered.nameChildren;
        break;
      case Word.properties:
        this.orderWhat = Ordered.properties;
        break;
      case Word.rootPrims:
        this.orderWhat = Ordered.rootPrims;
        break;
      default:
        return false;
    }
    const atRoot = this.frame.kind === OwnerKind.root;
    if (!this.keep && (this.orderWhat === Ordered.rootPrims) !== atRoot) {
      const message = atRoot
        ? "Only `reorder rootPrims` can stand outside of a prim."
        : "`reorder rootPrims` can stand only outside of prims.";
      this.report("USDA_MISPLACED", message, this.words[0].start, this.words[1].end);
    }
    this.isOrder = true;
    return true;
  }

  private readType(index: number): void {
    const word = this.words[index];
    const id = word.name;
    const hasSuffix = (word.flags & FLAG_ARRAY_SUFFIX) !== 0;
    if (index + 1 >= this.wordCount) {
      const only = this.quoteToken(word);
      if (this.frame.kind === OwnerKind.variantSet) {
        this.faultAt(word, `A variant's name in quotes was expected, not ${only}.`);
      }
      if (this.wordCount === 1)
        this.faultAt(word, `A statement cannot be ${only} alone: a type and a name were expected.`);
      this.faultAt(word, `A type and a name were expected, ${only} stands alone.`);
    }
    if (isReserved(id) || ((word.flags & FLAG_COLON) !== 0 && !this.isTypeName(id))) {
      this.faultAt(word, `${this.quoteToken(word)} cannot be the type of an attribute.`, "USDA_TYPE_UNKNOWN");
    }
    const type = valueTypeOf(id);
    this.typeId = id;
    this.typeStart = word.start;
    this.typeEnd = word.end;
    this.isArrayType = hasSuffix;
    this.propertyType = type === undefined || (hasSuffix && !type.hasArray) ? undefined : type;
  }

  private isTypeName(id: number): boolean {
    const text = this.names.text(id);
    return (
      isCxxNamespacedIdentifier(text) && text.split("::").every((part) => !isReserved(this.names.internText(part)))
    );
  }

  private readName(index: number): void {
    if (index >= this.wordCount) {
      this.fault("USDA_UNEXPECTED", this.parser.peek(), "A property's name was expected.");
    }
    if (index + 1 < this.wordCount) {
      this.faultAt(this.words[index + 1], "`=` or the statement's end was expected after the name.");
    }
    const word = this.words[index];
    this.nameId = word.name;
    this.nameStart = word.start;
    this.nameEnd = word.end;
    if (word.flags !== 0 && word.flags !== FLAG_COLON) {
      this.faultAt(word, `${this.quoteToken(word)} cannot name a property.`, "USDA_NAME");
    }
  }

  private faultAt(word: HeadWord, message: string, code: DiagnosticCode = "USDA_UNEXPECTED"): never {
    this.fault(code, { start: word.start, end: word.end, kind: TokenKind.identifier }, message);
  }

  protected checkPlace(): void {
    if (this.keep) return;
    if (this.frame.kind === OwnerKind.root) {
      this.report("USDA_MISPLACED", "A property must stand in a prim.", this.statementStart, this.nameEnd);
    } else if (this.frame.kind === OwnerKind.variantSet) {
      this.frame.hasContents = true;
      this.report(
        "USDA_MISPLACED",
        'A variant (`"name" { … }`) was expected in the variant set.',
        this.statementStart,
        this.nameEnd,
      );
    }
  }
}
