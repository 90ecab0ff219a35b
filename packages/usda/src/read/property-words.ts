/** Heads of property statements: the words before `=`. */
import type { DiagnosticCode } from "../diagnostics/types.ts";
import { DOUBLE_QUOTE, SINGLE_QUOTE, SPACE } from "../scan/characters.ts";
import type { HeadWord } from "../scan/head-words.ts";
import { isCxxNamespacedIdentifier } from "../scan/identifiers.ts";
import { FLAG_ARRAY_SUFFIX, FLAG_COLON, TokenKind } from "../scan/token-kinds.ts";
import type { ReadContext } from "./context.ts";
import { OwnerKind } from "./frame.ts";
import { listOperationOf } from "./metadata-forms.ts";
import { PropertyHead } from "./property-head.ts";
import { Ordered } from "./sink.ts";
import type { Token } from "./token.ts";
import { isReserved, valueTypeOf, Word } from "./words.ts";

/** Reads the words before `=` into the head. */
export class PropertyHeadReader {
  readonly head: PropertyHead = new PropertyHead();
  private readonly context: ReadContext;
  private words: readonly HeadWord[] = [];
  private wordCount = 0;
  private ownerKind = 0;

  constructor(context: ReadContext) {
    this.context = context;
  }

  /**
   * Reads the words before `=`: the kind of statement, a type, a name.
   *
   * @param ownerKind the kind of block around the statement, an `OwnerKind`
   */
  read(token: Token, ownerKind: number): void {
    const { scanner } = this.context;
    this.head.start = token.start;
    // Another object for each text: a store takes longer than the comparison.
    if (this.words !== scanner.words) this.words = scanner.words;
    this.wordCount = scanner.wordCount;
    this.ownerKind = ownerKind;
    this.head.isOrder = false;
    if (this.isBeforeQuote()) this.rejectSpecifier(token);
    this.readWords();
  }

  /** A quote follows the words. Its token must not be read yet: it might overwrite the words. */
  private isBeforeQuote(): boolean {
    const { bytes, scanner } = this.context;
    const { position } = scanner;
    const byte = bytes[bytes[position] === SPACE ? position + 1 : position];
    return byte === DOUBLE_QUOTE || byte === SINGLE_QUOTE;
  }

  /** A string after words: a prim with a misspelled specifier, or the name of a misplaced variant set. */
  private rejectSpecifier(token: Token): never {
    const found = this.context.quote(token);
    this.context.fault(
      "USDA_UNEXPECTED",
      token,
      `Expected \`def\`, \`over\` or \`class\` to begin a prim, found ${found}.`,
    );
  }

  private readWords(): void {
    const { words, wordCount: count } = this;
    let i = 0;
    this.head.listOperation = count > 1 && words[0].flags === 0 ? listOperationOf(words[0].name) : 0;
    if (this.head.listOperation !== 0) {
      if (words[0].name === Word.reorder && count === 2 && this.readOrder()) return;
      i++;
    }
    this.head.isCustom = i + 1 < count && words[i].name === Word.custom && words[i].flags === 0;
    if (this.head.isCustom) i++;
    this.head.isUniform = false;
    let hasVarying = false;
    if (i + 1 < count && words[i].flags === 0) {
      const { name } = words[i];
      this.head.isUniform = name === Word.uniform || name === Word.config;
      hasVarying = name === Word.varying;
      if (this.head.isUniform || hasVarying) i++;
    }
    this.head.isRelationship = i + 1 < count && words[i].name === Word.rel && words[i].flags === 0;
    if (this.head.isRelationship) {
      if (this.head.isUniform) this.reportVariability(words[i - 1], "uniform", "relationship");
      this.head.isUniform = !hasVarying;
      this.head.type = 0;
      this.head.valueType = undefined;
      this.head.isArray = false;
    } else {
      if (hasVarying) this.reportVariability(words[i - 1], "varying", "attribute");
      this.readType(i);
    }
    this.readName(i + 1);
  }

  private reportVariability(word: HeadWord, variability: string, kind: string): void {
    const message = `\`${variability}\` is the default of a${kind === "attribute" ? "n" : ""} ${kind} and cannot be written.`;
    this.context.report("USDA_MISPLACED", word, message);
  }

  private readOrder(): boolean {
    if (this.words[1].flags !== 0) return false;
    switch (this.words[1].name) {
      case Word.nameChildren:
        this.head.ordered = Ordered.nameChildren;
        break;
      case Word.properties:
        this.head.ordered = Ordered.properties;
        break;
      case Word.rootPrims:
        this.head.ordered = Ordered.rootPrims;
        break;
      default:
        return false;
    }
    const atRoot = this.ownerKind === OwnerKind.root;
    if ((this.head.ordered === Ordered.rootPrims) !== atRoot) {
      const message = atRoot
        ? "Outside of prims only `reorder rootPrims` is allowed."
        : "`reorder rootPrims` is allowed only outside of prims.";
      this.context.report("USDA_MISPLACED", { start: this.words[0].start, end: this.words[1].end }, message);
    }
    this.head.isOrder = true;
    return true;
  }

  private readType(index: number): void {
    const word = this.words[index];
    const id = word.name;
    const hasSuffix = (word.flags & FLAG_ARRAY_SUFFIX) !== 0;
    if (index + 1 >= this.wordCount) {
      const only = this.context.quote(word);
      const wanted = this.ownerKind === OwnerKind.variantSet ? "a variant's name in quotes" : "a type and a name";
      this.faultAt(word, `Expected ${wanted}, found ${only}${this.wordCount === 1 ? " alone" : ""}.`);
    }
    if (isReserved(id) || ((word.flags & FLAG_COLON) !== 0 && !this.isTypeName(id))) {
      this.faultAt(word, `${this.context.quote(word)} is not a valid attribute type.`, "USDA_TYPE_UNKNOWN");
    }
    const type = valueTypeOf(id);
    this.head.type = id;
    this.head.typeRange.start = word.start;
    this.head.typeRange.end = word.end;
    this.head.isArray = hasSuffix;
    this.head.valueType = type === undefined || (hasSuffix && !type.hasArray) ? undefined : type;
  }

  private isTypeName(id: number): boolean {
    const { names } = this.context;
    const text = names.text(id);
    return isCxxNamespacedIdentifier(text) && text.split("::").every((part) => !isReserved(names.internText(part)));
  }

  private readName(index: number): void {
    const { context } = this;
    if (index >= this.wordCount) {
      context.fault("USDA_UNEXPECTED", context.tokens.peek(), "Expected a property name.");
    }
    if (index + 1 < this.wordCount) {
      const extra = this.words[index + 1];
      this.faultAt(extra, `Expected \`=\` or the end of the statement after the name, found ${context.quote(extra)}.`);
    }
    const word = this.words[index];
    this.head.name = word.name;
    this.head.nameRange.start = word.start;
    this.head.nameRange.end = word.end;
    if (word.flags !== 0 && word.flags !== FLAG_COLON) {
      this.faultAt(word, `${context.quote(word)} is not a valid property name.`, "USDA_NAME");
    }
  }

  private faultAt(word: HeadWord, message: string, code: DiagnosticCode = "USDA_UNEXPECTED"): never {
    this.context.fault(code, { start: word.start, end: word.end, kind: TokenKind.identifier }, message);
  }
}
