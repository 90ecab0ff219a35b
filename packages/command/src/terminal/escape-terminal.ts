/**
 * Makes text of files safe to print: characters that a terminal would interpret, hide or reorder are shown as escapes.
 * Every text of another origin that a command prints goes through here.
 *
 * | characters | shown as |
 * |---|---|
 * | control characters, ESC and DEL included, U+0000–001F, U+007F–009F | `\x1b` |
 * | direction marks and overrides (U+200E/F, U+061C, U+202A–E, U+2066–9), zero-width and other invisible characters, line and paragraph separators, private and unassigned code points, lone surrogates | `\u202e`, `\u{e0001}` |
 * | tab, line feed, carriage return | `\t`, `\n`, `\r` |
 *
 * Variation selectors stay: emoji need them, and they are invisible alone.
 */
function unsafe(): RegExp {
  // Made when it is used: looking up Unicode's classes takes most of a millisecond.
  return /(?![\u{fe00}-\u{fe0f}])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
}

export function escapeTerminal(text: string): string {
  return PLAIN.test(text) ? text : text.replaceAll(unsafe(), escapeCharacter);
}

/** Most text: printable ASCII. */
const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\x20-\x7e\n]*$/;

/** As {@link escapeTerminal} for text of several lines: line feeds and tabs stay. */
export function escapeLines(text: string): string {
  return text.replaceAll(unsafe(), (character) =>
    character === "\n" || character === "\t" ? character : escapeCharacter(character),
  );
}

/** The same characters inside of JSON text, as JSON itself escapes them: its meaning stays. */
export function escapeJson(json: string): string {
  if (PLAIN_LINES.test(json)) return json;
  return json.replaceAll(unsafe(), (character) =>
    character === "\n" ? character : Array.from({ length: character.length }, (_, i) => unit(character, i)).join(""),
  );
}

function escapeCharacter(character: string): string {
  if (character === "\t") return "\\t";
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, "0")}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : unit(character, 0);
}

function unit(text: string, index: number): string {
  return `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`;
}
