/**
 * Returns a string in quotes as the reference keeps it in values without a schema: double quotes, unless single
 * quotes avoid escapes; triple quotes if the string contains a line feed.
 */
export function quoteAsReference(text: string): string {
  const mark = text.includes('"') && !text.includes("'") ? "'" : '"';
  const marks = text.includes("\n") ? mark.repeat(3) : mark;
  let inside = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (character === mark || character === "\\") inside += `\\${character}`;
    else if (character === "\n") inside += character;
    else if (character === "\t") inside += "\\t";
    else if (character === "\r") inside += "\\r";
    else if (code < 32 || code === 127) inside += `\\x${code.toString(16).padStart(2, "0")}`;
    else inside += character;
  }
  return marks + inside + marks;
}
