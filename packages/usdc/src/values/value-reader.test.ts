// Values that are made of others: enumerations, vectors, lists, dictionaries, values without schema, edits of arrays.

import { valueTypes } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { ByteBuilder } from "../encode/byte-builder.ts";
import { addNested, addReps, END, pathIndex, readerOf, tokenIndex } from "../test-support/added-values.ts";
import { CrateType } from "./crate-type.ts";
import type { ValueRep } from "./value-rep.ts";
import { arrayRep, inlinedRep, IS_ARRAY, IS_ARRAY_EDIT, offsetRep } from "./value-rep.ts";

const words = (...values: readonly number[]): ByteBuilder => {
  const builder = new ByteBuilder();
  for (const value of values) builder.uint32(value);
  return builder;
};
const float = (value: number): ValueRep =>
  inlinedRep(CrateType.float, new Uint32Array(Float32Array.of(value).buffer)[0]);
const [one, two] = [inlinedRep(CrateType.string, 0), inlinedRep(CrateType.string, 1)];
const typed = (name: string, data: unknown, isArray = false): unknown => ({
  kind: "typed",
  type: valueTypes.get(name),
  isArray,
  data,
});

/** A dictionary: an index of a string and a value for each entry. */
function dictionary(...entries: readonly (readonly [key: number, value: ValueRep])[]): ByteBuilder {
  const built = new ByteBuilder().uint64(entries.length);
  for (const [key, value] of entries) addNested(built.uint32(key), value);
  return built;
}

describe("a value", () => {
  it.each([
    ["specifier", 1, { kind: "enum", type: "specifier", index: 1 }],
    ["permission", 1, { kind: "enum", type: "permission", index: 1 }],
    ["variability", 1, { kind: "enum", type: "variability", index: 1 }],
    ["valueBlock", 0, { kind: "block" }],
    ["animationBlock", 0, { kind: "animationBlock" }],
  ] as const)("of type %s is in its representation", (name, payload, expected) => {
    expect(readerOf().read(inlinedRep(CrateType[name], payload))).toEqual(expected);
  });

  const layerOffsets = new ByteBuilder().uint64(2).float64(1).float64(2).float64(3).float64(4);
  it.each([
    ["tokenVector", words(2, 0, tokenIndex("A"), tokenIndex("s")), { kind: "texts", form: "token", texts: ["A", "s"] }],
    ["stringVector", words(2, 0, 1, 0), { kind: "texts", form: "string", texts: ["two", "one"] }],
    ["pathVector", words(1, 0, pathIndex("/A.s")), { kind: "texts", form: "path", texts: ["/A.s"] }],
    [
      "doubleVector",
      new ByteBuilder().uint64(2).float64(1).float64(0.1),
      { kind: "doubles", data: Float64Array.of(1, 0.1) },
    ],
    [
      "layerOffsetVector",
      layerOffsets,
      {
        kind: "layerOffsets",
        offsets: [
          { offset: 1, scale: 2 },
          { offset: 3, scale: 4 },
        ],
      },
    ],
    ["variantSelectionMap", words(1, 0, 0, 1), { kind: "stringMap", entries: new Map([["one", "two"]]) }],
    ["relocates", words(1, 0, pathIndex("/A"), pathIndex("/A.s")), { kind: "relocates", pairs: [["/A", "/A.s"]] }],
    [
      "dictionary",
      dictionary([1, float(1.5)]),
      { kind: "dictionary", entries: new Map([["two", typed("float", 1.5)]]) },
    ],
    ["value", addNested(words(), float(1.5)), typed("float", 1.5)],
    ["unregisteredValue", addNested(words(), one), { kind: "unregistered", text: "one" }],
  ] as const)("of type %s is at an offset", (name, added, expected) => {
    expect(readerOf(added).read(offsetRep(CrateType[name], END))).toEqual(expected);
  });

  it.each([
    ["an unknown number", offsetRep(99, END), "Unknown type 99 of a value"],
    ["an array of dictionaries", arrayRep(CrateType.dictionary, END), "Unknown type 31 of a value"],
  ])("of %s is not read", (_, rep, problem) => {
    expect(() => readerOf().read(rep)).toThrow(problem);
  });
});

