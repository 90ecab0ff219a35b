import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { makeLayer, valueTypes, type Layer, type TypedValue, type ValueType } from "@usdkit/layer";
import { describe, expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { writeUsdc } from "../write/write-usdc.ts";
import { LastArray } from "./last-array.ts";

function dataOf(layer: Layer, index: number): unknown {
  const property = layer.root.children[0]?.properties[index];
  const value = property?.specType === "attribute" ? property.defaultValue : undefined;
  return value?.kind === "typed" ? value.data : undefined;
}

it("decompresses an array once when it is looked at twice, and keeps types apart", () => {
  const numbers = Int32Array.from({ length: 5000 }, (_, i) => i * 3);
  const properties = ["a", "b"].map((name, i) => ({ name, type: "int[]", value: numbers.map((each) => each + i) }));
  const { layer } = readUsdc(writeUsdc(makeLayer({ children: [{ name: "A", properties }] })));
  const first = dataOf(layer, 0);
  expect(dataOf(layer, 0)).toBe(first);
  expect(first).toEqual(numbers);
  expect(dataOf(layer, 1)).toEqual(numbers.map((each) => each + 1));
  expect(dataOf(layer, 0)).toEqual(numbers);
});

describe("the last array", () => {
  const type = (name: string): ValueType => valueTypes.get(name) ?? expect.fail(name);
  const array = (name: string, data: TypedValue["data"]): TypedValue => ({
    kind: "typed",
    type: type(name),
    isArray: true,
    data,
  });
  // 1,024 bytes: the shortest that is kept.
  const long = array("float3", new Float32Array(256));

  it("is found by its offset and its type", () => {
    const last = new LastArray();
    expect(last.find(0, type("float3"))).toBeUndefined();
    expect(last.find(-1, type("float3"))).toBeUndefined();
    last.set(8, long);
    expect(last.find(8, type("float3"))).toBe(long);
    expect(last.find(9, type("float3"))).toBeUndefined();
    expect(last.find(8, type("color3f"))).toBeUndefined();
  });

  it.each([
    ["short", array("float3", new Float32Array(255))],
    ["of texts", array("string", ["a".repeat(2000)])],
  ])("stays the one before if the next one is %s", (_, next) => {
    const last = new LastArray();
    last.set(8, long);
    last.set(16, next);
    expect(last.find(16, next.type)).toBeUndefined();
    expect(last.find(8, type("float3"))).toBe(long);
  });

  it("is one of all crates", () => {
    const [last, other] = [new LastArray(), new LastArray()];
    last.set(8, long);
    other.set(8, array("float3", new Float32Array(512)));
    expect(last.find(8, type("float3"))).toBeUndefined();
  });

  it("is found although it is longer than what is kept, as long as it is in use", () => {
    const last = new LastArray();
    const longest = array("float", new Float32Array((1 << 22) + 1));
    last.set(8, longest);
    expect(last.find(8, type("float"))).toBe(longest);
  });
});

it("does not keep the arrays that one turn of the program reads", async () => {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const { layer } = readUsdc(manyArrays());
  gc();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < MEGABYTES; i++) expect(dataOf(layer, i)).toHaveLength(250_000);
  // One array is a megabyte. The memory of collected ones is freed in another thread.
  const kept = (): number => {
    gc();
    return process.memoryUsage().arrayBuffers - before;
  };
  await expect.poll(kept, { interval: 20 }).toBeLessThan(8e6);
});

const MEGABYTES = 24;

/** A crate of arrays of a megabyte each. */
function manyArrays(): Uint8Array {
  const properties = Array.from({ length: MEGABYTES }, (_, i) => ({
    name: `a${i}`,
    type: "int[]",
    value: Int32Array.from({ length: 250_000 }, (__, k) => k * 3 + i),
  }));
  return writeUsdc(makeLayer({ children: [{ name: "A", properties }] }));
}
