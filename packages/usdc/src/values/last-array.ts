/** The array that was read last: what looks at a value often looks at it twice. */
import type { TypedValue, ValueType } from "@usdkit/layer";

/** Shorter arrays are read again: that takes less time than to note them. */
const MIN_LENGTH = 1 << 10;
/** Longer arrays are kept only as long as something else uses them. */
const MAX_LENGTH = 1 << 24;

/** An array, and whose it is. */
interface KeptArray {
  readonly owner: LastArray;
  readonly offset: number;
  /**
   * A weak reference to each array would keep all of them until the program's next turn, so only the longest have one.
   */
  readonly value: TypedValue | WeakRef<TypedValue>;
}

/** One for all crates, so that open layers do not add up. */
let kept: KeptArray | undefined;

/** Knows the last long array of a crate until an array of this or another crate is read. */
export class LastArray {
  /** Returns the array of a type at an offset, if it was the last one. */
  find(offset: number, type: ValueType): TypedValue | undefined {
    if (kept === undefined || kept.owner !== this || kept.offset !== offset) return undefined;
    const value = kept.value instanceof WeakRef ? kept.value.deref() : kept.value;
    return value?.type === type ? value : undefined;
  }

  set(offset: number, value: TypedValue): void {
    if (!ArrayBuffer.isView(value.data) || value.data.byteLength < MIN_LENGTH) return;
    kept = { owner: this, offset, value: value.data.byteLength > MAX_LENGTH ? new WeakRef(value) : value };
  }
}
