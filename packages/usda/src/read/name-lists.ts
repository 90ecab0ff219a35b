/** Lists of names in quotes: variant sets, orders. */
import { isVariantName } from "../scan/identifiers.ts";
import { decodeStringToken } from "../scan/strings.ts";
import type { CommaLists } from "./comma-lists.ts";
import type { ReadContext } from "./context.ts";
import type { FoundValue } from "./found-value.ts";
import type { Token } from "./token.ts";

export class NameListReader {
  private readonly context: ReadContext;
  private readonly lists: CommaLists;
  private readonly found: FoundValue;
  private items: { start: number; end: number; text: string }[] = [];

  constructor(context: ReadContext, lists: CommaLists, found: FoundValue) {
    this.context = context;
    this.lists = lists;
    this.found = found;
  }

  begin(): void {
    if (this.items.length > 0) this.items = [];
  }

  single(token: Token): void {
    this.found.start = token.start;
    this.name(token);
  }

  item(token: Token): void {
    this.lists.item(token);
    this.name(token);
  }

  private name(token: Token): void {
    this.found.end = token.end;
    const text = decodeStringToken(this.context.bytes, token.start, token.end);
    this.items.push({ start: token.start, end: token.end, text });
  }

  end(): void {
    this.found.names = this.items.map((item) => item.text);
  }

  /** Checks the form of variant set names, and that none is duplicated. */
  checkVariantSets(): void {
    const { context, items } = this;
    for (const item of items) {
      if (!isVariantName(item.text)) {
        context.report("USDA_NAME", item, `${context.quote(item)} is not a valid variant set name.`);
      }
    }
    this.lists.checkDuplicates(this.found.names, items);
  }
}
