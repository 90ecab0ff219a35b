import { describe, expect, it, test } from "vitest";
import { makeLayer } from "@usdkit/layer";
import type { PlainPrim } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describeDifferences } from "@usdkit/layer";
import { diffLayers } from "@usdkit/layer";
import type { Difference, DiffOptions } from "@usdkit/layer";

function diff(before: string, after: string, options?: DiffOptions): Difference[] {
  const layers = [before, after].map((body) => {
    // Statements end with a line.
    const text = body.replaceAll("{ ", "{\n").replaceAll(" }", "\n}");
    const { layer, ok, diagnostics } = parseUsda(`#usda 1.0\n${text}\n`);
    expect({ ok, body, diagnostics }).toMatchObject({ ok: true });
    return layer;
  });
  const [a, b] = layers;
  if (a === undefined || b === undefined) throw new Error("two layers");
  return diffLayers(a, b, options);
}

/** Returns the difference of the content of two prims `A`, as lines. */
function lines(before: string, after: string, options?: DiffOptions): string[] {
  return show(diff(`def "A"\n{\n${before}\n}`, `def "A"\n{\n${after}\n}`, options));
}

function show(differences: readonly Difference[]): string[] {
  return describeDifferences(differences).flatMap((group) =>
    group.lines.map(({ mark, subject, before, after, note }) =>
      [mark, group.path, subject, before ?? ".", after ?? ".", note ?? ""].join(" ").trimEnd(),
    ),
  );
}

describe("properties", () => {
  it.each([
    ["float x = 1", "float x = 2", "~ /A x 1 2"],
    ["float x = 1", "float x", "- /A x 1 ."],
    ["float x", "float x = None", "+ /A x . None"],
    ["float x = 1", "double x = 1", "~ /A x type float double"],
    ["float x", "custom float x", "~ /A x custom false true"],
    ["float x", "uniform float x", "~ /A x variability varying uniform"],
    ["float x = 1", "", "- /A float x 1 ."],
    ["", "rel x = </B>", "+ /A rel x . [</B>]"],
    ["rel x = </B>", "rel x = [</C>, </B>]", "~ /A x targets . . added </C>"],
    ["rel x = [</B>, </C>]", "rel x = [</C>, </B>]", "~ /A x targets . . in another order"],
    ["rel x = </B>", "prepend rel x = </B>", "- /A x targets [</B>] .", "+ /A prepend x targets . [</B>]"],
    ["rel x = []", "rel x", "- /A x targets [] ."],
    ["float x.connect = </B.y>", "float x.connect = </B.z>", "~ /A x connections . . added </B.z>, removed </B.y>"],
    ['float x (doc = "a")', 'float x (doc = "b")', '~ /A x (documentation) "a" "b"'],
    ['float x = 1 (doc = "a")', 'float x = 1 (doc = "b")', '~ /A x (documentation) "a" "b"'],
    [
      "float x.timeSamples = { 1: 1, 2: 2, 3: None }",
      "float x.timeSamples = { 1: 1, 2: 5, 4: 4 }",
      "~ /A x at 2 2 5",
      "- /A x at 3 None .",
      "+ /A x at 4 . 4",
    ],
    ["float x.timeSamples = { 1: 1 }", "float x", "- /A x time samples . . 1"],
    ["float x", "float x.timeSamples = { }", "+ /A x time samples . . 0"],
    [
      "double x.spline = { 1: 2; post held, }",
      "double x.spline = { 1: 3; post held, }",
      "~ /A x spline knot at 1 value 2, next held, preTangent (0, 0), postTangent (0, 0) value 3, next held, preTangent (0, 0), postTangent (0, 0)",
    ],
    ['string x = "a"', 'string x = "\\x1b"', '~ /A x "a" "\\u001b"'],
    ["int[] x = [1, 2]", "int[] x = [1, 2, 3]", "~ /A x [1, 2] [1, 2, 3]"],
  ])("%s → %s", (before, after, ...expected) => {
    const found = lines(before, after).map((line) => line.replaceAll(", algorithm none", ""));
    expect(found).toEqual(expected);
  });

  it("reports how much of an array differs", () => {
    const numbers = Array.from({ length: 100 }, (_, i) => `(${i}, 0, 0)`);
    const changed = numbers.map((text, i) => (i % 10 === 7 ? `(${i}, ${i / 8}, 0)` : text));
    const [before, after] = [numbers, changed].map((list) => `float3[] p = [${list.join(", ")}]`);
    expect(lines(before ?? "", after ?? "")).toEqual([
      "~ /A p[7] (7, 0, 0) (7, 0.875, 0) 10 of 100 elements differ, at most 12.125 apart",
    ]);
    expect(diff(`def "A" { ${before} }`, `def "A" { ${after} }`, { tolerance: 12 })).toMatchObject([
      { elements: { differing: 1, count: 100, first: 97, largest: 12.125 } },
    ]);
    expect(lines("int[] n = [1, 2, 3]", "int[] n = []")).toHaveLength(1);
  });

  it("compares numbers by the tolerance, integers and strings exactly", () => {
    const same = (type: string, before: string, after: string, tolerance: DiffOptions["tolerance"]): boolean =>
      diff(`def "A" { ${type} x = ${before} }`, `def "A" { ${type} x = ${after} }`, { tolerance }).length === 0;
    expect(same("double", "1", "1.001", 0.01)).toBe(true);
    expect(same("double", "1", "1.001", 0.0001)).toBe(false);
    expect(same("double", "1e9", "1000000001", { relative: 1e-8 })).toBe(true);
    expect(same("double", "1e-9", "2e-9", { relative: 1e-8 })).toBe(false);
    expect(same("half", "1", "1.001", 0.01)).toBe(true);
    expect(same("half[]", "[1, 2]", "[1.001, 2]", 0.01)).toBe(true);
    expect(same("half[]", "[1, 2]", "[1.1, 2]", 0.01)).toBe(false);
    expect(same("matrix2d", "((1, 0), (0, 1))", "((1, 0), (0.001, 1))", 0.01)).toBe(true);
    expect(same("double", "nan", "nan", undefined)).toBe(true);
    expect(same("double", "inf", "inf", 1)).toBe(true);
    expect(same("double", "inf", "-inf", Infinity)).toBe(false);
    expect(same("double", "inf", "1e308", { relative: 1 })).toBe(false);
    expect(same("double", "0", "-0", undefined)).toBe(false);
    expect(same("double", "0", "-0", 1e-12)).toBe(true);
    expect(same("int", "1", "2", 5)).toBe(false);
    expect(same("int64[]", "[1]", "[2]", 5)).toBe(false);
    expect(same("bool", "0", "1", 5)).toBe(false);
    expect(same("string", '"1"', '"2"', 5)).toBe(false);
    expect(() => diff("", "", { tolerance: -1 })).toThrow(RangeError);
    expect(() => diff("", "", { tolerance: { relative: NaN } })).toThrow(RangeError);
  });

  it("treats opposite quaternions as equal only with the option", () => {
    const [before, after] = ["quatf[] q = [(1, 0, 0, 0), (0, 1, 0, 0)]", "quatf[] q = [(1, 0, 0, 0), (-0, -1, -0, 0)]"];
    expect(lines(before, after)).toHaveLength(1);
    expect(lines(before, after, { quaternions: "rotation" })).toEqual([]);
    expect(
      lines("quatf q = (0.5, 0.5, 0.5, 0.5)", "quatf q = (-0.5, -0.5, -0.5, 0.5)", { quaternions: "rotation" }),
    ).toHaveLength(1);
  });
});

