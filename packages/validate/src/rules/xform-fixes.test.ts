// Laws of the transform fixes: the prim keeps its USD transform, the text parses, and no finding is left.
import { localTransformation, serviceMatrix, transformOpTypes } from "@usdkit/service-scene";
import { findSpec, type PrimSpec } from "@usdkit/layer";
import { applyEdits, parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { validate } from "../engine/check.ts";
import { fixScene } from "../engine/fix.ts";
import { fullScene } from "../examples/full-scene.ts";

const number = fc.double({ min: -1000, max: 1000, noNaN: true });
const positive = fc.double({ min: 0.01, max: 100, noNaN: true });
const list = (each: fc.Arbitrary<number>, length: number): fc.Arbitrary<string> =>
  fc
    .array(each, { minLength: length, maxLength: length })
    .map((numbers) => `(${numbers.join(", ").replaceAll("e+", "e")})`);
const one = (each: fc.Arbitrary<number>): fc.Arbitrary<string> => each.map((value) => String(value).replace("e+", "e"));
const rows = list(number, 3).map((text) => `( (2, 0, 1, 0), (0, 3, 0, 0), (-1, 0, 1, 0), ${text.slice(0, -1)}, 1) )`);

function valueOf(type: string): fc.Arbitrary<string> {
  if (type === "transform") return rows;
  if (type === "orient") return list(fc.double({ min: 0.1, max: 1, noNaN: true }), 4);
  const each = type.startsWith("scale") ? positive : number;
  return /[a-z][XYZ]$/.test(type) ? one(each) : list(each, 3);
}

function typeOf(type: string): string {
  if (type === "transform") return "matrix4d";
  if (type === "orient") return "quatd";
  return /[a-z][XYZ]$/.test(type) ? "double" : "double3";
}

const op = fc
  .record({
    type: fc.constantFrom(...transformOpTypes),
    suffix: fc.constantFrom("", ":pivot", ":x"),
    isInverse: fc.boolean(),
    comment: fc.constantFrom("", " # why"),
    gap: fc.constantFrom("", "\n", "    # above\n"),
  })
  .chain((head) => valueOf(head.type).map((value) => ({ ...head, value, name: `xformOp:${head.type}${head.suffix}` })));

const prim = fc
  .record({
    ops: fc.uniqueArray(op, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
    resets: fc.boolean(),
    isOneLine: fc.boolean(),
    orderFirst: fc.boolean(),
  })
  .map(({ ops, resets, isOneLine, orderFirst }) => {
    const entries = ops.map(({ name, isInverse }) => (isInverse ? `!invert!${name}` : name));
    const order = `uniform token[] xformOpOrder = ${JSON.stringify([...(resets ? ["!resetXformStack!"] : []), ...entries])}`;
    const statements = ops.map(({ type, name, value }) => `${typeOf(type)} ${name} = ${value}`);
    const all = orderFirst ? [order, ...statements] : [...statements, order];
    const text = isOneLine
      ? `    ${all.join("; ")}\n`
      : all.map((each, i) => `${ops.at(i)?.gap ?? ""}    ${each}${ops.at(i)?.comment ?? ""}\n`).join("");
    return { text: fullScene(`\ndef Xform "A"\n{\n${text}}\n`), resets };
  });

function primOf(source: string | Uint8Array): PrimSpec {
  const { layer, diagnostics } = parseUsda(source);
  expect(diagnostics).toEqual([]);
  const found = findSpec(layer, "/A");
  if (found.specType !== "prim") throw new Error("/A is not a prim");
  return found;
}

test("baked ops have the same transform in USD, and the service reads it", () => {
  let baked = 0;
  fc.assert(
    fc.property(prim, ({ text, resets }) => {
      const before = localTransformation(primOf(text));
      const { source } = fixScene(text, { profile: "offline" });
      const after = primOf(source);
      // A safe fix may not apply: then the text stays unchanged.
      if (validate(source, { profile: "offline" }).some(({ rule }) => rule === "xform-op-supported")) return;
      const largest = Math.max(...before.map(Math.abs));
      for (const placed of [localTransformation(after), serviceMatrix(after)]) {
        placed.forEach((value, i) => expect(Math.abs(value - before[i])).toBeLessThanOrEqual(1e-12 * largest));
      }
      baked++;
      expect(after.properties.map(({ name }) => name).toSorted()).toEqual(["xformOp:transform", "xformOpOrder"]);
      const rules = new Set(
        validate(source, { profile: "offline", rules: { "scene-empty": "off" } }).map(({ rule }) => rule),
      );
      expect([...rules].filter((rule) => rule !== "xform-matrix")).toEqual(resets ? ["xform-op-order"] : []);
      expect(fixScene(source, { profile: "offline" }).applied).toBe(0);
    }),
    { numRuns: 250 },
  );
  expect(baked).toBeGreaterThan(200);
});

test("comments stay in their order, and so do statements next to the ops", () => {
  const text = fullScene(
    '\ndef Xform "A"\n{\n    # up\n    double3 xformOp:translate = (0, 1, 0) # by one\n    custom int x = 1\n\n    # larger\n    double3 xformOp:scale = (2, 2, 2)\n    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:scale"] # both\n}\n',
  );
  const { source } = fixScene(text, { profile: "offline" });
  expect(new TextDecoder().decode(source)).toBe(
    fullScene(
      '\ndef Xform "A"\n{\n    # up\n    matrix4d xformOp:transform = ( (2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 1, 0, 1) ) # by one\n    custom int x = 1\n\n    # larger\n    uniform token[] xformOpOrder = ["xformOp:transform"] # both\n}\n',
    ),
  );
});

test("rounding errors are written as 0, and small authored numbers stay", () => {
  const baked = (statements: string, order: readonly string[]): string => {
    const text = fullScene(
      `\ndef Xform "A"\n{\n    ${statements}\n    uniform token[] xformOpOrder = ${JSON.stringify(order)}\n}\n`,
    );
    const { source } = fixScene(text, { profile: "offline" });
    return /xformOp:transform = (.*)/.exec(new TextDecoder().decode(source))?.[1] ?? "";
  };
  const half = Math.SQRT1_2;
  expect(
    baked(`quatd xformOp:orient = (${half}, 0, ${half}, 0)\n    double3 xformOp:translate = (5, 0, 0)`, [
      "xformOp:orient",
      "xformOp:translate",
    ]),
  ).toMatch(/^\( \(0, 0, -1(\.0+\d)?, 0\), \(0, 1, 0, 0\), \(1(\.0+\d)?, 0, 0, 0\), \(0, 0, -5(\.0+\d)?, 1\) \)$/);
  expect(baked("float3 xformOp:rotateXYZ = (90, 180, -90)", ["xformOp:rotateXYZ"])).toBe(
    "( (0, 1, 0, 0), (0, 0, -1, 0), (-1, 0, 0, 0), (0, 0, 0, 1) )",
  );
  expect(baked("double3 xformOp:translate = (-1e-20, 5, 0)", ["xformOp:translate"])).toContain("(-1e-20, 5, 0, 1)");
});

const translate = "double3 xformOp:translate = (1, 2, 3)";
const order = 'uniform token[] xformOpOrder = ["xformOp:translate"]';
const unit = "( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )";
test.each([
  ["time samples", `${translate}\n    double3 xformOp:translate.timeSamples = {\n        0: (1, 2, 3),\n    }`, order],
  ["a connection", `${translate}\n    double3 xformOp:translate.connect = </Main.x>`, order],
  ["metadata of an op", `${translate} (doc = "x")`, order],
  ["no value", "double3 xformOp:translate", order],
  ["an op from elsewhere", translate, order.replace("[", "[").replace('"]', '", "xformOp:scale"]')],
  ["an unknown op", translate.replace("translate", "warp"), order.replace("translate", "warp")],
  ["a matrix that no order lists", `${translate}\n    matrix4d xformOp:transform = ${unit}`, order],
  ["a number that is not finite", translate.replace("1", "inf"), order],
  [
    "the inverse of a singular matrix",
    "double3 xformOp:scale = (0, 1, 1)",
    'uniform token[] xformOpOrder = ["!invert!xformOp:scale"]',
  ],
])("nothing is baked where something would be lost: %s", (_, body, ordered) => {
  const findings = validate(fullScene(`\ndef Xform "A"\n{\n    ${body}\n    ${ordered}\n}\n`), { profile: "offline" });
  const [finding] = findings.filter(({ rule }) => rule === "xform-op-supported");
  expect(finding.fixes).toEqual([]);
});

test.each([
  ["no order", "", 'uniform token[] xformOpOrder = ["xformOp:transform"]'],
  ["an empty one", "uniform token[] xformOpOrder = []", 'uniform token[] xformOpOrder = ["xformOp:transform"]'],
  ["one that is declared", "uniform token[] xformOpOrder", 'uniform token[] xformOpOrder = ["xformOp:transform"]'],
  [
    "one that resets",
    'uniform token[] xformOpOrder = ["xformOp:transform", "!resetXformStack!"]',
    'uniform token[] xformOpOrder = ["!resetXformStack!", "xformOp:transform"]',
  ],
  [
    "an entry without an attribute",
    'uniform token[] xformOpOrder = ["xformOp:translate"]',
    'uniform token[] xformOpOrder = ["xformOp:transform"]',
  ],
])("the authored matrix counts: %s", (_, ordered, after) => {
  const scene = (text: string): string =>
    fullScene(`\ndef Xform "A"\n{\n    matrix4d xformOp:transform = ${unit}\n${text === "" ? "" : `    ${text}\n`}}\n`);
  const { source } = fixScene(scene(ordered), { profile: "offline" });
  expect(new TextDecoder().decode(source)).toBe(scene(after));
});

test("an entry without an attribute is removed, and the order with its last entry", () => {
  const scene = (...statements: string[]): string =>
    fullScene(`\ndef Xform "A"\n{\n${statements.map((each) => `    ${each}\n`).join("")}}\n`);
  const fixed = (text: string): string => new TextDecoder().decode(fixScene(text, { profile: "offline" }).source);
  const matrix = `matrix4d xformOp:transform = ${unit}`;
  expect(fixed(scene(matrix, 'uniform token[] xformOpOrder = ["xformOp:scale", "xformOp:transform"]'))).toBe(
    scene(matrix, 'uniform token[] xformOpOrder = ["xformOp:transform"]'),
  );
  expect(fixed(scene('uniform token[] xformOpOrder = ["xformOp:transform"]'))).toBe(scene());
});

test("a transposed matrix is transposed", () => {
  const text = fullScene(
    `\ndef Xform "A"\n{\n    matrix4d xformOp:transform = ( (0, 0, 1, 5), (0, 1, 0, 1e+21), (-1, 0, 0, 0.1), (0, 0, 0, 1) )\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`.replace(
      "1e+21",
      "1e21",
    ),
  );
  const [finding] = validate(text, { profile: "offline", rules: { "scene-empty": "off" } });
  expect(finding).toMatchObject({ rule: "xform-matrix", severity: "warning" });
  const after = applyEdits(new TextEncoder().encode(text), finding.fixes[0].edits);
  expect([...serviceMatrix(primOf(after))]).toEqual([0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 5, 1e21, 0.1, 1]);
});

test("quarter turns and their products have no rounding errors", () => {
  const text = fullScene(
    '\ndef Xform "A"\n{\n    float3 xformOp:rotateXYZ = (-90, 180, 45)\n    float3 xformOp:scale = (0.6, 0.6, 0.6)\n    uniform token[] xformOpOrder = ["xformOp:rotateXYZ", "xformOp:scale"]\n}\n',
  );
  const numbers = [...serviceMatrix(primOf(fixScene(text, { profile: "offline" }).source))];
  expect(numbers.filter((each) => each !== 0 && Math.abs(each) < 1e-10)).toEqual([]);
});
