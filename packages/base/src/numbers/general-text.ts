/** C's `%g`, in which the reference writes time codes inside of other text. */

/** Returns six significant digits, ties to even: `1e+10` and `5.96046e-08` outside of 1e-4 … 1e6; `inf`, `nan`, `-0`. */
export function formatGeneral(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [six, power] = roundedDigits(value);
  const digits = six.replace(/0+$/u, "");
  const sign = value < 0 ? "-" : "";
  if (power >= -4 && power < DIGITS) return sign + fixedText(digits, power);
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : "";
  const size = Math.abs(power).toString().padStart(2, "0");
  return `${sign}${digits.slice(0, 1)}${rest}e${power < 0 ? "-" : "+"}${size}`;
}

const DIGITS = 6;

/** Returns `value` rounded to six digits: the digits, and the power of ten of the first one. */
function roundedDigits(value: number): readonly [digits: string, exponent: number] {
  // A hundred digits more are enough to see whether the rest is exactly one half.
  // oxlint-disable-next-line oxc/number-arg-out-of-range -- 100 is the limit since ES2018
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential(100).split("e");
  const all = mantissa.replace(".", "");
  const rest = all.slice(DIGITS);
  const half = `5${"0".repeat(rest.length - 1)}`;
  const digits = Number(all.slice(0, DIGITS));
  const up = rest > half || (rest === half && digits % 2 === 1) ? digits + 1 : digits;
  return up === 10 ** DIGITS ? [String(up / 10), Number(exponent) + 1] : [String(up), Number(exponent)];
}

function fixedText(digits: string, power: number): string {
  if (power < 0) return `0.${"0".repeat(-power - 1)}${digits}`;
  if (digits.length <= power + 1) return digits + "0".repeat(power + 1 - digits.length);
  return `${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`;
}