describe("metadata", () => {
  it.each([
    [
      'customData = { int a = 1\n dictionary d = { string s = "x" } }',
      'customData = { int a = 1\n dictionary d = { string s = "y"\n int n = 1 } }',
      '~ /A (customData:d:s) "x" "y"',
      "+ /A (customData:d:n) . 1",
    ],
    ["customData = { int a = 1 }", "customData = { double a = 1 }", "~ /A (customData:a) 1 1"],
    ['kind = "component"', "", '- /A (kind) "component" .'],
    [
      'prepend apiSchemas = ["X", "Y"]',
      'prepend apiSchemas = ["Y", "Z"]',
      '~ /A prepend (apiSchemas) . . added "Z", removed "X"',
    ],
    [
      "references = @a.usda@</P>",
      "references = @a.usda@</P> (offset = 2)",
      "~ /A (references) . . added @a.usda@</P> (offset = 2; scale = 1), removed @a.usda@</P>",
    ],
    [
      "references = @a@</P> (customData = { int x = 1 })",
      "references = @a@</P> (customData = { int x = 2 })",
      "~ /A (references) . . added @a@</P>, removed @a@</P>",
    ],
    ['variants = { string v = "a" }', 'variants = { string v = "b" }', '~ /A (variantSelection:v) "a" "b"'],
    ["unknown = 1", "unknown = 2", "~ /A (unknown) 1 2"],
  ])("%s → %s", (before, after, ...expected) => {
    expect(show(diff(`def "A" (\n${before}\n) { }`, `def "A" (\n${after}\n) { }`))).toEqual(expected);
  });

  it("of the layer", () => {
    const found = diff(
      '(\n upAxis = "Y"\n subLayers = [@a@, @b@]\n)',
      '(\n upAxis = "Z"\n subLayers = [@b@, @a@, @c@]\n)',
    );
    expect(show(found)).toEqual(['~ / (upAxis) "Y" "Z"', "~ / (subLayers) . . added @c@, in another order"]);
  });
});

