/** Writes numbers and strings as the reference does. */

/** Returns a double in its shortest form: decimals for magnitudes from 1e-6 to below 1e15, otherwise `1.5e20`. */
export function doubleText(value: number): string {
  return specialText(value) ?? laidOut(value, value.toExponential());
}

/** Returns the binary32 number `value` in its shortest form, in the layout of a double. */
export function floatText(value: number): string {
  return specialText(value) ?? laidOut(value, shortestFloat(value));
}

/**
 * Returns the shortest digits that read back as the float `value`, in exponent form; the even one of two equally
 * near.
 */
function shortestFloat(value: number): string {
  for (let precision = 1; precision < 9; precision++) {
    const [digits, exponent] = roundedDigits(value, precision);
    // Above a power of two the rounding interval is wider than below: the next number up may be within it.
    for (const candidate of [digits, digits + 1n]) {
      const text = `${candidate}e${exponent - precision + 1}`;
      if (Math.fround(Number(text)) === Math.abs(value)) return Number(text).toExponential();
    }
  }
  return value.toExponential(8);
}

/** Returns `value` rounded to `count` digits, ties to even: the digits, and the power of ten of the first digit. */
function roundedDigits(value: number, count: number): readonly [digits: bigint, exponent: number] {
  // A hundred digits more are enough to see whether the rest is exactly one half.
  // oxlint-disable-next-line oxc/number-arg-out-of-range -- 100 is the limit since ES2018
  const [mantissa, exponent] = splitExponent(value.toExponential(100));
  const all = mantissa.replace(".", "");
  const rest = all.slice(count);
  const half = `5${"0".repeat(rest.length - 1)}`;
  const digits = BigInt(all.slice(0, count));
  const up = rest > half || (rest === half && digits % 2n === 1n) ? digits + 1n : digits;
  return up === 10n ** BigInt(count) ? [up / 10n, exponent + 1] : [up, exponent];
}

/** Returns digits in exponent form (`1.5e+20`) in the reference's layout. */
function laidOut(value: number, text: string): string {
  const [mantissa, power] = splitExponent(text);
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  const sign = value < 0 ? "-" : "";
  if (power < 15 && power >= -6) return sign + fixedText(digits, power);
  return `${sign}${pointed(digits)}e${power}`;
}

/** `-1.25e-7` to `["1.25", -7]`. */
function splitExponent(text: string): readonly [mantissa: string, exponent: number] {
  const [mantissa = "", exponent = "0"] = text.replace(/^-/, "").split("e");
  return [mantissa, Number(exponent)];
}

/** `125` to `1.25`. */
function pointed(digits: string): string {
  return digits.length > 1 ? `${digits.slice(0, 1)}.${digits.slice(1)}` : digits;
}

function fixedText(digits: string, power: number): string {
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  if (digits.length <= power + 1) return digits + "0".repeat(power + 1 - digits.length);
  return `${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`;
}

function specialText(value: number): string | undefined {
  if (Number.isNaN(value)) return "nan";
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  return undefined;
}

/** C's `%g`: six significant digits, ties to even, `1e+10` and `5.96046e-08` outside of 1e-4 … 1e6. */
export function generalText(value: number): string {
  const special = specialText(value);
  if (special !== undefined) return special;
  const [six, power] = roundedDigits(value, 6);
  const digits = six.toString().replace(/0+$/, "");
  const sign = value < 0 ? "-" : "";
  if (power >= -4 && power < 6) return sign + fixedText(digits, power);
  const size = Math.abs(power).toString().padStart(2, "0");
  return `${sign}${pointed(digits)}e${power < 0 ? "-" : "+"}${size}`;
}

/**
 * Returns a string literal as the reference writes it: `"…"`, or `'…'` if it has a double quote and no single one,
 * triple quotes if it has a line feed.
 */
export function quoted(text: string): string {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  const marks = text.includes("\n") ? quote.repeat(3) : quote;
  let body = "";
  for (const character of text) body += escaped(character, quote);
  return marks + body + marks;
}

function escaped(character: string, quote: string): string {
  if (character === "\n") return character;
  if (character === "\t") return "\\t";
  if (character === "\r") return "\\r";
  if (character === "\\") return "\\\\";
  if (character === quote) return `\\${quote}`;
  const code = character.codePointAt(0) ?? 0;
  // Bytes that are not UTF-8 are represented as U+DC80–U+DCFF.
  if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`;
  return code < 32 || code === 127 ? `\\x${code.toString(16).padStart(2, "0")}` : character;
}

/** Returns an asset as the reference writes it: `@a@`, or `@@@…@@@` if the path has an `@`. */
export function quotedAsset(path: string): string {
  return path.includes("@") ? `@@@${path.replaceAll("@@@", "\\@@@")}@@@` : `@${path}@`;
}