describe("a list operation", () => {
  const [EXPLICIT, ITEMS, ADDED, DELETED, ORDERED, PREPENDED, APPENDED] = [1, 2, 4, 8, 16, 32, 64];
  const int32 = (value: number): Uint8Array => words(value).finish();
  const int64 = (value: bigint): Uint8Array => new ByteBuilder().bigUint64(BigInt.asUintN(64, value)).finish();
  const list = (flags: number, ...lists: readonly (readonly Uint8Array[])[]): ByteBuilder => {
    const built = new ByteBuilder().uint8(flags);
    for (const items of lists) {
      built.uint64(items.length);
      for (const item of items) built.append(item);
    }
    return built;
  };

  it.each([
    ["int", int32(-2), -2],
    ["uint", int32(-2), 4_294_967_294],
    ["int64", int64(-2n), -2n],
    ["uint64", int64(-2n), 2n ** 64n - 2n],
    ["string", int32(1), "two"],
    ["token", int32(tokenIndex("s")), "s"],
  ] as const)("of type %s has a flag for each of its lists", (itemType, item, value) => {
    const read = (added: ByteBuilder): unknown => readerOf(added).read(offsetRep(CrateType[`${itemType}ListOp`], END));
    const kind = "valueListOp";
    expect(read(list(0))).toEqual({ kind, itemType, listOp: {} });
    expect(read(list(EXPLICIT))).toEqual({ kind, itemType, listOp: { explicit: [] } });
    expect(read(list(EXPLICIT | ITEMS, [item, item]))).toEqual({
      kind,
      itemType,
      listOp: { explicit: [value, value] },
    });
    expect(read(list(PREPENDED | APPENDED | DELETED, [item], [item, item], []))).toEqual({
      kind,
      itemType,
      listOp: { prepended: [value], appended: [value, value], deleted: [] },
    });
    expect(read(list(ADDED | ORDERED, [item], [item]))).toEqual({
      kind,
      itemType,
      listOp: { added: [value], ordered: [value] },
    });
  });

  it("of values without schema has texts; other values are empty texts", () => {
    const items = list(EXPLICIT | ITEMS, [
      addNested(words(), two).finish(),
      addNested(words(), offsetRep(CrateType.dictionary, END + 100)).finish(),
    ]);
    const added = items.append(new Uint8Array(100 - items.length)).append(dictionary([0, two]).finish());
    expect(readerOf(added).read(offsetRep(CrateType.unregisteredValueListOp, END))).toEqual({
      kind: "unregisteredListOp",
      listOp: { explicit: ["two", ""] },
    });
  });
});

describe("a value without schema", () => {
  const read = (rep: ValueRep, behind: ByteBuilder = words()): unknown =>
    readerOf(addNested(words(), rep).append(behind.finish())).read(offsetRep(CrateType.unregisteredValue, END));
  const BEHIND = END + 16;

  it("is a text, a dictionary or a list", () => {
    expect(read(two)).toEqual({ kind: "unregistered", text: "two" });
    expect(read(offsetRep(CrateType.dictionary, BEHIND), dictionary([0, two]))).toEqual({
      kind: "dictionary",
      entries: new Map([["one", typed("string", "two")]]),
    });
    expect(read(offsetRep(CrateType.unregisteredValueListOp, BEHIND), new ByteBuilder().uint8(1))).toEqual({
      kind: "unregisteredListOp",
      listOp: { explicit: [] },
    });
    expect(read(offsetRep(CrateType.string, 0, IS_ARRAY_EDIT))).toEqual({ kind: "unregistered", text: "" });
  });

  it.each([
    ["a number", float(1), 8],
    ["a token", inlinedRep(CrateType.token, 0), 11],
    ["a value without schema", offsetRep(CrateType.unregisteredValue, END), 53],
  ])("is not %s", (_, rep, number) => {
    expect(() => read(rep)).toThrow(
      expect.objectContaining({
        offset: END + 8,
        message: expect.stringContaining(`A value without schema has type ${number}, expected text`) as string,
      }),
    );
  });

  it("may be in lists of such values, up to a limit", () => {
    // A list of one item: the distance to the representation of a list.
    const nested = (target: number): ByteBuilder =>
      addNested(new ByteBuilder().uint8(3).uint64(1), offsetRep(CrateType.unregisteredValueListOp, target));
    expect(() => readerOf(nested(END)).read(offsetRep(CrateType.unregisteredValueListOp, END))).toThrow(
      expect.objectContaining({
        offset: END,
        message: expect.stringContaining("Values nest deeper than 100") as string,
      }),
    );
    const chain = (length: number): unknown => {
      const built = new ByteBuilder();
      for (let i = 1; i < length; i++) built.append(nested(END + 25 * i).finish());
      return readerOf(built.uint8(0)).read(offsetRep(CrateType.unregisteredValueListOp, END));
    };
    expect(chain(100)).toEqual({ kind: "unregisteredListOp", listOp: { explicit: [""] } });
    expect(() => chain(101)).toThrow("Values nest deeper than 100");
  });

  it("does not count towards the limit once it is read", () => {
    const reader = readerOf(addNested(words(), one));
    const rep = offsetRep(CrateType.unregisteredValue, END);
    for (let i = 0; i < 150; i++) expect(reader.read(rep)).toEqual({ kind: "unregistered", text: "one" });
  });
});

describe("a value of type value", () => {
  /** Values that refer to the next one each, and then to a float. */
  const chain = (length: number): unknown => {
    const built = new ByteBuilder();
    for (let i = 1; i < length; i++) addNested(built, offsetRep(CrateType.value, END + 16 * i));
    return readerOf(addNested(built, float(2))).read(offsetRep(CrateType.value, END));
  };

  it("may refer to others, not to itself", () => {
    expect(chain(17)).toEqual(typed("float", 2));
    expect(() => chain(18)).toThrow("A value contains itself");
    const itself = addNested(words(), offsetRep(CrateType.value, END));
    expect(() => readerOf(itself).read(offsetRep(CrateType.value, END))).toThrow("A value contains itself");
  });
});

