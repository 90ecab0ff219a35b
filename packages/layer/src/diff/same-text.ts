/**
 * The bytes of a file are the truth: where two statements at the same path have the same text, their content is the same, and
 * no views of them need to be made or compared.
 */
import type { ByteRange, Layer, PrimSpec, PropertySpec } from "../model/types.ts";

/** Each byte may be compared as often as this on average: a deep prim's text is in that of all around it. */
const BUDGET = 4;

export class SameText {
  private readonly before: Uint8Array | undefined;
  private readonly after: Uint8Array | undefined;
  private budget: number;

  constructor(before: Layer, after: Layer) {
    this.before = before.source;
    this.after = after.source;
    this.budget = BUDGET * ((this.before?.length ?? 0) + (this.after?.length ?? 0));
  }

  /** Whether the prims have the same text; false where that is not known. */
  ofPrims(a: PrimSpec, b: PrimSpec): boolean {
    return this.ofRanges(a.range, b.range);
  }

  /** Whether all statements of the properties have the same text. */
  ofProperties(a: PropertySpec, b: PropertySpec): boolean {
    if (this.before === undefined || this.after === undefined) return false;
    const [left, right] = [a.statements, b.statements];
    if (left.length === 0 || left.length !== right.length) return false;
    return left.every((range, i) => this.ofRanges(range, right[i]));
  }

  private ofRanges(a: ByteRange | undefined, b: ByteRange | undefined): boolean {
    if (this.before === undefined || this.after === undefined || a === undefined || b === undefined) return false;
    const size = a.end - a.start;
    if (size === 0 || size !== b.end - b.start || this.budget < 0) return false;
    const { before, after } = this;
    const shift = b.start - a.start;
    let at = a.start;
    while (at < a.end && before[at] === after[at + shift]) at++;
    this.budget -= at - a.start;
    return at === a.end;
  }
}
