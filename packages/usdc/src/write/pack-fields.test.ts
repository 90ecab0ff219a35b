import type { ReferenceItem } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { PackContext } from "./pack-context.ts";
import { packField } from "./pack-fields.ts";
import { CrateType } from "../values/crate-type.ts";
import { inlinedRep, type ValueRep } from "../values/value-rep.ts";
import { knownValueType } from "../values/known-value-type.ts";

const START = 88;

/** Packs one field, and returns the bytes that were written for it, in hexadecimal. */
function pack(name: string, value: Parameters<typeof packField>[2], minor = 12): { rep?: ValueRep; hex: string } {
  const context = new PackContext(START, minor, false);
  const rep = packField(context, name, value);
  const bytes = context.output.take(true).flatMap((part) => [...part.bytes]);
  return { ...(rep && { rep }), hex: Buffer.from(bytes).toString("hex") };
}

/** Returns a number of eight bytes in hexadecimal, the low one first. */
const long = (value: number): string => Buffer.from(new BigUint64Array([BigInt(value)]).buffer).toString("hex");
const word = (value: number): string => Buffer.from(new Uint32Array([value]).buffer).toString("hex");

describe("list operations", () => {
  const listOp = (lists: object): Parameters<typeof packField>[2] => ({
    kind: "valueListOp",
    itemType: "int",
    listOp: lists,
  });

  it("have a bit and a list for each operation with items, in the order of the format", () => {
    const { hex } = pack("apiSchemas", listOp({ prepended: [1], appended: [], deleted: [-1, 2] }));
    expect(hex).toBe(`28${long(1)}${word(1)}${long(2)}ffffffff${word(2)}`);
  });

  it("that are explicit have no other list, and say so without items", () => {
    expect(pack("apiSchemas", listOp({ explicit: [3], prepended: [1] })).hex).toBe(`03${long(1)}${word(3)}`);
    expect(pack("apiSchemas", listOp({ explicit: [] })).hex).toBe("01");
  });

  it("hold whole numbers of the size of their type", () => {
    const value = (itemType: string, item: number | bigint): string =>
      pack("x", { kind: "valueListOp", itemType, listOp: { explicit: [item] } } as never).hex;
    expect(value("int", -2)).toBe(`03${long(1)}feffffff`);
    expect(value("uint", 0xffff_fffe)).toBe(`03${long(1)}feffffff`);
    expect(value("int64", -2n)).toBe(`03${long(1)}feffffffffffffff`);
    expect(value("uint64", 5n)).toBe(`03${long(1)}${long(5)}`);
  });

  it("of a type that the format does not have are an error", () => {
    expect(() => pack("x", { kind: "valueListOp", itemType: "double", listOp: { explicit: [1] } } as never)).toThrow(
      "A crate cannot hold a list operation of double",
    );
  });
});

describe("payloads", () => {
  const item = (asset: string, primPath: string, offset = 0, scale = 1): ReferenceItem => ({
    asset,
    primPath,
    layerOffset: { offset, scale },
  });
  const payload = (...items: readonly ReferenceItem[]): Parameters<typeof packField>[2] =>
    ({ kind: "referenceListOp", listOp: { explicit: items } }) as never;

  it("before 0.8 are one asset and path without an offset", () => {
    const { rep, hex } = pack("payload", payload(item("a.usd", "/A")), 7);
    expect(rep?.high).toBe(CrateType.payload << 16);
    expect(hex.length).toBe(2 * 8);
  });

  it("from 0.8 on are a list, each with an offset", () => {
    const { rep, hex } = pack("payload", payload(item("a.usd", "/A", 2, 3)), 8);
    expect(rep?.high).toBe(CrateType.payloadListOp << 16);
    expect(hex.slice(-32)).toBe(Buffer.from(new Float64Array([2, 3]).buffer).toString("hex"));
  });
});

describe("other fields", () => {
  it("with selections of variants are a map of strings, and others a dictionary", () => {
    const entries = new Map([["size", "big"]]);
    const selections = pack("variantSelection", { kind: "stringMap", entries });
    expect(selections.rep?.high).toBe(CrateType.variantSelectionMap << 16);
    expect(selections.hex).toBe(`${long(1)}${word(0)}${word(1)}`);
    expect(pack("prefixSubstitutions", { kind: "stringMap", entries }).rep?.high).toBe(CrateType.dictionary << 16);
  });

  it("have permissions in their representation", () => {
    const permission = (data: string): ValueRep | undefined =>
      pack("permission", { kind: "typed", type: knownValueType("token"), isArray: false, data }).rep;
    expect(permission("private")).toEqual(inlinedRep(CrateType.permission, 1));
    expect(permission("public")).toEqual(inlinedRep(CrateType.permission, 0));
  });

  it("that no schema defines hold dictionaries as unregistered values", () => {
    const value = { kind: "dictionary", entries: new Map() } as never;
    expect(pack("customData", value).rep).not.toEqual(pack("anything", value).rep);
    expect(pack("anything", value).rep?.high).toBe(CrateType.unregisteredValue << 16);
  });

  it("with display units are an error", () => {
    const unit = { kind: "typed", type: knownValueType("token"), isArray: false, data: "cm" } as const;
    expect(() => pack("displayUnit", unit)).toThrow("A crate cannot hold the field displayUnit");
  });
});
