/** Functions that return Markdown. */

/** Returns a table whose columns are aligned in the source text as well. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(escapeCell));
  const widths = head.map((_, i) => Math.max(3, ...cells.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${widths.map((width, i) => (row[i] ?? "").padEnd(width)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}

/** Returns any text with Markdown and HTML escaped; text between backticks stays code. */
export function prose(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : part.replaceAll(/[<*[\]\\]/g, "\\$&")))
    .join("");
}

/** Returns a code block whose fence is longer than any in the content. */
export function fence(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = "`".repeat(longest + 1);
  return `${ticks}${language}\n${text.replace(/\n$/, "")}\n${ticks}`;
}

/** Invisible characters, and those that reorder the text around them. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a scene for display: invisible characters and bytes that are not UTF-8 as escapes (`\x00`, `\ufeff`). */
export function showSource(source: string | Uint8Array): { readonly text: string; readonly isPlain: boolean } {
  const decoded = typeof source === "string" ? source : decode(source);
  const text = decoded.replaceAll(HIDDEN, (character) =>
    character === "\n" || character === "\t" ? character : escape(character),
  );
  return { text, isPlain: typeof source === "string" && text === source };
}

/** Decodes UTF-8; invalid bytes become `\xNN`. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${hex(byte, 2)}`)).join("");
  }
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code > 0xffff ? `\\u{${hex(code, 1)}}` : `\\u${hex(code, 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
