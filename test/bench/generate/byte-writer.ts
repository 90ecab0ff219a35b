import type { Random } from "./random.ts";

const powersOfTen = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] as const;

/** Text into one growing Buffer: a string would end at 512 MB, and numbers need none. */
export class ByteWriter {
  #bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.#bytes = Buffer.allocUnsafeSlow(capacity + 65_536);
  }

  /** What was written so far; shares memory with the writer. */
  bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.ceil((this.length + count) * 1.25));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }

  /** ASCII only. */
  text(text: string): void {
    this.#reserve(text.length);
    this.length += this.#bytes.write(text, this.length, "latin1");
  }

  /** A whole number below 10^9, with the point `decimals` digits from its right end. */
  decimal(unscaled: number, decimals: number): void {
    this.#reserve(16);
    const bytes = this.#bytes;
    let rest = unscaled;
    if (rest < 0) {
      bytes[this.length++] = 45;
      rest = -rest;
    }
    let digits = decimals + 1;
    while (digits < 9 && rest >= (powersOfTen[digits] ?? Infinity)) digits++;
    let at = this.length + digits + (decimals > 0 ? 1 : 0);
    this.length = at;
    for (let i = 0; i < digits; i++) {
      if (i === decimals && i > 0) bytes[--at] = 46;
      const tenth = (rest / 10) | 0;
      bytes[--at] = 48 + rest - tenth * 10;
      rest = tenth;
    }
  }

  integer(value: number): void {
    this.decimal(value, 0);
  }

  /**
   * A number as exporters print float32: 6 to 9 significant digits, mostly 7 or 8, below 10^`integerDigits` and with no
   * trailing zero; one in two is negative.
   */
  float(random: Random, integerDigits: number): void {
    const roll = random.below(20);
    const significant = roll < 2 ? 6 : roll < 9 ? 7 : roll < 18 ? 8 : 9;
    const before = integerDigits === 0 ? 0 : random.below(integerDigits + 1);
    const least = powersOfTen[significant - 1] ?? 1;
    let unscaled = least + random.below(least * 9);
    if (unscaled % 10 === 0) unscaled += 1;
    this.decimal(random.below(2) === 0 ? -unscaled : unscaled, significant - before);
  }

  /** `(x, y, z)`. */
  tuple(random: Random, length: number, integerDigits: number): void {
    for (let i = 0; i < length; i++) {
      this.text(i === 0 ? "(" : ", ");
      this.float(random, integerDigits);
    }
    this.text(")");
  }

  /** `[(x, y, z), …]`, or plain numbers for `tuple` 1. */
  floats(random: Random, count: number, tuple: number, integerDigits: number): void {
    this.text("[");
    for (let i = 0; i < count; i++) {
      if (i > 0) this.text(", ");
      if (tuple === 1) this.float(random, integerDigits);
      else this.tuple(random, tuple, integerDigits);
    }
    this.text("]");
  }
}
