/** Words of messages. */

/** Returns the name of a type with its article: "a Mesh", "an Xform". */
export function withArticle(type: string): string {
  return /^[AEIOUX]/u.test(type) ? `an ${type}` : `a ${type}`;
}
