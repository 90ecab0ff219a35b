/** Prims: specifier, type and name. */
import type { HeadWord } from "../scan/head-words.ts";
import { isIdentifier } from "../scan/identifiers.ts";
import type { NameTable } from "../scan/name-table.ts";
import { FLAG_ARRAY_SUFFIX, FLAG_COLON, TokenKind } from "../scan/token-kinds.ts";
import type { BlockReader } from "./blocks.ts";
import type { ReadContext } from "./context.ts";
import { OwnerKind } from "./frame.ts";
import type { MetadataReader } from "./metadata.ts";
import type { Token } from "./token.ts";
import { isReserved, Word } from "./words.ts";

export class PrimReader {
  private readonly context: ReadContext;
  private readonly blocks: BlockReader;
  private readonly metadata: MetadataReader;
  /** Ids of the type's parts, the first `typeCount`: `Foo.Bar` has two. */
  private readonly typeParts: number[] = [0];
  private typeCount = 0;
  private typeStart = 0;
  private typeEnd = 0;
  private typeEndsWithDot = false;

  constructor(context: ReadContext, blocks: BlockReader, metadata: MetadataReader) {
    this.context = context;
    this.blocks = blocks;
    this.metadata = metadata;
  }

  begin(token: Token): void {
    const { blocks, context } = this;
    blocks.beginHead(OwnerKind.prim, token.start);
    context.plainWord(token);
    blocks.head.specifier = token.name === Word.def ? 0 : token.name === Word.over ? 1 : 2;
    this.typeCount = 0;
    this.typeStart = this.typeEnd = 0;
    this.typeEndsWithDot = false;
    if (blocks.frame.kind === OwnerKind.variantSet) blocks.reportNoVariant(token);
    else blocks.checkRootLine(token);
    const { words, wordCount } = context.scanner;
    if (wordCount > 1) this.addType(words[1]);
    if (wordCount > 2) {
      const { start, end } = words[2];
      const message = `Expected the prim's name in quotes, found ${context.quote(words[2])}.`;
      context.fault("USDA_UNEXPECTED", { start, end, kind: TokenKind.identifier }, message);
    }
  }

  private addType(word: HeadWord): void {
    const { name, flags } = word;
    const { context } = this;
    if (
      (flags & FLAG_ARRAY_SUFFIX) !== 0 ||
      isReserved(name) ||
      ((flags & FLAG_COLON) !== 0 && !this.isTypeText(context.names.text(name)))
    ) {
      context.report("USDA_NAME", word, `${context.quote(word)} is not a valid prim type.`);
    }
    if (this.typeCount === 0) this.typeStart = word.start;
    this.typeParts[this.typeCount++] = name;
    this.typeEnd = word.end;
    this.typeEndsWithDot = false;
  }

  typeWord(token: Token): void {
    this.context.sameLine(token, "the type's next part");
    const flags = (token.hasArraySuffix ? FLAG_ARRAY_SUFFIX : 0) | (token.hasColon ? FLAG_COLON : 0);
    this.addType({ name: token.name, start: token.start, end: token.end, flags });
  }

  /** Returns the id of the type's name, 0 without a type. `Foo.Bar`, spaces around the dot allowed, is one name. */
  private typeId(): number {
    if (this.typeCount < 2) return this.typeCount === 0 ? 0 : this.typeParts[0];
    const { names } = this.context;
    const parts = this.typeParts.slice(0, this.typeCount);
    return names.internText(parts.map((part) => names.text(part)).join("."));
  }

  private isTypeText(text: string): boolean {
    const { names } = this.context;
    return text.split("::").every((part) => isIdentifier(part) && !isReserved(names.internText(part)));
  }

  typeDot(token: Token): void {
    if (this.typeCount === 0) this.context.fault("USDA_UNEXPECTED", token, "Expected a type before `.`.");
    this.context.sameLine(token, "`.`");
    this.typeEndsWithDot = true;
  }

  name(token: Token): void {
    const { blocks, context } = this;
    const { head } = blocks;
    context.spaced(token, "the prim's name");
    if (this.typeEndsWithDot) {
      context.report("USDA_NAME", { start: this.typeStart, end: this.typeEnd }, "The prim's type ends with a dot.");
    }
    blocks.readName(token);
    if (!isPrimName(context.names, head.name)) {
      const hint = "Names consist of letters, digits and `_`, and do not begin with a digit.";
      const message = `${context.quote(token)} is not a valid prim name.`;
      context.report("USDA_NAME", token, message, { hint: token.end - token.start > 2 ? hint : undefined });
    }
    head.type = this.typeId();
    const record = blocks.openRecord();
    blocks.sink.separate(record);
    const earlier = blocks.sink.earlierPrim(record, blocks.frame);
    if (earlier !== undefined) {
      context.report("USDA_DUPLICATE_PRIM", token, `A prim named ${context.quote(token)} exists here already.`, {
        hint: "Rename one of them, or merge their contents.",
        related: [{ range: earlier, message: "the first is here" }],
      });
    }
    this.metadata.specKind = "prim";
  }
}

function isPrimName(names: NameTable, id: number): boolean {
  return names.isPlainName(id) || isIdentifier(names.text(id));
}
