/**
 * The words of the grammar, as ids of the name table. Every layer's table begins with them, in this order, so the
 * grammar compares integers.
 */
import type { NameSeed } from "../scan/name-table.ts";
import { NameTable } from "../scan/name-table.ts";
import type { HeadWords } from "../scan/scanner.ts";
import type { ValueType } from "@usdkit/layer";
import { fieldDefinitions, valueTypes } from "@usdkit/layer";
import { reservedWords } from "../keywords/reserved-words.ts";

/** Words with a special meaning. The first four must stay first: the scanner recognises them by `id <= variantSet`. */
export const Word = {
  def: 1,
  over: 2,
  class: 3,
  variantSet: 4,
  add: 5,
  append: 6,
  delete: 7,
  prepend: 8,
  reorder: 9,
  custom: 10,
  uniform: 11,
  config: 12,
  varying: 13,
  rel: 14,
  default: 15,
  timeSamples: 16,
  connect: 17,
  spline: 18,
  None: 19,
  AnimationBlock: 20,
  edit: 21,
  nameChildren: 22,
  properties: 23,
  rootPrims: 24,
  offset: 25,
  scale: 26,
  customData: 27,
  dictionary: 28,
  inf: 29,
  nan: 30,
  bezier: 31,
  hermite: 32,
  pre: 33,
  post: 34,
  loop: 35,
  none: 36,
  held: 37,
  linear: 38,
  curve: 39,
  sloped: 40,
  repeat: 41,
  reset: 42,
  oscillate: 43,
  autoEase: 44,
  variants: 45,
  permission: 46,
} as const;

const words = [
  ...new Set([...Object.keys(Word), ...reservedWords, ...valueTypes.keys(), ...fieldDefinitions.keys(), "doc"]),
];

/** Reserved words and type names, as a seed for a layer's table. */
export const wordSeed: NameSeed = NameTable.seed(words);
/** Ids from this one on are those of other words. */
export const SEED_COUNT: number = wordSeed.count;

export const headWords: HeadWords = {
  variantSet: Word.variantSet,
  edit: Word.edit,
};

const reserved = new Uint8Array(SEED_COUNT);
const matrices = new Uint8Array(SEED_COUNT);
const types: (ValueType | undefined)[] = [undefined];
words.forEach((word, index) => {
  if (valueTypes.get(word)?.dims.length === 2) matrices[index + 1] = 1;
  if (reservedWords.has(word)) reserved[index + 1] = 1;
  types[index + 1] = valueTypes.get(word);
});

/** Returns whether a word cannot be an identifier (a type, a metadata key, a bare value). */
export function isReserved(id: number): boolean {
  return id < SEED_COUNT && reserved[id] === 1;
}

/** Returns the value type that a word names, without the array suffix. */
export function valueTypeOf(id: number): ValueType | undefined {
  return id < SEED_COUNT ? types[id] : undefined;
}

/** True for the name of a matrix type. */
export function isMatrixType(id: number): boolean {
  return id < SEED_COUNT && matrices[id] === 1;
}
