/** Variant sets and variants. */
import { isVariantName } from "../scan/identifiers.ts";
import { TokenKind } from "../scan/token-kinds.ts";
import type { BlockReader } from "./blocks.ts";
import type { ReadContext } from "./context.ts";
import { OwnerKind } from "./frame.ts";
import type { MetadataReader } from "./metadata.ts";
import type { Token } from "./token.ts";

export class VariantReader {
  private readonly context: ReadContext;
  private readonly blocks: BlockReader;
  private readonly metadata: MetadataReader;

  constructor(context: ReadContext, blocks: BlockReader, metadata: MetadataReader) {
    this.context = context;
    this.blocks = blocks;
    this.metadata = metadata;
  }

  setBegin(token: Token): void {
    const { blocks, context } = this;
    const { words, wordCount } = context.scanner;
    context.plainWord(token);
    if (wordCount > 1) {
      const { start, end } = words[1];
      const message = `Expected the variant set's name in quotes, found ${context.quote(words[1])}.`;
      context.fault("USDA_UNEXPECTED", { start, end, kind: TokenKind.identifier }, message);
    }
    blocks.beginHead(OwnerKind.variantSet, token.start);
    if (blocks.frame.kind === OwnerKind.root) {
      context.report("USDA_MISPLACED", token, "A variant set must be in a prim.");
    } else if (blocks.frame.kind === OwnerKind.variantSet) blocks.reportNoVariant(token);
  }

  setName(token: Token): void {
    this.context.spaced(token, "the variant set's name");
    this.name(token, "variant set");
  }

  setAssignment(token: Token): void {
    this.context.sameLine(token, "`=`");
  }

  variantName(token: Token): void {
    const { blocks, context } = this;
    blocks.beginHead(OwnerKind.variant, token.start);
    if (blocks.frame.kind !== OwnerKind.variantSet) {
      // A block that follows is most likely that of a prim without a specifier.
      blocks.head.kind = OwnerKind.prim;
      context.fault("USDA_UNEXPECTED", token, `Expected a statement, found the string ${context.quote(token)}.`);
    }
    blocks.frame.hasContents = true;
    this.name(token, "variant");
    this.metadata.specKind = "variant";
  }

  private name(token: Token, what: string): void {
    const { blocks, context } = this;
    blocks.readName(token);
    if (!isVariantName(context.names.text(blocks.head.name))) {
      context.report("USDA_NAME", token, `${context.quote(token)} is not a valid ${what} name.`, {
        hint: "Names consist of letters, digits, `_`, `|` and `-`, with an optional `.` at the beginning.",
      });
    }
    blocks.sink.joinVariant(blocks.openRecord(), blocks.frame);
  }
}