describe("a dictionary", () => {
  const read = (added: ByteBuilder): unknown => readerOf(added).read(offsetRep(CrateType.dictionary, END));
  const entries = (...list: readonly (readonly [string, unknown])[]): unknown => ({
    kind: "dictionary",
    entries: new Map(list),
  });
  /** Offset of what follows a dictionary of two entries. */
  const BEHIND = END + 48;

  it.each([
    ["tokens", CrateType.tokenVector, words(1, 0, tokenIndex("A")), typed("token", ["A"], true)],
    ["strings", CrateType.stringVector, words(1, 0, 1), typed("string", ["two"], true)],
    [
      "doubles",
      CrateType.doubleVector,
      new ByteBuilder().uint64(1).float64(0.5),
      typed("double", Float64Array.of(0.5), true),
    ],
  ] as const)("has lists of %s as arrays", (_, type, list, value) => {
    const added = dictionary([0, offsetRep(type, BEHIND)], [1, float(1)]).append(list.finish());
    expect(read(added)).toEqual(entries(["one", value], ["two", typed("float", 1)]));
  });

  it.each([
    ["paths", offsetRep(CrateType.pathVector, BEHIND), words(1, 0, 0)],
    ["an enumeration", inlinedRep(CrateType.specifier, 0), words()],
    ["a list operation", offsetRep(CrateType.tokenListOp, BEHIND), new ByteBuilder().uint8(0)],
  ])("leaves out %s, which only a field may have", (_, rep, behind) => {
    expect(read(dictionary([0, rep], [1, float(1)]).append(behind.finish()))).toEqual(
      entries(["two", typed("float", 1)]),
    );
  });

  it("has blocks and values without schema", () => {
    const added = dictionary(
      [0, inlinedRep(CrateType.valueBlock, 0)],
      [1, offsetRep(CrateType.unregisteredValue, BEHIND)],
    );
    expect(read(addNested(added, one))).toEqual(
      entries(["one", { kind: "block" }], ["two", { kind: "unregistered", text: "one" }]),
    );
  });

  it("may have others, an empty one without an offset among them", () => {
    const added = dictionary([0, offsetRep(CrateType.dictionary, BEHIND)], [1, inlinedRep(CrateType.dictionary, 0)]);
    expect(read(added.append(dictionary([1, two]).finish()))).toEqual(
      entries(["one", entries(["two", typed("string", "two")])], ["two", entries()]),
    );
  });

  it("nests up to a limit", () => {
    const chain = (length: number): unknown => {
      const built = new ByteBuilder();
      for (let i = 1; i < length; i++)
        built.append(dictionary([0, offsetRep(CrateType.dictionary, END + 28 * i)]).finish());
      return read(built.uint64(0));
    };
    expect(chain(1001)).toMatchObject({ kind: "dictionary" });
    expect(() => chain(1002)).toThrow("Dictionaries nest deeper than 1000");
  });
});

describe("an edit of an array", () => {
  const { int, int64, int2, float: floatType } = CrateType;
  const read = (literals: ValueRep, codes: ValueRep): unknown =>
    readerOf(addReps(words(), literals, codes)).read(offsetRep(int, END, IS_ARRAY_EDIT));

  it("may be empty", () => {
    const expected = { kind: "arrayEdit", type: valueTypes.get("int"), text: "edit []" };
    expect(readerOf().read(offsetRep(int, 0, IS_ARRAY_EDIT))).toEqual(expected);
    expect(read(arrayRep(int, 0), arrayRep(int64, 0))).toEqual(expected);
  });

  it.each([
    ["literals that are no array", inlinedRep(int, 1), arrayRep(int64, 0)],
    ["literals of another type", arrayRep(floatType, 0), arrayRep(int64, 0)],
    ["literals of several components", arrayRep(int2, 0), arrayRep(int64, 0)],
    ["literals that are an edit", offsetRep(int, 0, IS_ARRAY | IS_ARRAY_EDIT), arrayRep(int64, 0)],
    ["literals that are a dictionary", arrayRep(CrateType.dictionary, 0), arrayRep(int64, 0)],
    ["codes that are no array", arrayRep(int, 0), inlinedRep(int64, 1)],
    ["codes of another type", arrayRep(int, 0), arrayRep(int, 0)],
    ["codes that are an edit", arrayRep(int, 0), offsetRep(int64, 0, IS_ARRAY | IS_ARRAY_EDIT)],
  ])("has no %s", (_, literals, codes) => {
    expect(() => read(literals, codes)).toThrow(
      expect.objectContaining({
        offset: END,
        message: expect.stringContaining("expected an array of literals and one of integers") as string,
      }),
    );
  });
});
