const OTHER_CHARACTER = /[^A-Za-z0-9+/]/;

/**
 * Returns whether a text is padded Base64 of the standard alphabet, and nothing else. The decoded bytes are not
 * checked.
 *
 * Searches for a wrong character: a regular expression for groups of four overflows its stack on scenes of some
 * megabytes, and a loop over the characters is three times as slow.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  let padding = 0;
  if (text.endsWith("==")) padding = 2;
  else if (text.endsWith("=")) padding = 1;
  return !OTHER_CHARACTER.test(padding === 0 ? text : text.slice(0, -padding));
}
