/** V8 keeps typed arrays of at most this many bytes on its own heap until their buffer is requested. */
const MAX_SMALL = 64;

/** Bytes that grow, little-endian. */
export class ByteBuilder {
  length = 0;
  /** What was written, and room for more. */
  bytes: Uint8Array;
  /** Made when it is needed: most builders have a few whole numbers. */
  private view: DataView | undefined;

  constructor(size = 256) {
    this.bytes = new Uint8Array(size);
  }

  private get words(): DataView {
    return (this.view ??= new DataView(this.bytes.buffer));
  }

  private grow(size: number): number {
    const at = this.length;
    this.length = at + size;
    if (this.length > this.bytes.length) {
      const bytes = new Uint8Array(Math.max(this.length, this.bytes.length * 2));
      bytes.set(this.bytes.subarray(0, at));
      this.bytes = bytes;
      this.view = undefined;
    }
    return at;
  }

  uint8(value: number): this {
    const at = this.grow(1);
    // After growing: that may replace the bytes.
    this.bytes[at] = value;
    return this;
  }

  uint16(value: number): this {
    const at = this.grow(2);
    const { bytes } = this;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    return this;
  }

  uint32(value: number): this {
    const at = this.grow(4);
    const { bytes } = this;
    bytes[at] = value;
    bytes[at + 1] = value >>> 8;
    bytes[at + 2] = value >>> 16;
    bytes[at + 3] = value >>> 24;
    return this;
  }

  uint64(value: number): this {
    return this.uint32(value % 0x1_0000_0000).uint32(Math.floor(value / 0x1_0000_0000));
  }

  bigUint64(value: bigint): this {
    const at = this.grow(8);
    this.words.setBigUint64(at, BigInt.asUintN(64, value), true);
    return this;
  }

  float32(value: number): this {
    const at = this.grow(4);
    this.words.setFloat32(at, value, true);
    return this;
  }

  float64(value: number): this {
    const at = this.grow(8);
    this.words.setFloat64(at, value, true);
    return this;
  }

  append(bytes: Uint8Array): this {
    const at = this.grow(bytes.length);
    this.bytes.set(bytes, at);
    return this;
  }

  /** Appends what another builder has, byte by byte: a view of a short content takes longer to make. */
  appendBuilt({ bytes: from, length }: ByteBuilder): this {
    const at = this.grow(length);
    const { bytes } = this;
    for (let i = 0; i < length; i++) bytes[at + i] = from[i];
    return this;
  }

  /** Zero bytes up to a multiple of `alignment`. */
  align(alignment: number): this {
    this.grow((alignment - (this.length % alignment)) % alignment);
    return this;
  }

  /** The bytes so far, a copy or a view that the next call may move. */
  finish(): Uint8Array {
    return this.length < MAX_SMALL ? this.bytes.slice(0, this.length) : this.bytes.subarray(0, this.length);
  }

  clear(): this {
    this.bytes.fill(0, 0, this.length);
    this.length = 0;
    return this;
  }
}
