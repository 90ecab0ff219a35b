/** The tokens of a crate: every name and string, decoded when it is asked for. */
import { decodeUtf8, firstInvalidUtf8, decodeUtf8Keeping } from "@usdkit/base";
import { CrateError } from "../bytes/crate-diagnostic.ts";
import type { SectionReader } from "./section-reader.ts";
import { COMPRESSED_STRUCTURE } from "./version.ts";

const COLON = 0x3a;
const UNDERSCORE = 0x5f;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
/** The bit that makes an upper-case letter a lower-case one. */
const LOWER_CASE = 0x20;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/** Tokens by index. */
export class TokenTable {
  readonly length: number;
  private readonly bytes: Uint8Array;
  /** Where each token starts; one more for the end. Each ends with a zero byte. */
  private readonly starts: Uint32Array;
  private readonly texts: (string | undefined)[];
  /** What {@link isUtf8} returned. */
  private isChecked: boolean | undefined;

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.bytes = bytes;
    this.starts = starts;
    this.length = starts.length - 1;
    this.texts = new Array<string | undefined>(this.length);
  }

  /** Whether all tokens are UTF-8. */
  get isUtf8(): boolean {
    return (this.isChecked ??= firstInvalidUtf8(this.bytes) < 0);
  }

  /** The text of a token that is a name: bytes that are not UTF-8 become U+FFFD. */
  name(index: number): string {
    return this.isUtf8 ? this.text(index) : this.text(index).toWellFormed();
  }

  /**
   * Whether a token is an identifier of ASCII letters, digits and `_`, or, if `isNamespaced`, several joined by `:`. It is not
   * decoded for this.
   */
  isAsciiIdentifier(index: number, isNamespaced: boolean): boolean {
    const { bytes, starts } = this;
    const end = starts[index + 1] - 1;
    let isStart = true;
    for (let i = starts[index]; i < end; i++) {
      const byte = bytes[i];
      if (byte === COLON) {
        if (isStart || !isNamespaced) return false;
        isStart = true;
        continue;
      }
      const letter = byte | LOWER_CASE;
      const isLetter = (letter >= LETTER_A && letter <= LETTER_Z) || byte === UNDERSCORE;
      const isDigit = byte >= DIGIT_0 && byte <= DIGIT_9;
      if (!isLetter && (isStart || !isDigit)) return false;
      isStart = false;
    }
    return !isStart;
  }

  /** The text of a token; its index must be below `length`. Bytes that are not UTF-8 become lone surrogates. */
  text(index: number): string {
    const known = this.texts[index];
    if (known !== undefined) return known;
    const start = this.starts[index];
    const end = this.starts[index + 1] - 1;
    const text = decode(this.bytes, start, end);
    this.texts[index] = text;
    return text;
  }
}

function decode(bytes: Uint8Array, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    if (bytes[i] < 128) continue;
    const part = bytes.subarray(start, end);
    return firstInvalidUtf8(part) < 0 ? decodeUtf8(part, 0, part.length) : decodeUtf8Keeping(part);
  }
  return decodeUtf8(bytes, start, end);
}

/** Reads the section TOKENS. */
export function readTokens(section: SectionReader, minor: number): TokenTable {
  const count = section.count();
  const size = section.uint64();
  let bytes: Uint8Array;
  const at = section.position;
  if (minor < COMPRESSED_STRUCTURE) {
    const start = section.take(size);
    const own = section.source.own(start, size);
    bytes = own.bytes.subarray(own.start, own.start + size);
  } else bytes = section.compressed(size);
  if (size > 0 && bytes[size - 1] !== 0) throw section.error("the last token has no terminating zero byte");
  // Every token takes at least one byte, so the table is no longer than the decompressed text.
  if (count > size)
    throw new CrateError("USDC_STRUCTURE", at, `Section TOKENS: ${count} tokens announced in ${size} bytes`);
  const starts = new Uint32Array(count + 1);
  let p = 0;
  for (let i = 0; i < count; i++) {
    const zero = bytes.indexOf(0, p);
    if (zero < 0) throw new CrateError("USDC_STRUCTURE", at, `Section TOKENS: ${count} tokens announced, ${i} found`);
    p = zero + 1;
    starts[i + 1] = p;
  }
  return new TokenTable(bytes, starts);
}
