/** Lists of statements: the newlines and `;` between them. */
import type { ByteRange } from "@usdkit/layer";
import { BEFORE_LINE_END } from "../scan/token-kinds.ts";
import type { ReadContext } from "./context.ts";
import type { Token } from "./token.ts";

/** The separator that a statement list requires before its next statement. */
export const Pending = {
  nothing: 0,
  /** A newline or `;`. */
  separator: 1,
  /** A newline (after a prim or variant set). */
  newline: 2,
} as const;

const { nothing: NOTHING, separator: SEPARATOR, newline: NEWLINE } = Pending;

const MISSING_END = "Missing newline or `;` before this statement.";
const MISSING_NEWLINE = "Missing newline after a prim's `}`.";
const HINT = "Separate statements by a newline or `;`.";

export class StatementLists {
  private readonly context: ReadContext;
  /** `Pending` of each open statement list, innermost last. */
  private readonly pending: number[] = [];

  constructor(context: ReadContext) {
    this.context = context;
  }

  reset(): void {
    this.pending.length = 0;
  }

  open(): void {
    this.pending.push(NOTHING);
  }

  close(): void {
    this.pending.pop();
  }

  /** Closes all lists except the `count` outermost. */
  closeTo(count: number): void {
    if (this.pending.length > count) this.pending.length = count;
  }

  /** Number of open lists. */
  get count(): number {
    return this.pending.length;
  }

  /** The innermost list, a `Pending`; undefined without an open list. */
  get state(): number {
    return this.pending[this.pending.length - 1];
  }

  set state(state: number) {
    if (this.pending.length > 0) this.pending[this.pending.length - 1] = state;
  }

  /** The layer's list, a `Pending`. */
  get rootState(): number {
    return this.pending[0];
  }

  itemDone(): void {
    this.state = SEPARATOR;
  }

  /** `;` between statements. */
  separator(token: Token): void {
    const { state } = this;
    if (state === SEPARATOR && (token.before & BEFORE_LINE_END) === 0) this.state = NOTHING;
    else if (state === NEWLINE) {
      this.context.report("USDA_NEWLINE", token, "A prim ends with a newline, not with `;`.");
      this.state = NOTHING;
    } else this.context.report("USDA_UNEXPECTED", token, "Unexpected `;`: no statement before it.");
  }

  /** A statement that begins with a string, or `}`: the statement before it must have ended. */
  requireSeparator(token: Token): void {
    const { state } = this;
    if (state === NOTHING || (token.before & BEFORE_LINE_END) !== 0) return;
    this.reportMissing(token, state);
  }

  /** Reports that the statement before `range` has not ended. */
  reportMissingEnd(range: ByteRange): void {
    this.reportMissing(range, this.state);
    this.state = NOTHING;
  }

  private reportMissing(range: ByteRange, state: number): void {
    if (state === NEWLINE) this.context.report("USDA_NEWLINE", range, MISSING_NEWLINE);
    else this.context.report("USDA_STATEMENT_END", range, MISSING_END, { hint: HINT });
  }
}
