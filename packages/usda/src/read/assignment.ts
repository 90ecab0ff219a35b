/**
 * Kinds of `=`, numbered after the scanner's kinds of token.
 *
 * What follows `=` depends on the word before it (`references = …`, `doc = …`). The readers label the `=` by that
 * word, so the grammar stays LL(1).
 */
export const Assignment = {
  /** An attribute's value. */
  value: 25,
  timeSamples: 26,
  spline: 27,
  /** `None`, a path, or a list of paths. */
  paths: 28,
  /** One path. */
  path: 29,
  /** `None`, a value, or a dictionary. */
  metadata: 30,
  /** `None` or a list value, after a list operation's keyword. */
  listOperation: 31,
  dictionary: 32,
  references: 33,
  /** A string or a list of strings. */
  names: 34,
  /** `{ "key" : "value" }`. */
  stringMap: 35,
  string: 36,
  word: 37,
  relocates: 38,
  subLayers: 39,
  number: 40,
  variantSet: 41,
} as const;
