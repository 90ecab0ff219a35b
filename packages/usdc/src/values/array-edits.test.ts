import { valueTypes, type TypedValue } from "@usdkit/layer";
import { expect, test } from "vitest";
import { arrayEditOf, END_INDEX } from "./array-edits.ts";

/** One instruction with its arguments, for `repeat` operations. */
function instruction(number: number, args: readonly bigint[], repeat = 1): bigint[] {
  return [BigInt.asIntN(64, (BigInt(number) << 56n) | BigInt.asUintN(56, BigInt(repeat))), ...args];
}

function literals(type: string, data: TypedValue["data"]): TypedValue {
  const found = valueTypes.get(type);
  if (found === undefined) throw new Error(`no type ${type}`);
  return { kind: "typed", type: found, isArray: true, data };
}

test.each<readonly [string, TypedValue, bigint[], string, readonly string[] | undefined]>([
  ["no instruction", literals("int", Int32Array.of(7)), [], "edit []", undefined],
  ["no instruction for strings", literals("string", ["a"]), [], "edit []", undefined],
  ["a number", literals("int", Int32Array.of(7)), instruction(0, [0n, 2n]), "edit [write 7 to [2]]", undefined],
  ["the end", literals("int", Int32Array.of(7, 8)), instruction(2, [1n, END_INDEX]), "edit [append 8]", undefined],
  ["the start", literals("int", Int32Array.of(7, 8)), instruction(2, [1n, 0n]), "edit [prepend 8]", undefined],
  ["a place", literals("int", Int32Array.of(7)), instruction(2, [0n, 3n]), "edit [insert 7 at [3]]", undefined],
  [
    "two of one kind, then another",
    literals("int64", BigInt64Array.of(7n)),
    [...instruction(4, [1n, 2n], 2), ...instruction(5, [9n])],
    "edit [erase [1]; erase [2]; minsize 9]",
    undefined,
  ],
  [
    "sizes",
    literals("half", Uint16Array.of(0x3e00)),
    [...instruction(6, [9n, 0n]), ...instruction(7, [8n]), ...instruction(8, [7n, 0n]), ...instruction(9, [6n])],
    "edit [minsize 9 fill 1.5; resize 8; resize 7 fill 1.5; maxsize 6]",
    undefined,
  ],
  [
    "a double",
    literals("double", Float64Array.of(0.1)),
    instruction(0, [0n, 0n]),
    "edit [write 0.1 to [0]]",
    undefined,
  ],
  ["a float", literals("float", Float32Array.of(0.1)), instruction(0, [0n, 0n]), "edit [write 0.1 to [0]]", undefined],
  ["a boolean", literals("bool", Uint8Array.of(1)), instruction(0, [0n, 0n]), "edit [write 1 to [0]]", undefined],
  [
    "a vector",
    literals("float2", Float32Array.of(1, 2, 3, 4)),
    instruction(0, [1n, 0n]),
    "edit [write (3, 4) to [0]]",
    undefined,
  ],
  [
    "a matrix",
    literals("matrix2d", Float64Array.of(1, 2, 3, 4)),
    instruction(0, [0n, 0n]),
    "edit [write ( (1, 2), (3, 4) ) to [0]]",
    undefined,
  ],
  // What the text does not give exactly has pieces.
  [
    "a string",
    literals("string", ["a", "b"]),
    instruction(0, [1n, 5n]),
    "edit [write b to [5]]",
    ["edit [write ", "b", " to [5]]"],
  ],
  ["an asset", literals("asset", ["a"]), instruction(2, [0n, 0n]), "edit [prepend @a@]", ["edit [prepend ", "a", "]"]],
  [
    "an index, which could be a string",
    literals("token", ["a"]),
    instruction(1, [0n, 5n]),
    "edit [write [0] to [5]]",
    ["edit [write [0] to [5]]"],
  ],
  [
    "an index of a number",
    literals("int", Int32Array.of(7)),
    instruction(3, [4n, 0n]),
    "edit [prepend [4]]",
    undefined,
  ],
  [
    "a time code",
    literals("timecode", Float64Array.of(0.123456789)),
    instruction(0, [0n, 0n]),
    "edit [write 0.123457 to [0]]",
    ["edit [write ", "0.123456789", " to [0]]"],
  ],
])("%s", (...[, values, codes, text, pieces]) => {
  const edit = arrayEditOf(values, BigInt64Array.from(codes), 0);
  expect([edit.kind, edit.type, edit.text, edit.pieces]).toEqual(["arrayEdit", values.type, text, pieces]);
});

test.each<readonly [string, bigint[], string]>([
  ["a literal after the last", instruction(0, [1n, 0n]), "literal 1 of 1"],
  ["a literal before the first", instruction(0, [-1n, 0n]), "literal -1 of 1"],
  ["a literal of none", instruction(0, [0n, 0n]), "literal 0 of 0"],
  ["an unknown instruction", instruction(10, [0n]), "unknown instruction 10"],
  ["no repetition", instruction(4, [0n], 0), "arguments are missing"],
  ["a negative repetition", instruction(4, [0n], -1), "arguments are missing"],
  ["one argument of two", instruction(1, [0n]), "arguments are missing"],
  ["one operation of two", instruction(4, [0n], 2), "arguments are missing"],
])("%s is an error", (name, codes, message) => {
  const values = name === "a literal of none" ? literals("int", new Int32Array(0)) : literals("int", Int32Array.of(7));
  expect(() => arrayEditOf(values, BigInt64Array.from(codes), 11)).toThrow(
    expect.objectContaining({ code: "USDC_VALUE", offset: 11, message: `Damaged array edit: ${message}` }),
  );
});
