import { textWidth } from "./display-width.ts";

/** A word: no white space but inside of a code span, which stays in one piece. */
const WORD = /(?:[^\s`]|`[^`]*`|`)+/g;

/** Returns at least one line, each of at most `columns` columns; a wider word gets a line of its own. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  let width = 0;
  for (const [word] of text.matchAll(WORD)) {
    const size = textWidth(word);
    if (line === "") line = word;
    else if (width + 1 + size <= columns) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
      width = size;
      continue;
    }
    width += line === word ? size : 1 + size;
  }
  return [...lines, line];
}
