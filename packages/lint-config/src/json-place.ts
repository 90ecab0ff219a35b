/** Locates the value of a key path in a JSON text. */

export type KeyPath = readonly (string | number)[];

/** An open `{` or `[`, and the part of the path that leads to it. */
interface Frame {
  readonly isList: boolean;
  /** Number of path members that lead here; -1 if it is not on the path. */
  readonly matched: number;
  index: number;
}

/**
 * Returns the line (from 1) of the entry at `path`, or of the deepest existing entry on the path. The text must be JSON.
 * Not recursive, so deep nesting does not overflow the stack.
 */
export function lineOfPath(text: string, path: KeyPath): number {
  let best = 0;
  let bestDepth = 0;
  const stack: Frame[] = [];
  let matched = 0;
  const enter = (key: string | number, at: number): void => {
    const parent = stack.at(-1);
    matched = parent !== undefined && parent.matched >= 0 && path[parent.matched] === key ? parent.matched + 1 : -1;
    // The last of duplicate keys applies, as in JSON.parse.
    if (matched >= bestDepth && matched > 0) [bestDepth, best] = [matched, at];
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    const frame = stack.at(-1);
    if (character === "{" || character === "[") {
      const isList = character === "[";
      stack.push({ isList, matched: stack.length === 0 ? 0 : matched, index: 0 });
      if (isList) enter(0, nextValue(text, i + 1));
    } else if (character === "}" || character === "]") stack.pop();
    else if (character === "," && frame?.isList === true) enter(++frame.index, nextValue(text, i + 1));
    else if (character === '"') {
      const end = endOfString(text, i);
      // A string before a colon is a key; in a list it is a value.
      if (frame?.isList === false && text[nextValue(text, end)] === ":") {
        enter(JSON.parse(text.slice(i, end)) as string, i);
      }
      i = end - 1;
    }
  }
  return lineAt(text, best);
}

/** Returns the line (from 1) of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < offset; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

function nextValue(text: string, from: number): number {
  let i = from;
  while (i < text.length && " \t\r\n".includes(text[i] ?? "")) i++;
  return i;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return Math.min(i + 1, text.length);
}
