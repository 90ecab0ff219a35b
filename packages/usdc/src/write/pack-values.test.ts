import { expect, it } from "vitest";
import { layerOf } from "../test-support/written-crate.ts";
import { PackContext } from "./pack-context.ts";
import { packSpline } from "./pack-values.ts";

it.each(["1: 2, 3: 4", "1: 2; { }, 3: 4"])("a spline of the knots %s has no data of knots", (knots) => {
  const [property] = layerOf(`def "A" {\ndouble s.spline = { ${knots} }\n}`).root.children[0].properties;
  if (property.specType !== "attribute" || property.spline === undefined) throw new Error("no spline");
  const context = new PackContext(88, 16, false);
  packSpline(context, property.spline);
  const bytes = Buffer.concat(context.output.take(true).map((part) => part.bytes));
  // The number of knots with data comes last if there are none.
  expect(bytes.readUInt32LE(bytes.length - 8)).toBe(0);
  expect(bytes.length).toBe(8 + bytes.readUInt32LE(0) + 8);
});
