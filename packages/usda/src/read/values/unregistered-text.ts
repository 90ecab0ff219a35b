/**
 * Returns the reference's text of a value of an unknown type or field: numbers, strings, assets and lists in its
 * normal form.
 */
import { decimalToDouble } from "../../scan/decimal.ts";
import { decodeAssetToken, decodeStringToken } from "../../scan/strings.ts";
import { TokenKind } from "../../scan/token-kinds.ts";
import { decodeUtf8 } from "@usdkit/base";
import { quoteAsReference } from "@usdkit/layer";

/** Returns the normal text of one number, string, word or asset. */
export function unregisteredAtom(bytes: Uint8Array, kind: number, start: number, end: number): string {
  switch (kind) {
    case TokenKind.number:
      return numberText(bytes, start, end);
    case TokenKind.string:
      return quoteAsReference(decodeStringToken(bytes, start, end));
    case TokenKind.asset:
      return `@${decodeAssetToken(bytes, start, end)}@`;
    default:
      return decodeUtf8(bytes, start, end);
  }
}

function numberText(bytes: Uint8Array, start: number, end: number): string {
  const text = decodeUtf8(bytes, start, end);
  if (/^-?\d+$/.test(text)) {
    const value = BigInt(text);
    if (value === 0n) return text === "-0" ? "-0" : "0";
    if (value >= -(1n << 63n) && value < 1n << 64n) return value.toString();
  }
  return doubleText(decimalToDouble(bytes, start, end));
}

/** Returns the shortest digits; with an exponent, without `+`, from 1e15 up and below 1e-6. */
function doubleText(value: number): string {
  if (value === Infinity) return "inf";
  if (value === -Infinity) return "-inf";
  if (Number.isNaN(value)) return "nan";
  if (Object.is(value, -0)) return "-0";
  const magnitude = Math.abs(value);
  if (value !== 0 && (magnitude >= 1e15 || magnitude < 1e-6)) return value.toExponential().replace("e+", "e");
  return String(value);
}
