/** Quotes text of a file in messages. */
import { decodeUtf8 } from "@usdkit/base";

/** Longer text is cut; in bytes. */
const MAX_SHOWN = 40;

/** Returns the text at `[start, end)` in backticks: control characters escaped, cut after 40 bytes. */
export function quoteText(bytes: Uint8Array, start: number, end: number): string {
  const cut = Math.min(end, start + MAX_SHOWN);
  const text = escapeControls(decodeUtf8(bytes, start, cut));
  return `\`${text}${cut < end ? "…" : ""}\``;
}

/** Returns text of a file with control and direction characters escaped, so that it is safe to print. */
export function escapeControls(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/g,
    (character, offset: number, whole: string) => {
      const code = character.charCodeAt(0);
      if (code >= 0xd800 && code <= 0xdfff && isPaired(whole, offset)) return character;
      return code < 256 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16)}`;
    },
  );
}

function isPaired(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  const isLead = code < 0xdc00;
  const other = text.charCodeAt(isLead ? offset + 1 : offset - 1);
  return isLead ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other <= 0xdbff;
}
