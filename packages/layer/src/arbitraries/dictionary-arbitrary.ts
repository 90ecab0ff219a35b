import type { PlainDictionary, PlainEntry } from "@usdkit/layer";
import * as fc from "fast-check";
import { anyText } from "./_internals/texts.ts";
import { typeNames, valueArbitrary } from "./value-arbitrary.ts";

const keys = fc.oneof(
  fc.constantFrom("a", "b", "note", "def", "None", "int", "two words", "é", "0", "__proto__", "constructor", "a.b"),
  anyText.filter((text) => !text.includes(":") && !text.includes("\0")),
);

/** Dictionaries do not store the roles of types. */
const entryTypes = typeNames.filter((name) => !name.startsWith("pathExpression"));

const typedEntry: fc.Arbitrary<PlainEntry> = fc
  .constantFrom(...entryTypes)
  .chain((typeName) => valueArbitrary(typeName).map((value): PlainEntry => [typeName, value]));

/** Nested dictionaries, as `makeLayer` and `plainDictionary` accept them; keys include `__proto__`. */
export const dictionaryArbitrary: fc.Arbitrary<PlainDictionary> = fc.letrec<{
  dictionary: PlainDictionary;
  entry: PlainEntry;
}>((tie) => ({
  dictionary: fc
    .uniqueArray(fc.tuple(keys, tie("entry")), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => new Map(entries)),
  entry: fc.oneof({ depthSize: "small", withCrossShrink: true }, typedEntry, tie("dictionary")),
})).dictionary;
