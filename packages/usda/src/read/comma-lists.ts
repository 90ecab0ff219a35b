/** Lists with commas: `[ … ]` of paths, names and arcs, `{ … }` of maps and samples. */
import type { ByteRange } from "@usdkit/layer";
import { BEFORE_LINE_END } from "../scan/token-kinds.ts";
import type { ReadContext } from "./context.ts";
import type { FoundValue } from "./found-value.ts";
import type { Token } from "./token.ts";

/** State of a list: the last part that was read. */
export const ListState = { opened: 0, item: 1, comma: 2 } as const;

const { opened: OPENED, item: ITEM, comma: COMMA } = ListState;

export class CommaLists {
  /** A list operation's keyword precedes the list: it must not be empty. */
  hasOperation = false;

  private readonly context: ReadContext;
  private readonly found: FoundValue;
  private state: number = OPENED;
  private mayBeEmpty = true;
  private start = 0;

  constructor(context: ReadContext, found: FoundValue) {
    this.context = context;
    this.found = found;
  }

  reset(): void {
    this.state = OPENED;
  }

  open(token: Token, mayBeEmpty: boolean): void {
    this.found.start = this.start = token.start;
    this.state = OPENED;
    this.mayBeEmpty = mayBeEmpty;
  }

  item(token: ByteRange = this.context.tokens.peek()): void {
    if (this.state === ITEM) this.context.report("USDA_UNEXPECTED", token, "Expected `,` between list items.");
    this.state = ITEM;
  }

  comma(token: Token): void {
    if (this.state !== ITEM) this.context.fault("USDA_UNEXPECTED", token, "Expected an item before `,`.");
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.context.report("USDA_NEWLINE", token, "`,` must be on the same line as the item before it.");
    }
    this.state = COMMA;
  }

  close(token: Token): void {
    this.found.end = token.end;
    if (this.state === OPENED && !this.mayBeEmpty) {
      this.context.report("USDA_EMPTY", { start: this.start, end: token.end }, "The list needs at least one item.");
    }
  }

  /** A list operation (`prepend x = …`) needs items. */
  checkNotEmpty(count: number, what: string): void {
    if (count > 0 || !this.hasOperation) return;
    const message = `An empty list of ${what} is allowed only without add, append, delete, prepend or reorder.`;
    this.context.report("USDA_LIST_OPERATION", this.found, message);
  }

  /** Reports each key that appears earlier in the list. `items` are the ranges of the keys. */
  checkDuplicates(keys: readonly string[], items: readonly ByteRange[]): void {
    // The first pass has checked the statement that a view reads.
    if (keys.length < 2 || this.context.sink.buildsValues) return;
    const first = new Map<string, number>();
    for (const [index, key] of keys.entries()) {
      const before = first.get(key);
      if (before === undefined) first.set(key, index);
      else this.reportDuplicate(items[index], items[before]);
    }
  }

  reportDuplicate(item: ByteRange, before: ByteRange): void {
    this.context.report("USDA_DUPLICATE_ITEM", item, `${this.context.quote(item)} is in the list twice.`, {
      related: [{ range: { start: before.start, end: before.end }, message: "the first is here" }],
    });
  }
}
