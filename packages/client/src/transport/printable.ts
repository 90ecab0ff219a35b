/**
 * Sanitizes a server's text for an error message: short, on one line, without characters that a terminal interprets
 * or hides.
 */

const LIMIT = 300;

/**
 * Control characters, direction marks, invisible and unassigned characters become `\u{…}`; white space becomes one
 * space; text longer than `limit` characters is truncated and ends in `…`.
 */
export function printable(text: string, limit: number = LIMIT): string {
  // Text beyond the limit is not processed: an answer can have megabytes.
  const start = text
    .slice(0, limit * 8)
    .replaceAll(/[\t\n\v\f\r ]+/g, " ")
    .trim();
  const short = start.length > limit || text.length > limit * 8 ? `${start.slice(0, limit)}…` : start;
  return short.replaceAll(unsafe(), (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

function unsafe(): RegExp {
  // Compiled on first use: looking up Unicode's classes takes most of a millisecond.
  return /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
}
