/**
 * Escapes characters that a terminal would interpret, hide or reorder: control, direction and invisible characters, line and
 * paragraph separators, lone surrogates. Line feeds and tabs stay.
 */
const UNSAFE = /(?![\n\t]|[\u{fe00}-\u{fe0f}])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes text of a scene or a file for a message. */
export function escapeText(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
  });
}
