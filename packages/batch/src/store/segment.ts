/** A file with answers for one folder: a line with its HMAC, then a line an answer, `KEY JSON`. */

const TITLE = "usda-lint cache";
/** Minimum capacity of a segment; a run that uses more than half of it keeps twice as many answers as it used. */
const MIN_CAPACITY = 1000;

export type Answers = Map<string, string>;

/** The answers of a segment's text; undefined if the text is not as a holder of the key has written it. */
export function decodeSegment(text: string, key: string): Answers | undefined {
  const answers: Answers = new Map();
  const end = text.indexOf("\n");
  if (end < 0 || text.slice(0, end) !== firstLine(text.slice(end + 1), key)) return undefined;
  for (let from = end + 1; from < text.length;) {
    const to = text.indexOf("\n", from);
    const space = text.indexOf(" ", from);
    if (to < 0 || space < 0 || space > to) return undefined;
    answers.set(text.slice(from, space), text.slice(space + 1, to));
    from = to + 1;
  }
  return answers;
}

/** @param asked Keys that were asked for: they come first, and the others go when there are many. */
export function encodeSegment(answers: Answers, asked: ReadonlySet<string>, key: string): string {
  const capacity = Math.max(MIN_CAPACITY, 2 * asked.size);
  const lines: string[] = [];
  for (const key of asked) {
    const answer = answers.get(key);
    if (answer !== undefined) lines.push(`${key} ${answer}\n`);
  }
  for (const [key, answer] of answers) {
    if (lines.length >= capacity) break;
    if (!asked.has(key)) lines.push(`${key} ${answer}\n`);
  }
  const body = lines.join("");
  return `${firstLine(body, key)}\n${body}`;
}

function firstLine(body: string, key: string): string {
  const code = process.getBuiltinModule("node:crypto").createHmac("sha256", key).update(body).digest("hex");
  return `${TITLE} ${code}`;
}
