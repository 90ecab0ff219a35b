import { keepInstances } from "@usdkit/base";

const encoder = new TextEncoder();
const SPACE = 32;
const INDENT = 4;

/** Writes text as bytes to one buffer that grows by doubling. */
export class ByteWriter {
  /** The bytes written so far are `bytes[0, length)`. Writers of bulk data call {@link ensure} and fill it themselves. */
  bytes: Uint8Array;
  length = 0;
  /** The minor version of the format (`1.x`) that the text requires; see {@link require}. */
  minorVersion = 0;

  constructor(capacity: number = 1 << 16) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Reserves `count` more bytes. */
  ensure(count: number): void {
    const needed = this.length + count;
    if (needed <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.bytes.length * 2));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }

  /** Records that the text requires version `1.minor` of the format. */
  require(minor: number): void {
    if (minor > this.minorVersion) this.minorVersion = minor;
  }

  byte(value: number): void {
    this.ensure(1);
    this.bytes[this.length++] = value;
  }

  /** Writes four blanks per level. */
  indent(level: number): void {
    const count = level * INDENT;
    this.ensure(count);
    const { bytes, length } = this;
    for (let i = 0; i < count; i++) bytes[length + i] = SPACE;
    this.length = length + count;
  }

  /** Writes a short part of other text. */
  copy(bytes: Uint8Array, start: number, end: number): void {
    this.ensure(end - start);
    const out = this.bytes;
    let at = this.length;
    for (let i = start; i < end; i++) out[at++] = bytes[i];
    this.length = at;
  }

  /**
   * Writes text as UTF-8; short ASCII needs no encoder. Lone surrogates U+DC80–U+DCFF, which encode raw bytes, become
   * `\xNN`.
   */
  text(text: string): void {
    const size = text.length;
    this.ensure(size * 3);
    const { bytes, length } = this;
    let i = 0;
    if (size <= 64) {
      for (; i < size; i++) {
        const unit = text.charCodeAt(i);
        if (unit >= 128) break;
        bytes[length + i] = unit;
      }
    }
    this.length = length + i;
    if (i === size) return;
    const rest = i === 0 ? text : text.slice(i);
    if (rest.isWellFormed()) this.length += encoder.encodeInto(rest, bytes.subarray(this.length)).written;
    else
      this.text(
        rest.replace(/[\udc80-\udcff]/gu, (unit) => `\\x${(unit.charCodeAt(0) - 0xdc00).toString(16)}`).toWellFormed(),
      );
  }

  /**
   * Returns the bytes written: a view of the buffer, or a copy if the buffer is much larger. Nothing may be written
   * afterwards.
   */
  finish(): Uint8Array {
    const much = this.bytes.length > this.length * 2;
    return much ? this.bytes.slice(0, this.length) : this.bytes.subarray(0, this.length);
  }
}

keepInstances(new ByteWriter(0));
