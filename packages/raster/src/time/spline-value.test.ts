import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUsda } from "@usdkit/usda";
import { splineValue, type Spline } from "@usdkit/layer";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

/** Splines and the values that the reference implementation gives; see `write-splines.py` next to it. */
interface Row {
  readonly type: string;
  readonly text: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

const file = join(import.meta.dirname, "../../test/time-samples/splines.json");
const rows = JSON.parse(readFileSync(file, "utf8")) as readonly Row[];

function splineOf(type: string, text: string): Spline {
  const { layer, diagnostics } = parseUsda(`#usda 1.1\ndef "A"\n{\n    ${type} x.spline = ${text}\n}\n`);
  expect(diagnostics).toEqual([]);
  const [property] = layer.root.children[0].properties;
  if (property.specType !== "attribute" || property.spline === undefined) throw new Error("no spline");
  return property.spline;
}

describe("values of the reference", () => {
  test("the table has all kinds of segments, tangents and extrapolations", () => {
    const all = rows.map(({ text }) => text).join();
    for (const part of [
      "hermite",
      "held",
      "linear",
      "curve",
      "none",
      "sloped",
      "repeat (",
      "reset",
      "oscillate",
      "loop: (",
    ]) {
      expect(all).toContain(part);
    }
  });

  // The reference solves the cubic of steep curves by a formula that loses digits; halfs have 11 bits.
  test.each(rows)("$type $text", ({ type, text, times, values }) => {
    const spline = splineOf(type, text);
    for (const [i, time] of times.entries()) {
      const [value, wanted] = [splineValue(spline, time), values[i]];
      expect([time, value === undefined]).toEqual([time, wanted === null]);
      if (value === undefined || wanted === null) continue;
      expect(Math.abs(value - wanted)).toBeLessThan((type === "half" ? 2e-3 : 1e-4) * Math.max(1, Math.abs(wanted)));
    }
  });
});

test("a spline without knots has no value", () => {
  expect(splineValue(splineOf("double", "{ bezier }"), 1)).toBeUndefined();
});

test("a Bézier segment with tangents of a third of its width is the cubic polynomial of its slopes", () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  fc.assert(
    fc.property(
      fc.tuple(number, number, number, number),
      fc.double({ min: 0, max: 1, noNaN: true }),
      ([a, b, s, e], t) => {
        const spline = splineOf("double", `{ 0: ${a}; post curve (1, ${s}), 3: ${b}; pre (1, ${e}) }`);
        const wanted = (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * (a + s) + 3 * (1 - t) * t * t * (b - e) + t ** 3 * b;
        expect(splineValue(spline, 3 * t)).toBeCloseTo(wanted, 8);
      },
    ),
    { numRuns: 50 },
  );
});

test("loops of any number of repetitions and times far away cost no more than a few knots", () => {
  const text = `{ pre: loop repeat, post: loop oscillate, loop: (0, 1, 2000000000, 2000000000, 1), 0: 0; post linear }`;
  const spline = splineOf("double", text);
  expect(splineValue(spline, 1_000_000.25)).toBeCloseTo(1_000_000.25, 6);
  expect(splineValue(spline, -1e300)).toBeDefined();
  expect(splineValue(spline, 1e300)).toBeDefined();
});
