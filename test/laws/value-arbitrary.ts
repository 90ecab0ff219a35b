// Values of every type, as the plain objects that `makeLayer` takes.

import * as fc from "fast-check";
import type { PlainDictionary, PlainEntry, PlainValue } from "../../packages/usda/src/layer/plain-values.ts";
import { halfBitsToFloat } from "../../packages/usda/src/scan/half.ts";
import type { ScalarKind, ValueType } from "../../packages/usda/src/schema/value-types.ts";
import { valueTypes } from "../../packages/usda/src/schema/value-types.ts";

/** A byte that is not UTF-8 stands as a lone surrogate; what follows must not make it UTF-8 after all. */
const loneByte = fc.tuple(fc.integer({ min: 0xdc80, max: 0xdcff }), fc.constantFrom("", "a", " ", "\n"));

const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."abcXYZ019_ .:/-{}[]()<>@#`$=,;|+~*%&".split("")) },
  { weight: 3, arbitrary: fc.constantFrom('"', "'", "\\", '"""', "'''", '\\"', "\\'", "\\x41", "\\n", '"\n', "'\"") },
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r", "\r\n", "\t", "\0", "\u0001", "\u001b", "\u007f", "\u0085") },
  {
    weight: 2,
    arbitrary: fc.constantFrom("é", "漢", "🎬", "\u2028", "\u202e", "\ufeff", "\uffff", "\u0300", "\ufffd"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

/** Any text that a layer can hold, bytes that are not UTF-8 left out. */
export const anyText: fc.Arbitrary<string> = fc.array(character, { maxLength: 12 }).map((parts) => parts.join(""));

/** Also with bytes that are not UTF-8. */
export const anyString: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyText, loneByte, anyText)
      .map(
        ([before, [byte, after], rest]) => `${before} ${String.fromCharCode(byte)}${after === "" ? "" : after + rest}`,
      ),
  },
);

/** A token ends at a NUL, as in the reference. */
export const anyToken: fc.Arbitrary<string> = anyString.map((text) => text.replaceAll("\0", "0"));

/** Control characters cannot be written in asset paths, nor can a backslash before `@` or before the marks around `@`. */
export const assetPath: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("a.usda", "./b c.usda", "", "@", "a@b", "@@@", "a@@@@b", "a@@", "pkg.usdz[in.usd]"),
  },
  {
    weight: 2,
    arbitrary: anyText.map((text) =>
      text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, "").replaceAll(/\\+(?=@|$)/g, ""),
    ),
  },
);

/** Texts that are their own normal form. */
const pathExpressionText = fc.constantFrom(
  "",
  "/A",
  "//",
  "/World//Mesh",
  "/A + /B",
  "~/A",
  '/World//{isa:"Mesh"} - //Looks',
  "%/A:set",
);

const bits = new DataView(new ArrayBuffer(8));

/** A number of its bits: every exponent is as likely as any other, denormals and infinities too. */
const anyFloat = fc.integer({ min: 0, max: 0xffff_ffff }).map((word) => {
  bits.setUint32(0, word);
  return bits.getFloat32(0);
});
const anyDouble = fc
  .tuple(fc.integer({ min: 0, max: 0xffff_ffff }), fc.integer({ min: 0, max: 0xffff_ffff }))
  .map(([a, b]) => {
    bits.setUint32(0, a);
    bits.setUint32(4, b);
    return bits.getFloat64(0);
  });
const usual = fc.constantFrom(0, -0, 1, -1, 0.5, 24, 1e-3, 1e15, 1e16, 1e21, 123456789, NaN, Infinity, -Infinity);

const numbers: Readonly<Record<Exclude<ScalarKind, TextKind | "opaque">, fc.Arbitrary<number | bigint | boolean>>> = {
  bool: fc.boolean(),
  uchar: fc.integer({ min: 0, max: 255 }),
  int: fc.oneof(fc.integer(), fc.constantFrom(-2147483648, 2147483647)),
  uint: fc.oneof(fc.integer({ min: 0, max: 0xffff_ffff }), fc.constant(0xffff_ffff)),
  int64: fc.oneof(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n)),
  uint64: fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.constantFrom(0n, 2n ** 64n - 1n)),
  half: fc.oneof(fc.integer({ min: 0, max: 0xffff }).map(halfBitsToFloat), fc.constantFrom(0, -0, 1, 65504, 6e-8)),
  float: fc.oneof(
    anyFloat,
    usual.map(Math.fround),
    fc.constantFrom(0.1, 3.4028234663852886e38, 1e-45).map(Math.fround),
  ),
  double: fc.oneof(anyDouble, usual, fc.constantFrom(0.1, 5e-324, 1.7976931348623157e308, 2.2250738585072014e-308)),
  timecode: fc.oneof(anyDouble, usual),
};

type TextKind = "string" | "token" | "asset" | "pathExpression";

const texts: Readonly<Record<TextKind, fc.Arbitrary<string>>> = {
  string: anyString,
  token: anyToken,
  asset: assetPath,
  pathExpression: pathExpressionText,
};

function isTextKind(kind: ScalarKind): kind is TextKind {
  return kind in texts;
}

/** Every type name that can have a value, arrays too. */
export const typeNames: readonly string[] = [...valueTypes.values()]
  .filter(({ kind }) => kind !== "opaque")
  .flatMap(({ name }) => [name, `${name}[]`]);

/** More elements than the dump lists, or few; or none. */
const arrayLengths = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 70 }) },
);

/** A value of the type; never None. */
export function typedValue(typeName: string): fc.Arbitrary<PlainValue> {
  const isArray = typeName.endsWith("[]");
  const type: ValueType | undefined = valueTypes.get(isArray ? typeName.slice(0, -2) : typeName);
  if (type === undefined || type.kind === "opaque") throw new Error(`${typeName} has no values`);
  const { kind, components } = type;
  const many = <T>(item: fc.Arbitrary<T>, each: number): fc.Arbitrary<T[]> =>
    arrayLengths.chain((length) => fc.array(item, { minLength: length * each, maxLength: length * each }));
  if (isTextKind(kind)) return isArray ? many(texts[kind], 1) : texts[kind];
  const number = numbers[kind];
  if (isArray) return many(number, components);
  return components === 1 ? number : fc.array(number, { minLength: components, maxLength: components });
}

const keys = fc.oneof(
  fc.constantFrom("a", "b", "note", "def", "None", "int", "two words", "é", "0", "__proto__", "constructor", "a.b"),
  anyText.filter((text) => !text.includes(":") && !text.includes("\0")),
);

/** Roles are not kept in dictionaries. */
const entryTypes = typeNames.filter((name) => !name.startsWith("pathExpression"));

const typedEntry: fc.Arbitrary<PlainEntry> = fc
  .constantFrom(...entryTypes)
  .chain((typeName) => typedValue(typeName).map((value): PlainEntry => [typeName, value]));

/** A dictionary with dictionaries in it. */
export const dictionary: fc.Arbitrary<PlainDictionary> = fc.letrec<{ dictionary: PlainDictionary; entry: PlainEntry }>(
  (tie) => ({
    dictionary: fc
      .uniqueArray(fc.tuple(keys, tie("entry")), { maxLength: 3, selector: ([key]) => key })
      .map((entries) => new Map(entries)),
    entry: fc.oneof({ depthSize: "small", withCrossShrink: true }, typedEntry, tie("dictionary")),
  }),
).dictionary;
