/** Lists and tuples that the scanner has not decoded as a whole. */
import { BEFORE_LINE_END, TOKEN_KIND_COUNT, TokenKind } from "../../scan/token-kinds.ts";
import { ListState } from "../comma-lists.ts";
import type { ReadContext } from "../context.ts";
import { Fault, unclosedFault } from "../fault.ts";
import type { FoundValue } from "../found-value.ts";
import type { Token } from "../token.ts";
import { unregisteredAtom } from "./unregistered-text.ts";
import type { ValueReader } from "./values.ts";

/** Tokens that never belong to a value: before one of them, an open bracket is unclosed. */
const LEFT_OPEN_BEFORE = new Uint8Array(TOKEN_KIND_COUNT).fill(1);
for (const kind of [TokenKind.invalid, TokenKind.path, TokenKind.colon, TokenKind.dot, TokenKind.ampersand]) {
  LEFT_OPEN_BEFORE[kind] = 0;
}

/** Stacks of deeper values are released before the next value. */
const MAX_KEPT_DEPTH = 64;

export class BracketReader {
  private readonly context: ReadContext;
  private readonly values: ValueReader;
  private readonly found: FoundValue;

  // Open brackets of the value: the first `depth` of each.
  private depth = 0;
  private readonly kinds: number[] = [];
  private readonly states: number[] = [];
  private readonly starts: number[] = [];
  private text = "";
  private textNeedsComma = false;

  constructor(context: ReadContext, values: ValueReader, found: FoundValue) {
    this.context = context;
    this.values = values;
    this.found = found;
  }

  reset(): void {
    this.depth = 0;
    if (this.kinds.length <= MAX_KEPT_DEPTH) return;
    this.kinds.length = this.states.length = this.starts.length = 0;
  }

  isInside(): boolean {
    return this.depth > 0;
  }

  /** The value has no type: its text is kept. */
  private get keepsText(): boolean {
    return this.context.builds && this.values.type === undefined;
  }

  open(token: Token): void {
    const { context, values, depth } = this;
    if (depth === 0) {
      values.beginAt(token);
      values.collector.begin(context.bytes, context.names, values.type);
      this.text = "";
      this.textNeedsComma = false;
    } else {
      if (token.kind === TokenKind.leftBracket && this.kinds[depth - 1] === TokenKind.leftParenthesis) {
        context.fault("USDA_VALUE_SHAPE", token, "A tuple must not contain a list.");
      }
      this.item(token);
    }
    if (depth >= context.maxNesting) {
      context.fault("USDA_LIMIT_NESTING", token, `Values are nested deeper than ${context.maxNesting}.`);
    }
    this.kinds[depth] = token.kind;
    this.states[depth] = ListState.opened;
    this.starts[depth] = token.start;
    this.depth = depth + 1;
    if (token.kind === TokenKind.leftBracket) values.collector.beginList();
    else values.collector.beginTuple(token.start, token.end);
    if (this.keepsText) {
      this.text += (this.textNeedsComma ? ", " : "") + (token.kind === TokenKind.leftBracket ? "[" : "(");
      this.textNeedsComma = false;
    }
  }

  atom(token: Token): void {
    const { context, values } = this;
    // Two words on a new line: the next statement, and the bracket is unclosed.
    if (token.kind === TokenKind.headWord && context.scanner.wordCount > 1) this.unclosed(token);
    this.item(token);
    const isWord = token.kind === TokenKind.identifier || token.kind === TokenKind.headWord;
    if (isWord && !values.isWordValue(token)) values.rejectWord(token);
    if (token.kind === TokenKind.asset) values.checkAsset(token);
    values.collector.atom(isWord ? TokenKind.identifier : token.kind, token.start, token.end, token.name);
    if (this.keepsText) {
      const text = unregisteredAtom(context.bytes, token.kind, token.start, token.end);
      this.text += (this.textNeedsComma ? ", " : "") + text;
      this.textNeedsComma = true;
    }
  }

  private item(token: Token): void {
    const top = this.depth - 1;
    if (this.states[top] === ListState.item) {
      this.context.fault("USDA_UNEXPECTED", token, "Expected `,` between the parts of the value.");
    }
    this.states[top] = ListState.item;
  }

  comma(token: Token): void {
    const top = this.depth - 1;
    if (this.states[top] !== ListState.item) {
      this.context.fault("USDA_UNEXPECTED", token, "Expected a value before `,`.");
    }
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.context.report("USDA_NEWLINE", token, "`,` must be on the same line as the value before it.");
    }
    this.states[top] = ListState.comma;
  }

  close(token: Token): void {
    const { context, values } = this;
    const top = this.depth - 1;
    const isList = token.kind === TokenKind.rightBracket;
    const opened = this.kinds[top];
    if (isList !== (opened === TokenKind.leftBracket)) {
      const [wanted, found] = isList ? ["`)`", "`]`"] : ["`]`", "`)`"];
      context.fault("USDA_UNEXPECTED", token, `Expected ${wanted}, found ${found}.`);
    }
    const isEmpty = this.states[top] === ListState.opened;
    // The shape of a value with a type is checked at its end.
    if (isEmpty && (!isList || top > 0) && values.type === undefined) {
      context.report("USDA_EMPTY", token, isList ? "An inner list must not be empty." : "A tuple must not be empty.");
    } else if (isEmpty && isList && top === 0 && (token.before & BEFORE_LINE_END) !== 0) {
      context.report("USDA_NEWLINE", token, "An empty list must be closed on the same line.");
    }
    const start = this.starts[top];
    this.depth = top;
    if (isList) {
      if (!isEmpty || top > 0) values.collector.endList(start, token.end);
    } else values.collector.endTuple(start, token.end);
    if (this.keepsText) {
      this.text += isList ? "]" : ")";
      this.textNeedsComma = true;
    }
    if (top === 0) this.found.end = token.end;
  }

  /** The token cannot be in a value: it is invalid, or the bracket before it is unclosed. */
  private notInside(token: Token): never {
    if (LEFT_OPEN_BEFORE[token.kind] === 1) this.unclosed(token);
    const closer = this.kinds[this.depth - 1] === TokenKind.leftBracket ? "`]`" : "`)`";
    throw new Fault("USDA_UNEXPECTED", token, `${closer} or another item`);
  }

  /** The innermost bracket is not closed before `found`. */
  private unclosed(found: Token): never {
    const top = this.depth - 1;
    throw unclosedFault(this.kinds[top], this.starts[top], found);
  }

  /** After a list or tuple, closed or not. */
  end(): void {
    const { context, found, values } = this;
    if (this.depth > 0) this.notInside(context.tokens.peek());
    const { start, end } = found;
    const { type } = values;
    if (type === undefined) {
      if (context.builds) found.value = { kind: "unregistered", text: this.text, range: { start, end } };
      return;
    }
    const isList = context.bytes[start] === 91;
    if (isList !== values.isArray) {
      const message = isList
        ? `Expected a single value for type ${type.name}, found a list; lists have the type ${type.name}[].`
        : `Expected a list in brackets for type ${type.name}[].`;
      context.report("USDA_VALUE_SHAPE", found, message);
      return;
    }
    values.finishTyped(start, end);
  }
}
