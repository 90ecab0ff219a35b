/** Columns of a terminal. */
import { eastAsianWidth } from "get-east-asian-width";

/** Returns 0 for marks that combine with the character before, 2 for wide characters, otherwise 1. Expects printable text. */
export function displayWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  return /^[\p{Mn}\p{Me}]/u.test(character) ? 0 : eastAsianWidth(code);
}

/** Returns the columns of a text without control characters. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += displayWidth(character);
  return width;
}