describe("prims", () => {
  const chair =
    'def Xform "Chair"\n{\n    double3 t = (1, 2, 3)\n    def Mesh "Seat"\n    {\n        rel look = </World/Chair/Look>\n    }\n}';
  const inWorld = (body: string): string => `def "World"\n{\n${body}\n}`;

  it("with another specifier or type, added, removed", () => {
    expect(show(diff('def "A" { }', 'over Xform "A" { }'))).toEqual([
      "~ /A specifier def over",
      "~ /A type none Xform",
    ]);
    expect(show(diff(inWorld(""), inWorld(chair)))).toEqual(['+ /World/Chair def Xform "Chair" . . (2 prims)']);
    expect(show(diff(inWorld(chair), inWorld("")))).toEqual(['- /World/Chair def Xform "Chair" . . (2 prims)']);
  });

  it("renamed: one difference, paths into it follow", () => {
    const seat = chair.replaceAll("Chair", "Armchair");
    expect(show(diff(inWorld(chair), inWorld(seat)))).toEqual([
      '> /World/Armchair def Xform "Armchair" . . moved from /World/Chair (2 prims)',
    ]);
    const notFollowed = chair.replace('"Chair"', '"Armchair"');
    expect(show(diff(inWorld(chair), inWorld(notFollowed)))).toEqual([
      '> /World/Armchair def Xform "Armchair" . . moved from /World/Chair (2 prims)',
      "~ /World/Armchair/Seat look targets . . added </World/Chair/Look>, removed </World/Chair/Look>",
    ]);
  });

  it("moved into another prim, or out of one", () => {
    const grouped = inWorld(`def "Group"\n{\n${chair.replaceAll("/World/Chair", "/World/Group/Chair")}\n}`);
    expect(show(diff(inWorld(chair), grouped))).toEqual([
      '+ /World/Group def "Group" . .',
      '> /World/Group/Chair def Xform "Chair" . . moved from /World/Chair (2 prims)',
    ]);
    expect(show(diff(grouped, inWorld(chair)))).toEqual([
      '- /World/Group def "Group" . .',
      '> /World/Chair def Xform "Chair" . . moved from /World/Group/Chair (2 prims)',
    ]);
  });

  it("renamed and changed", () => {
    const changed = chair.replace("(1, 2, 3)", "(1, 2, 4)").replaceAll("Chair", "Stool");
    expect(show(diff(inWorld(chair), inWorld(changed)))).toEqual([
      '> /World/Stool def Xform "Stool" . . moved from /World/Chair (2 prims)',
      "~ /World/Stool t (1, 2, 3) (1, 2, 4)",
    ]);
  });

  it("a bare prim elsewhere is another one", () => {
    const found = diff('def "A" { def "X" { } }\ndef "B" { }', 'def "A" { }\ndef "B" { def "Y" { } }');
    expect(found.map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });

  it("reordered, unless order is ignored", () => {
    const [before, after] = ['def "A" { int x\nint y }\ndef "B" { }', 'def "B" { }\ndef "A" { int y\nint x }'];
    expect(show(diff(before, after))).toEqual([
      '~ / order of prims . . "B" is where "A" was',
      '~ /A order of properties . . "y" is where "x" was',
    ]);
    expect(diff(before, after, { order: "ignore" })).toEqual([]);
  });

  it("variant sets and variants", () => {
    const set = (body: string): string => `def "A" ( prepend variantSets = "v" )\n{\nvariantSet "v" = {\n${body}\n}\n}`;
    expect(show(diff(set('"a" { int x = 1 }\n"b" { }'), set('"a" { int x = 2 }\n"c" { def "New" { } }')))).toEqual([
      '- /A{v=b} variant "b" . .',
      '+ /A{v=c} variant "c" . .',
      "~ /A{v=a} x 1 2",
    ]);
  });
});

describe("what is ignored", () => {
  const before =
    'def "A" (\n customData = { int n = 1\n dictionary d = { int m = 1 } }\n)\n{\n float size = 1\n float other = 1\n def "Debug" { int x = 1 }\n}\ndef "Gone" { }';
  const after =
    'def "A" (\n customData = { int n = 2\n dictionary d = { int m = 2 } }\n)\n{\n float size = 2\n float other = 2\n def "Debug" { int x = 2\n int y }\n}';
  const paths = (...ignore: string[]): string[] =>
    diff(before, after, { ignore }).map(
      (each) => each.path + (each.kind === "metadata" ? `.${each.keys.join(":")}` : ""),
    );

  it.each([
    [[], ["/Gone", "/A.n", "/A.d:m", "/A.size", "/A.other", "/A/Debug.y", "/A/Debug.x"]],
    [
      ["/Gone", "/A/Debug/**"],
      ["/A.n", "/A.d:m", "/A.size", "/A.other"],
    ],
    [
      ["/Gone", "**/Debug", "/A.customData"],
      ["/A.size", "/A.other"],
    ],
    [
      ["**.customData", "/A.size", "**.y", "/G*"],
      ["/A.other", "/A/Debug.x"],
    ],
    [
      ["**.customData:d", "/A.?????", "/Gone/**"],
      ["/A.n", "/A.size", "/A/Debug.y", "/A/Debug.x"],
    ],
    [["/A/**/Debug", "/A.*", "/Gone"], []],
    [["/**"], []],
    [["/"], []],
  ])("%j", (ignore, left) => {
    expect(paths(...ignore).sort()).toEqual(left.toSorted());
  });

  it("rejects invalid patterns", () => {
    expect(() => paths("size")).toThrow('starts with "/" or "*", found "size"');
    expect(() => paths("")).toThrow(RangeError);
  });

  it("is fast for patterns with many stars", () => {
    const deep: PlainPrim = { name: "a".repeat(2000), children: [] };
    const layer = makeLayer({ children: [deep] });
    expect(
      diffLayers(layer, makeLayer({}), { ignore: [`/${"*a".repeat(200)}b`, `${"**a".repeat(200)}b`] }),
    ).toHaveLength(1);
  });
});

test("many added and removed prims of one kind take no longer than others", () => {
  const many = (owner: string, name: string, type?: string): PlainPrim => ({
    name: owner,
    children: Array.from({ length: 20_000 }, (_, i) => ({
      name: `${name}${i}`,
      properties: type === undefined ? [] : [{ name: "x", type, value: 1 }],
    })),
  });
  const layer = (...children: PlainPrim[]): ReturnType<typeof makeLayer> => makeLayer({ children });
  const count = (before: PlainPrim[], after: PlainPrim[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { kind } of diffLayers(layer(...before), layer(...after))) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  };
  const [x, y]: PlainPrim[] = [{ name: "X" }, { name: "Y" }];
  if (x === undefined || y === undefined) throw new Error("two prims");
  // Bare ones elsewhere are others; in their place, or with content, they are the same.
  expect(count([many("X", "a"), y], [x, many("Y", "b")])).toEqual({ removed: 20_000, added: 20_000 });
  expect(count([many("X", "a")], [many("X", "b")])).toEqual({ moved: 20_000 });
  expect(count([many("X", "a"), y], [x, many("Y", "a")])).toEqual({ moved: 20_000 });
  expect(count([many("X", "a", "int"), y], [x, many("Y", "b", "int")])).toEqual({ moved: 20_000 });
  expect(count([many("X", "a", "int"), y], [x, many("Y", "b", "float")])).toEqual({ removed: 20_000, added: 20_000 });
});

test("any depth is supported", () => {
  const deep = (value: number, name: string): PlainPrim => {
    let prim: PlainPrim = { name, properties: [{ name: "x", type: "int", value }] };
    for (let i = 0; i < 20_000; i++) prim = { name: "P", children: [prim] };
    return prim;
  };
  const layer = (value: number, name = "Leaf"): ReturnType<typeof makeLayer> =>
    makeLayer({ children: [deep(value, name)] });
  expect(diffLayers(layer(1), layer(1))).toEqual([]);
  expect(diffLayers(layer(1), layer(2)).map(({ kind }) => kind)).toEqual(["value"]);
  expect(diffLayers(layer(1), layer(1, "Other")).map(({ kind }) => kind)).toEqual(["moved"]);
  expect(diffLayers(layer(1), makeLayer({}), { ignore: ["/P/**/Q"] }).map(({ kind }) => kind)).toEqual(["removed"]);
  const nested = (value: number): ReturnType<typeof makeLayer> => {
    let text = `int n = ${value}`;
    for (let i = 0; i < 900; i++) text = `dictionary d = { ${text} }`;
    return parseUsda(`#usda 1.0\n(\n customLayerData = { ${text} }\n)\n`).layer;
  };
  expect(diffLayers(nested(1), nested(2))).toMatchObject([{ kind: "metadata", field: "customLayerData" }]);
});
