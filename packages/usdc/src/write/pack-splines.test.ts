import type { Spline } from "@usdkit/layer";
import { expect, it } from "vitest";
import { knownValueType } from "../values/known-value-type.ts";
import { PackContext } from "./pack-context.ts";
import { writeSpline } from "./pack-splines.ts";
import { UsdcWriteError } from "./usdc-write-error.ts";

const held = { mode: "held" } as const;

/** Writes a spline without knots. */
function write(type: string): Uint8Array {
  const spline: Spline = {
    kind: "spline",
    valueType: knownValueType(type),
    curveType: "bezier",
    pre: held,
    post: held,
    knots: [],
  };
  return writeSpline(new PackContext(88, 16, true), spline);
}

it.each([
  ["double", 1],
  ["float", 2],
  ["half", 3],
])("a spline of type %s has the number of its type", (type, number) => {
  expect(write(type)[0] >> 4).toBe(number);
});

it.each(["string", "int", "token"])("a spline of type %s is an error", (type) => {
  expect(() => write(type)).toThrow(UsdcWriteError);
  expect(() => write(type)).toThrow(`A crate cannot hold a spline of type ${type}`);
});
