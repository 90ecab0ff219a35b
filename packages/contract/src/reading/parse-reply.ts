/** Parses the JSON of replies without loss of digits: ids may be 64-bit integers. */

/**
 * Returns the value of a JSON text, as `JSON.parse` does, except for integers beyond ±(2^53 − 1): these are strings of
 * their digits, as a number cannot represent each of them. Numbers with a fraction or an exponent are never strings.
 *
 * The text is scanned, rather than read with a reviver and its `context.source`: a reviver fails on deep nesting, and
 * older browsers pass no source.
 *
 * @throws SyntaxError If the text is not JSON.
 * @example
 * parseReply('{"taskId":1790432158836457473}'); // { taskId: "1790432158836457473" }
 */
export function parseReply(text: string): unknown {
  // Also finds that the text is JSON, which the scan requires.
  const value: unknown = JSON.parse(text);
  return LONG_NUMBER.test(text) ? JSON.parse(quoteIntegers(text)) : value;
}

/** Integers beyond 2^53 have at least 16 digits. */
const LONG_NUMBER = /\d{16}/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Returns valid JSON with quotes around each integer that is not a safe one. */
function quoteIntegers(text: string): string {
  let quoted = "";
  let copied = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (startsNumber(code)) {
      const end = endOfNumber(text, at);
      const literal = text.slice(at, end);
      if (isInteger(literal) && !Number.isSafeInteger(Number(literal))) {
        quoted += `${text.slice(copied, at)}"${literal}"`;
        copied = end;
      }
      at = end;
    } else at++;
  }
  return quoted + text.slice(copied);
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at + 1;
}

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && continuesNumber(text.charCodeAt(at))) at++;
  return at;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** A digit or `-`. */
const startsNumber = (code: number): boolean => isDigit(code) || code === 0x2d;

/** A digit or one of `+`, `-`, `.`, `E`, `e`. */
const continuesNumber = (code: number): boolean =>
  startsNumber(code) || code === 0x2b || code === 0x2e || code === 0x45 || code === 0x65;

const isInteger = (literal: string): boolean => /^-?\d+$/.test(literal);
