/** Converts byte offsets to UTF-16 offsets. */

/** Bytes between two cached offsets. */
const STEP = 4096;

/** Converts byte offsets of a text to UTF-16 offsets. For ASCII, they are equal. */
export class TextOffsets {
  readonly #bytes: Uint8Array;
  #isAscii: boolean | undefined;
  /** UTF-16 units before each STEP bytes; computed on first use. */
  #known: Uint32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns the UTF-16 offset of a byte. */
  at(byte: number): number {
    this.#isAscii ??= unitsOf(this.#bytes, 0, this.#bytes.length) === this.#bytes.length;
    if (this.#isAscii) return byte;
    const known = (this.#known ??= unitsBySteps(this.#bytes));
    const step = Math.floor(byte / STEP);
    return known[step] + unitsOf(this.#bytes, step * STEP, byte);
  }
}

function unitsBySteps(bytes: Uint8Array): Uint32Array {
  const known = new Uint32Array(Math.floor(bytes.length / STEP) + 1);
  for (let i = 1; i < known.length; i++) known[i] = known[i - 1] + unitsOf(bytes, (i - 1) * STEP, i * STEP);
  return known;
}

/** One unit for the first byte of a sequence, two if it has four bytes. */
function unitsOf(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte < 0x80 || byte > 0xbf) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}
