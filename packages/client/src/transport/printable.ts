/** Text of a server in an error's message: short, on one line, and nothing in it that a terminal would obey or hide. */

const LIMIT = 300;

/**
 * Control characters, direction marks, invisible and unassigned characters become `\u{…}`; white space becomes one space; what
 * is longer than `limit` characters is cut and ends in `…`.
 */
export function printable(text: string, limit: number = LIMIT): string {
  // What is cut anyway is not looked at: an answer can have megabytes.
  const start = text
    .slice(0, limit * 8)
    .replaceAll(/[\t\n\v\f\r ]+/g, " ")
    .trim();
  const short = start.length > limit || text.length > limit * 8 ? `${start.slice(0, limit)}…` : start;
  return short.replaceAll(unsafe(), (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function unsafe(): RegExp {
  // Made when it is needed: looking up Unicode's classes takes most of a millisecond.
  return /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
}
