/**
 * Compares source bytes: statements at the same path with the same text have the same content, so their views need
 * not be made or compared.
 */
import type { ByteRange, Layer, PrimSpec, PropertySpec } from "../model/types.ts";

/** Maximum number of comparisons per byte on average: the text of a deep prim is part of the text of every ancestor. */
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

  /** Returns whether the prims have the same text; false if that is unknown. */
  ofPrims(a: PrimSpec, b: PrimSpec): boolean {
    return this.ofRanges(a.range, b.range);
  }

  /** Returns whether all statements of the properties have the same text. */
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
