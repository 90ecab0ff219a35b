/** Answers of one folder as text: a line each, `KEY JSON`. */

export type Answers = Map<string, string>;

/** Returns the answers of a text; undefined if it is none. */
export function decodeSegment(text: string): Answers | undefined {
  const answers: Answers = new Map();
  for (let from = 0; from < text.length;) {
    const to = text.indexOf("\n", from);
    const space = text.indexOf(" ", from);
    if (to < 0 || space < 0 || space > to) return undefined;
    answers.set(text.slice(from, space), text.slice(space + 1, to));
    from = to + 1;
  }
  return answers;
}

/** Returns answers as text. */
export function encodeSegment(answers: Answers): string {
  let text = "";
  for (const [key, answer] of answers) text += `${key} ${answer}\n`;
  return text;
}
