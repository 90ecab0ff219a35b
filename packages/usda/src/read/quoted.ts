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
