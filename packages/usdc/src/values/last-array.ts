/** The array that was read last: what looks at a value often looks at it twice. */
import type { TypedValue, ValueType } from "@usdkit/layer";

/** Shorter arrays are read again: that takes less time than to note them. */
const MIN_LENGTH = 1 << 10;

/** Knows a long array as long as something else uses it, or its memory is not yet collected. */
export class LastArray {
  private offset: number = -1;
  private value: WeakRef<TypedValue> | undefined;

  /** Returns the array of a type at an offset, if it was the last one. */
  find(offset: number, type: ValueType): TypedValue | undefined {
    if (offset !== this.offset) return undefined;
    const value = this.value?.deref();
    return value?.type === type ? value : undefined;
  }

  set(offset: number, value: TypedValue): void {
    if (!ArrayBuffer.isView(value.data) || value.data.byteLength < MIN_LENGTH) return;
    this.offset = offset;
    this.value = new WeakRef(value);
  }
}
