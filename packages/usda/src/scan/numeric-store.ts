import type { NumericArray } from "@usdkit/layer";
import type { DecodedNumbers, NumericKind } from "./numeric-kinds.ts";
import { bytesPerComponent, newNumericArray, storeNumbers } from "./numeric-kinds.ts";

/**
 * Collects chunks of numbers into one array of exact size. The scratch memory is reused, so that only the exact
 * copies outlive it; untouched pages of an oversized allocation cost nothing.
 */
export class NumericStore {
  /** Components so far. */
  length = 0;
  private kind: NumericKind = "double";
  private scratch: ArrayBuffer = new ArrayBuffer(0);
  private target: NumericArray = new Float64Array(0);

  /** Starts an empty array. @param room expected number of components; the array grows if there are more */
  begin(kind: NumericKind, room: number): void {
    const size = room * bytesPerComponent(kind);
    if (size > this.scratch.byteLength) this.scratch = new ArrayBuffer(size);
    this.kind = kind;
    this.length = 0;
    this.target = newNumericArray(kind, Math.floor(this.scratch.byteLength / bytesPerComponent(kind)), this.scratch);
  }

  /** Adds the decoded numbers; returns false if an integer is out of range. */
  append(decoded: DecodedNumbers): boolean {
    const length = this.length + decoded.filled;
    if (length > this.target.length) this.grow(2 * length);
    if (!storeNumbers(this.kind, decoded, this.target, this.length)) return false;
    this.length = length;
    return true;
  }

  /** Adds numbers of the array's kind. */
  appendAll(numbers: Float64Array | Float32Array | Int32Array): void {
    const length = this.length + numbers.length;
    if (length > this.target.length) this.grow(2 * length);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arrays are of one kind
    (this.target as Float64Array).set(numbers, this.length);
    this.length = length;
  }

  /** Returns a copy of the collected components. */
  finish(): NumericArray {
    return this.target.slice(0, this.length);
  }

  private grow(room: number): void {
    const buffer = new ArrayBuffer(room * bytesPerComponent(this.kind));
    new Uint8Array(buffer).set(new Uint8Array(this.scratch, 0, this.length * bytesPerComponent(this.kind)));
    this.scratch = buffer;
    this.target = newNumericArray(this.kind, room, buffer);
  }
}
