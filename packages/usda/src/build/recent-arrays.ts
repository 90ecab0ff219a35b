/** The arrays of a layer that were decoded last: checks and composition ask for the same ones several times in a row. */
import type { TypedValue } from "@usdkit/layer";

/** About the arrays of one prim. */
const MAX_ARRAYS = 8;
/** Longer arrays are decoded again: a layer keeps at most a quarter of a megabyte. */
const MAX_LENGTH = 4096;

/** Keeps a few short arrays by their record. */
export class RecentArrays {
  private readonly records: Int32Array = new Int32Array(MAX_ARRAYS).fill(-1);
  private readonly values: (TypedValue | undefined)[] = Array.from({ length: MAX_ARRAYS }, () => undefined);
  private next = 0;

  /** Returns the value of a statement, if it was decoded lately. */
  get(record: number): TypedValue | undefined {
    const { records } = this;
    for (let i = 0; i < MAX_ARRAYS; i++) if (records[i] === record) return this.values[i];
    return undefined;
  }

  /** Keeps the value of a statement instead of the oldest one. */
  keep(record: number, value: TypedValue): void {
    if ((value.data as ArrayLike<unknown>).length > MAX_LENGTH) return;
    this.records[this.next] = record;
    this.values[this.next] = value;
    this.next = (this.next + 1) % MAX_ARRAYS;
  }
}
