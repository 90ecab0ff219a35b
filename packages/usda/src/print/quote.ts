import type { ByteWriter } from "./byte-writer.ts";

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const BACKSLASH = 92;
const LINE_FEED = 10;
const hexDigits = "0123456789abcdef";

/**
 * Writes a quoted string as the reference does: in double quotes, or in single quotes if it contains double and no
 * single ones; in triple quotes if it contains line feeds. The quote in use, the backslash and control characters are
 * escaped, and so are bytes that are not UTF-8 (lone surrogates U+DC80–U+DCFF).
 */
export function writeQuoted(writer: ByteWriter, text: string): void {
  const size = text.length;
  let double = false;
  let single = false;
  let lines = false;
  for (let i = 0; i < size; i++) {
    const unit = text.charCodeAt(i);
    if (unit === DOUBLE_QUOTE) double = true;
    else if (unit === SINGLE_QUOTE) single = true;
    else if (unit === LINE_FEED) lines = true;
  }
  const quote = double && !single ? SINGLE_QUOTE : DOUBLE_QUOTE;
  const marks = lines ? 3 : 1;

  // An escape takes four bytes, a character outside ASCII at most three per UTF-16 unit.
  writer.ensure(size * 4 + 2 * marks);
  const out = writer.bytes;
  let at = writer.length;
  for (let i = 0; i < marks; i++) out[at++] = quote;
  for (let i = 0; i < size; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 32 && unit < 127) {
      if (unit === quote || unit === BACKSLASH) out[at++] = BACKSLASH;
      out[at++] = unit;
    } else if (unit < 128) {
      at = writeControl(out, at, unit);
    } else if (unit < 0x800) {
      out[at++] = 0xc0 | (unit >> 6);
      out[at++] = 0x80 | (unit & 63);
    } else if (unit < 0xd800 || unit > 0xdfff) {
      at = writeThreeBytes(out, at, unit);
    } else {
      const point = text.codePointAt(i) ?? unit;
      if (point > 0xffff) {
        i++;
        out[at++] = 0xf0 | (point >> 18);
        out[at++] = 0x80 | ((point >> 12) & 63);
        out[at++] = 0x80 | ((point >> 6) & 63);
        out[at++] = 0x80 | (point & 63);
      } else if (unit >= 0xdc80 && unit <= 0xdcff) {
        at = writeHexEscape(out, at, unit - 0xdc00);
      } else {
        // A lone surrogate, which no file can contain: written as U+FFFD, as a text encoder does.
        at = writeThreeBytes(out, at, 0xfffd);
      }
    }
  }
  for (let i = 0; i < marks; i++) out[at++] = quote;
  writer.length = at;
}

function writeThreeBytes(out: Uint8Array, at: number, unit: number): number {
  out[at] = 0xe0 | (unit >> 12);
  out[at + 1] = 0x80 | ((unit >> 6) & 63);
  out[at + 2] = 0x80 | (unit & 63);
  return at + 3;
}

function writeControl(out: Uint8Array, at: number, unit: number): number {
  // A line feed is written unescaped: the quotes are then triple.
  if (unit === LINE_FEED) {
    out[at] = unit;
    return at + 1;
  }
  const letter = unit === 9 ? "t" : unit === 13 ? "r" : "";
  if (letter === "") return writeHexEscape(out, at, unit);
  out[at] = BACKSLASH;
  out[at + 1] = letter.charCodeAt(0);
  return at + 2;
}

function writeHexEscape(out: Uint8Array, at: number, byte: number): number {
  out[at] = BACKSLASH;
  out[at + 1] = 120; // x
  out[at + 2] = hexDigits.charCodeAt(byte >> 4);
  out[at + 3] = hexDigits.charCodeAt(byte & 15);
  return at + 4;
}

/**
 * Writes an asset path between `@`, or between `@@@` if it contains an `@`. The format cannot express a path that
 * contains an `@` and ends in a backslash, nor one with a line feed.
 */
export function writeAsset(writer: ByteWriter, path: string): void {
  if (!path.includes("@")) {
    writer.byte(64);
    writer.text(path);
    writer.byte(64);
    return;
  }
  writer.text("@@@");
  writer.text(path.replaceAll("@@@", "\\@@@"));
  writer.text("@@@");
}
