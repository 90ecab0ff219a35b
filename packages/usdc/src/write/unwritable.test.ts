// Values that a program may make and text cannot: what a crate has no form for is rejected, with the path of the spec.

import type { Layer, PlainValue, Value } from "@usdkit/layer";
import { dumpLayer, makeLayer } from "@usdkit/layer";
import { expect, it } from "vitest";
import { readUsdc } from "../read/read-usdc.ts";
import { knownValueType } from "../values/known-value-type.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";
import { writeUsdc } from "./write-usdc.ts";

function attributeLayer(type: string, value: PlainValue): Layer {
  return makeLayer({ children: [{ name: "A", properties: [{ name: "x", type, value }] }] });
}

const edit = (type: string, text: string, pieces?: readonly string[]): Value => ({
  kind: "arrayEdit",
  type: knownValueType(type),
  text,
  ...(pieces && { pieces }),
});

it.each<[string, string, Value]>([
  [
    "A crate cannot hold a value of type opaque",
    "opaque",
    { kind: "typed", type: knownValueType("opaque"), isArray: false, data: 1 },
  ],
  [
    "Expected a value of type string",
    "string",
    { kind: "typed", type: knownValueType("string"), isArray: false, data: 1 },
  ],
  [
    "Expected a value of type token",
    "token[]",
    { kind: "typed", type: knownValueType("token"), isArray: true, data: new Int32Array(2) },
  ],
  ["A crate cannot hold a path as a value: </B>", "string", { kind: "path", path: "/B" }],
  // Without the pieces of the edit, strings in its text have no quotes.
  ['A crate cannot hold the array edit "edit [append a] to [b]"', "string[]", edit("string", "edit [append a] to [b]")],
  [
    'A crate cannot hold the array edit "edit [write [0] to [1]]"',
    "string[]",
    edit("string", "edit [write [0] to [1]]"),
  ],
  // A text that is no piece of its own may be several elements, and a character that stands for a piece is none.
  [
    'A crate cannot hold the array edit "edit [append a]"',
    "string[]",
    edit("string", "edit [append a]", ["edit [append a]"]),
  ],
  [
    'A crate cannot hold the array edit "edit [append \\u0000]"',
    "string[]",
    edit("string", "edit [append \0]", ["edit [append \0]"]),
  ],
  ["A crate cannot hold text with a NUL character", "string[]", edit("string", "edit [append \0]")],
  ['A crate cannot hold the array edit "edit [append ]"', "int[]", edit("int", "edit [append ]")],
  ['A crate cannot hold the array edit "edit [append (1, 2)]"', "float3[]", edit("float3", "edit [append (1, 2)]")],
  ['A crate cannot hold the array edit "append 1"', "int[]", edit("int", "append 1")],
  ['A crate cannot hold the array edit "edit [append 1"', "int[]", edit("int", "edit [append 1")],
  ['A crate cannot hold the array edit "edit [remove 1]"', "int[]", edit("int", "edit [remove 1]")],
])("%s is reported", (message, type, value) => {
  const layer = attributeLayer(type, value);
  expect(() => writeUsdc(layer)).toThrow(UsdcWriteError);
  expect(() => writeUsdc(layer)).toThrow(message);
  expect(() => writeUsdc(layer)).toThrow(expect.objectContaining({ path: "/A.x" }));
});

it.each([
  ["string", "edit [append a b]"],
  ["string", "edit [minsize 3 fill x]"],
  ["token", "edit [prepend to]"],
  ["asset", "edit [append @a.usd@]"],
  ["int", "edit [write [0] to [1]; insert [2] at [-3]; append 4]"],
  ["float2", "edit [append (1, -2.5); resize 3 fill (0, inf)]"],
  ["matrix2d", "edit [append ( (1, 2), (3, 4) )]"],
  ["uint", "edit [append 4294967295]"],
  ["int", "edit []"],
])("an edit of %s is written from its text alone: %s", (type, text) => {
  const layer = attributeLayer(`${type}[]`, edit(type, text));
  const read = readUsdc(writeUsdc(layer));
  expect(read.diagnostics).toEqual([]);
  expect(dumpLayer(read.layer)).toBe(dumpLayer(layer));
});

it("an edit of numbers is the same with its text as one piece", () => {
  const text = "edit [append 1; erase [0]]";
  const withPieces = attributeLayer("int[]", edit("int", text, [text]));
  expect(writeUsdc(withPieces)).toEqual(writeUsdc(attributeLayer("int[]", edit("int", text))));
});
