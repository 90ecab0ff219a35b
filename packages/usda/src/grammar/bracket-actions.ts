/** Values in brackets: lists and tuples that the scanner did not decode as a whole. */
import * as tokenKinds from "../scan/token-kinds.ts";
import * as base from "./actions-base.ts";
import { unclosedFault } from "./fault.ts";
import type { UsdaToken } from "./token-stream.ts";
import { unregisteredAtom } from "./unregistered-text.ts";
import { ValueActions } from "./value-actions.ts";

// V8 reads an import from its cell at each use; constants of the file's own become part of the code.
const { BEFORE_LINE_END, TokenKind } = tokenKinds;
const { ListState } = base;

/** Deeper values leave nothing behind for the next text. */
const KEPT_DEPTH = 64;

export abstract class BracketActions extends ValueActions {
  // Brackets that are open in the value: the first `bracketDepth` of each.
  private bracketDepth = 0;
  private readonly bracketKinds: number[] = [];
  private readonly bracketStates: number[] = [];
  private readonly bracketStarts: number[] = [];
  private text = "";
  private textNeedsComma = false;

  protected resetValues(): void {
    this.bracketDepth = 0;
    if (this.bracketKinds.length <= KEPT_DEPTH) return;
    this.bracketKinds.length = this.bracketStates.length = this.bracketStarts.length = 0;
  }

  isInsideBrackets(): boolean {
    return this.bracketDepth > 0;
  }

  valueOpen(token: UsdaToken): void {
    const depth = this.bracketDepth;
    if (depth === 0) {
      this.beginAt(token);
      this.collector.begin(this.bytes, this.names, this.valueType);
      this.text = "";
      this.textNeedsComma = false;
    } else {
      if (token.kind === TokenKind.leftBracket && this.bracketKinds[depth - 1] === TokenKind.leftParenthesis) {
        this.fault("USDA_VALUE_SHAPE", token, "A list cannot stand in a tuple.");
      }
      this.valueItem(token);
    }
    if (depth >= this.maxNesting) {
      this.fault("USDA_LIMIT_NESTING", token, `Values are nested deeper than ${this.maxNesting}.`);
    }
    this.bracketKinds[depth] = token.kind;
    this.bracketStates[depth] = ListState.opened;
    this.bracketStarts[depth] = token.start;
    this.bracketDepth = depth + 1;
    if (token.kind === TokenKind.leftBracket) this.collector.beginList();
    else this.collector.beginTuple(token.start, token.end);
    if (this.builds && this.valueType === undefined) {
      this.text += (this.textNeedsComma ? ", " : "") + (token.kind === TokenKind.leftBracket ? "[" : "(");
      this.textNeedsComma = false;
    }
  }

  valueAtom(token: UsdaToken): void {
    // Two words in a row on a new line: the next statement, and the bracket was left open.
    if (token.kind === TokenKind.headWord && this.scanner.wordCount > 1) this.unclosed(token);
    this.valueItem(token);
    const isWord = token.kind === TokenKind.identifier || token.kind === TokenKind.headWord;
    if (isWord && !this.isWordValue(token)) {
      this.refuseWord(token);
    }
    if (token.kind === TokenKind.asset) this.checkAsset(token);
    this.collector.atom(isWord ? TokenKind.identifier : token.kind, token.start, token.end, token.name);
    if (this.builds && this.valueType === undefined) {
      const text = unregisteredAtom(this.bytes, token.kind, token.start, token.end);
      this.text += (this.textNeedsComma ? ", " : "") + text;
      this.textNeedsComma = true;
    }
  }

  private valueItem(token: UsdaToken): void {
    const top = this.bracketDepth - 1;
    if (this.bracketStates[top] === ListState.item) {
      this.fault("USDA_UNEXPECTED", token, "`,` was expected between the parts of the value.");
    }
    this.bracketStates[top] = ListState.item;
  }

  valueComma(token: UsdaToken): void {
    const top = this.bracketDepth - 1;
    if (this.bracketStates[top] !== ListState.item) {
      this.fault("USDA_UNEXPECTED", token, "A value was expected before `,`.");
    }
    if ((token.before & BEFORE_LINE_END) !== 0) {
      this.report("USDA_NEWLINE", "`,` must be on the line of the value before it.", token.start, token.end);
    }
    this.bracketStates[top] = ListState.comma;
  }

  valueClose(token: UsdaToken): void {
    const top = this.bracketDepth - 1;
    const isList = token.kind === TokenKind.rightBracket;
    const opened = this.bracketKinds[top];
    if (isList !== (opened === TokenKind.leftBracket)) {
      this.fault("USDA_UNEXPECTED", token, `${isList ? "`)`" : "`]`"} was expected to close the value.`);
    }
    const isEmpty = this.bracketStates[top] === ListState.opened;
    // Of what has a type, its shape is checked.
    if (isEmpty && (!isList || top > 0) && this.valueType === undefined) {
      this.report(
        "USDA_EMPTY",
        isList ? "An inner list needs an element." : "A tuple needs parts.",
        token.start,
        token.end,
      );
    } else if (isEmpty && isList && top === 0 && (token.before & BEFORE_LINE_END) !== 0) {
      this.report("USDA_NEWLINE", "An empty list must be closed on the same line.", token.start, token.end);
    }
    const start = this.bracketStarts[top];
    this.bracketDepth = top;
    if (isList) {
      if (!isEmpty || top > 0) this.collector.endList(start, token.end);
    } else this.collector.endTuple(start, token.end);
    if (this.builds && this.valueType === undefined) {
      this.text += isList ? "]" : ")";
      this.textNeedsComma = true;
    }
    if (top === 0) this.valueEnd = token.end;
  }

  /** The innermost bracket is not closed before `found`. */
  private unclosed(found: UsdaToken): never {
    const top = this.bracketDepth - 1;
    throw unclosedFault(this.bracketKinds[top], this.bracketStarts[top], found);
  }

  /** After a list or tuple, whether it was closed or the loop met something else. */
  endBrackets(): void {
    if (this.bracketDepth > 0) this.unclosed(this.parser.peek());
    const { valueStart: start, valueEnd: end } = this;
    const type = this.valueType;
    if (type === undefined) {
      if (this.builds) this.setText(this.text, start, end);
      return;
    }
    const isList = this.bytes[start] === 91;
    if (isList !== this.valueIsArray) {
      const message = isList
        ? `A list needs an array type: ${type.name}[], not ${type.name}.`
        : `A list in brackets was expected, as the type is ${type.name}[].`;
      this.report("USDA_VALUE_SHAPE", message, start, end);
      return;
    }
    this.finishTyped(start, end);
  }
}
