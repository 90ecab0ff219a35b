/**
 * Returns whether a text is padded Base64 of the standard alphabet, and nothing else. The decoded bytes are not
 * checked.
 *
 * A loop, since a regular expression for groups of four overflows its stack on scenes of some megabytes.
 */
export function isBase64(text: string): boolean {
  if (text.length % 4 !== 0) return false;
  let end = text.length;
  if (text.endsWith("==")) end -= 2;
  else if (text.endsWith("=")) end -= 1;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39);
    if (!isLetter && code !== 0x2b && code !== 0x2f) return false;
  }
  return true;
}
