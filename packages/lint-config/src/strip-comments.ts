/**
 * Returns JSON text with comments and trailing commas replaced by spaces, as editors allow them in configuration files. Offsets
 * and lines stay.
 */
export function stripComments(text: string): string {
  let plain = "";
  /** Offset of a comma followed only by white space; it must come after a value. */
  let comma = -1;
  let last = "";
  for (let i = 0; i < text.length;) {
    const start = i;
    const character = text[i] ?? "";
    if (character === '"') {
      i = endOfString(text, i);
      plain += text.slice(start, i);
      comma = -1;
      last = character;
    } else if (character === "/" && (text[i + 1] === "/" || text[i + 1] === "*")) {
      i = endOfComment(text, i);
      plain += text.slice(start, i).replaceAll(/[^\n]/g, " ");
    } else {
      if ((character === "]" || character === "}") && comma >= 0) {
        plain = `${plain.slice(0, comma)} ${plain.slice(comma + 1)}`;
      }
      if (!/\s/.test(character)) {
        comma = character === "," && !"{[,:".includes(last) ? i : -1;
        last = character;
      }
      plain += character;
      i++;
    }
  }
  return plain;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"' && text[i] !== "\n") i += text[i] === "\\" ? 2 : 1;
  return Math.min(i + 1, text.length);
}

function endOfComment(text: string, start: number): number {
  const isLine = text[start + 1] === "/";
  const end = text.indexOf(isLine ? "\n" : "*/", start + 2);
  return end < 0 ? text.length : isLine ? end : end + 2;
}
