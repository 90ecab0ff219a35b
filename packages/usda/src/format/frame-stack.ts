/** The open brackets at a position of the text, with the formatter's state for each. */

/** Content kinds of brackets, for the layout. */
export const FrameKind = {
  /** Prims and properties: the layer, `{ }` of a prim or variant. */
  statements: 0,
  /** `{ }` of a variant set. */
  variants: 1,
  /** Entries that end with `;` or a line's end: metadata, dictionaries, parameters of arcs. */
  entries: 2,
  /** Items separated by `,`: lists, tuples, time samples. */
  list: 3,
  /** `{ }` of a spline, where line ends and `;` have their own meanings. */
  spline: 4,
} as const;
export type FrameKind = (typeof FrameKind)[keyof typeof FrameKind];

export class FrameStack {
  private readonly indent: number;
  private kinds: Uint8Array = new Uint8Array(64);
  private brokens: Uint8Array = new Uint8Array(64);
  private oneLines: Uint8Array = new Uint8Array(64);
  private outers: Int32Array = new Int32Array(64);
  private top = 0;

  // The innermost bracket.
  kind: FrameKind = FrameKind.statements;
  /** Statements and entries: each is on its own line. */
  isBroken = true;
  /** This bracket, or one around it, contains statements or entries on one line. */
  isOneLine = false;
  /** Blanks before the closing bracket, if it begins a line. */
  outer = 0;
  /** Blanks before other tokens that begin a line. */
  inner = 0;

  /** @param indent blanks per level */
  constructor(indent: number) {
    this.indent = indent;
    this.brokens[0] = 1;
  }

  /** Number of open brackets including the innermost one; 0 is the layer. */
  get depth(): number {
    return this.top;
  }

  /** True in the braces of a variant. */
  get isVariant(): boolean {
    return this.top > 0 && this.kind === FrameKind.statements && this.kinds[this.top - 1] === FrameKind.variants;
  }

  /** True in a dictionary of a spline's knot. */
  get isInSpline(): boolean {
    const around = this.kinds.subarray(0, this.top);
    return this.kind === FrameKind.entries && around.includes(FrameKind.spline);
  }

  /**
   * @param lineIndent blanks that the line of the opening bracket begins with: brackets opened on the same line
   *   indent once
   */
  push(kind: FrameKind, isBroken: boolean, lineIndent: number): void {
    const top = ++this.top;
    if (top === this.kinds.length) {
      this.kinds = widen(this.kinds, new Uint8Array(top * 2));
      this.brokens = widen(this.brokens, new Uint8Array(top * 2));
      this.oneLines = widen(this.oneLines, new Uint8Array(top * 2));
      this.outers = widen(this.outers, new Int32Array(top * 2));
    }
    this.kinds[top] = kind;
    this.brokens[top] = isBroken ? 1 : 0;
    this.oneLines[top] = this.isOneLine || (kind <= FrameKind.entries && !isBroken) ? 1 : 0;
    this.outers[top] = lineIndent;
    this.show();
  }

  pop(): void {
    if (this.top > 0) this.top--;
    this.show();
  }

  private show(): void {
    const top = this.top;
    this.kind = this.kinds[top] as FrameKind;
    this.isBroken = this.brokens[top] === 1;
    this.isOneLine = this.oneLines[top] === 1;
    this.outer = this.outers[top];
    this.inner = top === 0 ? 0 : this.outer + this.indent;
  }
}

function widen<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
