/** How many columns of a terminal a character takes. */

/**
 * Wide and fullwidth blocks of East Asian text (Unicode 16, EastAsianWidth.txt, W and F, neighbours joined over
 * unassigned gaps), as pairs of first and last code point. Emoji are asked for by their own property.
 */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x3fffd],
];

/** 0 for marks that combine with the character before, 2 for wide ones, else 1. Expects printable text. */
export function displayWidth(character: string): 0 | 1 | 2 {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (/^[\p{Mn}\p{Me}]/u.test(character)) return 0;
  const isWide =
    WIDE.some(([first, last]) => first <= code && code <= last) || /^\p{Emoji_Presentation}/u.test(character);
  // Flags are two letters of one column each.
  return isWide && !(code >= 0x1f1e6 && code <= 0x1f1ff) ? 2 : 1;
}

/** Columns of a text without control characters. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += displayWidth(character);
  return width;
}
