import { makeLayer, type Layer, type PlainPrim } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readScene } from "./read-scene.ts";
import type { ScenePlan } from "./types.ts";

function layerOf(body: string): Layer {
  const { layer, diagnostics } = parseUsda(`#usda 1.0\n${body}\n`);
  expect(diagnostics).toEqual([]);
  return layer;
}

const plan = (body: string): ScenePlan => readScene(layerOf(body));
const reasons = (body: string): string[] => plan(body).ignored.map(({ path, kind }) => `${kind} ${path}`);
const move = (x: number): string => `matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(${x},0,0,1))`;
const ORDER = 'uniform token[] xformOpOrder = ["xformOp:transform"]';
const PAYLOAD = "(payload = @a:/mesh/m@)";

describe("camera", () => {
  test("the first in traversal, parents before children, reorder applied", () => {
    expect(plan('def Xform "A" { \n def Camera "In" {}\n }\n def Camera "B" {}').camera?.path).toBe("/A/In");
    expect(plan('reorder rootPrims = ["B", "A"]\ndef Camera "A" {}\ndef Camera "B" {}').camera?.path).toBe("/B");
    expect(reasons('def Camera "A" {}\ndef Camera "B" {\nfloat shutter = 1\n}')).toEqual(["camera /B"]);
    expect(plan("").camera).toBeNull();
  });

  test("inactive ones and those of an over or class are skipped", () => {
    const body =
      'def "A" (active = false) {\n def Camera "X" {}\n}\nclass Camera "B" {}\nover "C" {\n def Camera "Y" {}\n}\ndef Camera "D" {}';
    expect(plan(body).camera?.path).toBe("/D");
    expect(reasons(body)).toEqual(["inactive /A", "specifier /B", "specifier /C"]);
  });

  test("fallbacks of the schema, and authored values", () => {
    expect(plan('def Camera "C" { \n float focalLength = 35 \n}').camera).toEqual({
      path: "/C",
      worldMatrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      focalLength: 35,
      horizontalAperture: 20.955,
      verticalAperture: 15.2908,
      clippingRange: [1, 1_000_000],
      projection: "perspective",
      focusDistance: 0,
      fStop: 0,
      authored: ["focalLength"],
    });
  });

  test.each<[string, string]>([
    ["double focalLength = 35", "attribute-type /C.focalLength"],
    ["float2 focalLength = (1, 2)", "attribute-type /C.focalLength"],
    ["rel focalLength = </A>", "attribute-type /C.focalLength"],
    ["float focalLength.timeSamples = { 1: 35 }", "time-samples /C.focalLength"],
    ["float focalLength.spline = { 1: 35 }", "time-samples /C.focalLength"],
    ["float focalLength.connect = </A.x>", "connection /C.focalLength"],
    ['token projection = "fisheye"', "attribute-value /C.projection"],
    ["float focalLenght = 35", "attribute /C.focalLenght"],
    ["double3 xformOp:translate = (1, 2, 3)", "xform-op /C.xformOp:translate"],
    ["matrix4d xformOp:transform:b = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1))", "xform-op /C.xformOp:transform:b"],
    ['uniform token[] xformOpOrder = ["!invert!xformOp:transform"]', "xform-op /C.xformOpOrder"],
    ["double2 resolution = (1, 2)", "attribute-type /C.resolution"],
    ["rel resolution = </A>", "attribute /C.resolution"],
  ])("ignored: %s", (line, expected) => {
    const { camera, ignored } = plan(`def Camera "C" {\n${line}\n}`);
    expect(camera).toMatchObject({ focalLength: 50, projection: "perspective" });
    expect(camera?.authored.filter((name) => name !== "xformOpOrder")).toEqual([]);
    expect(ignored.map(({ path, kind }) => `${kind} ${path}`)).toEqual([expected]);
  });

  test.each(["float focalLength = None", "float focalLength"])("no value: %s", (line) => {
    const { camera, ignored } = plan(`def Camera "C" {\n${line}\n}`);
    expect([camera?.focalLength, ignored]).toEqual([50, []]);
  });

  test("old names of types are the same types", () => {
    const body = `def Camera "C" {\nVec2f clippingRange = (1, 2)\nMatrix4d xformOp:transform = ((2,0,0,0),(0,1,0,0),(0,0,1,0),(0,0,0,1))\n}`;
    expect(plan(body).camera).toMatchObject({ clippingRange: [1, 2] });
    expect(plan(body).camera?.worldMatrix[0]).toBe(2);
  });
});

describe("resolution", () => {
  const settings = (line: string): string => `def RenderSettings "S" {\n${line}\n}\n`;
  const camera = (line: string): string => `def Camera "C" {\n${line}\n}\n`;
  test.each<[string, string, unknown, unknown]>([
    ["of the RenderSettings", settings("int2 resolution = (8, 9)"), [8, 9], "RenderSettings"],
    ["uniform", settings("uniform int2 resolution = (8, 9)"), [8, 9], "RenderSettings"],
    ["of the camera", camera("int2 resolution = (8, 9)"), [8, 9], "Camera"],
    ["of both", camera("int2 resolution = (1, 1)") + settings("int2 resolution = (8, 9)"), [8, 9], "RenderSettings"],
    ["a fallback never counts", settings(""), null, null],
    ["another type", settings("float2 resolution = (8, 9)"), null, null],
    [
      "another type, and the camera's",
      settings("int3 resolution = (8, 9, 1)") + camera("int2 resolution = (1, 2)"),
      [1, 2],
      "Camera",
    ],
    ["None", settings("int2 resolution = None"), null, null],
    ["time samples", settings("int2 resolution.timeSamples = { 1: (8, 9) }"), null, null],
    ["of later RenderSettings", settings("") + settings("int2 resolution = (8, 9)").replace('"S"', '"T"'), null, null],
    ["of a later camera", camera("") + camera("int2 resolution = (8, 9)").replace('"C"', '"D"'), null, null],
    ["not positive", settings("int2 resolution = (-8, 0)"), [-8, 0], "RenderSettings"],
  ])("%s", (_, body, resolution, source) => {
    const read = plan(body);
    expect([read.resolution, read.resolutionSource]).toEqual([resolution, source]);
  });

  test("an ignored resolution names the one that takes precedence", () => {
    expect(reasons(camera("int2 resolution = (1, 1)") + settings("int2 resolution = (8, 9)"))).toEqual([
      "resolution /C.resolution",
    ]);
    expect(reasons(camera("int2 resolution = (1, 1)") + settings(""))).toEqual([]);
    const later = plan(settings("") + settings("int2 resolution = (8, 9)").replace('"S"', '"T"'));
    expect(later.ignored).toEqual([
      {
        path: "/T",
        kind: "render-settings",
        reason: "only the first RenderSettings count, /S; this resolution does not",
      },
    ]);
    expect(later.renderSettings).toEqual({ path: "/S", cameraTargets: [], resolution: null });
  });

  test("a relationship to a camera other than the first", () => {
    const to = (path: string): string => camera("") + settings(`rel camera = <${path}>`);
    expect(reasons(to("/C"))).toEqual([]);
    expect(reasons(to("/D"))).toEqual(["camera /S.camera"]);
    expect(plan(to("/D")).renderSettings?.cameraTargets).toEqual(["/D"]);
    expect(reasons(settings("rel camera"))).toEqual([]);
  });
});

describe("items", () => {
  test("world matrices use only xformOp:transform, listed or not", () => {
    const body = `def Xform "A" {
${move(1)}
def Scope "S" {
  def Mesh "M" ${PAYLOAD} {
    ${move(10)}
    double3 xformOp:translate = (5, 5, 5)
    uniform token[] xformOpOrder = ["xformOp:translate"]
    def ParticleField3DGaussianSplat "P" (payload = @b:/mesh/%41@</G>) {
      ${move(100)}
      ${ORDER}
    }
  }
}
}`;
    const { items, ignored } = plan(body);
    expect(items.map(({ worldMatrix, ...item }) => [item, worldMatrix[12]])).toEqual([
      [{ path: "/A/S/M", type: "Mesh", meshId: "m", asset: "a:/mesh/m", target: null }, 11],
      [
        { path: "/A/S/M/P", type: "ParticleField3DGaussianSplat", meshId: "A", asset: "b:/mesh/%41", target: "/G" },
        111,
      ],
    ]);
    expect(ignored.map(({ path }) => path)).toEqual(["/A/S/M.xformOp:translate"]);
  });

  test("!resetXformStack! ignores the ancestors", () => {
    const at = (order: string): number | undefined =>
      plan(
        `def Xform "A" {\n${move(1)}\ndef Mesh "M" ${PAYLOAD} {\n${move(10)}\nuniform token[] xformOpOrder = ${order}\n}\n}`,
      ).items[0]?.worldMatrix[12];
    expect(at('["xformOp:transform"]')).toBe(11);
    expect(at('["!resetXformStack!", "xformOp:transform"]')).toBe(10);
    expect(at('["xformOp:transform", "!resetXformStack!"]')).toBe(10);
    expect(at('["!resetXformStack!"]')).toBe(10);
    expect(at("None")).toBe(11);
  });

  test("matrices of ignored types and of prims without a type are ignored, but not their children", () => {
    const body = `def Cube "A" {\n${move(1)}\ndef "B" {\n${move(10)}\ndef Mesh "M" ${PAYLOAD} {\n${move(100)}\n}\n}\n}`;
    const { items, ignored } = plan(body);
    expect(items[0].worldMatrix[12]).toBe(100);
    expect(ignored.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
      "/A: the service does not read Cube prims; its matrix does not count",
      "/A/B.xformOp:transform: a prim without a type is not transformable: its matrix does not count",
    ]);
  });

  test.each<[string, string]>([
    ["", "it has no payload"],
    ["(payload = None)", "it has no payload"],
    ["(payload = @./a.usd@)", "no scheme"],
    ["(payload = </In>)", "names no asset"],
    ["(payload = [@a:/mesh/b@, @a:/mesh/c@])", "2 payloads"],
  ])("nothing to draw: %s", (metadata, reason) => {
    const { items, ignored } = plan(`def Mesh "M" ${metadata} {}`);
    expect(items).toEqual([]);
    expect(ignored).toMatchObject([{ path: "/M", kind: "payload" }]);
    expect(ignored[0].reason).toContain(reason);
  });
});

describe("other ignored specs", () => {
  test.each<[string, string[]]>([
    ['(\n upAxis = "Z"\n metersPerUnit = 1\n subLayers = [@a.usda@]\n)', ["metadata /", "metadata /", "composition /"]],
    ["(\n subLayers = []\n)", []],
    ['def "A" (references = @a.usda@) {}', ["composition /A"]],
    ['def "A" (references = None) {}', []],
    ['def "A" (inherits = </B>\n specializes = </B>) {}', ["composition /A", "composition /A"]],
    ['def "A" (payload = @a:/mesh/b@) {}', ["composition /A"]],
    [
      'def "A" (\n variants = {\n string v = "x"\n }\n prepend variantSets = "v"\n) {\n variantSet "v" = {\n "x" {\n def Camera "C" {}\n }\n }\n}',
      ["composition /A"],
    ],
    [
      'def Cube "A" {\n def Cube "B" {}\n def Sphere "C" {\n def Cube "D" {}\n }\n}',
      ["type /A", "type /A/C", "type /A/C/D"],
    ],
    [
      'def Material "A" {\n def Shader "B" {\n int x = 1\n }\n def Scope "S" {\n def Shader "C" {}\n }\n def NodeGraph "G" {\n def Shader "D" {}\n }\n}\ndef Material "M" {}',
      ["material /A", "material /M"],
    ],
    ['def Shader "A" {}', ["material /A"]],
    [
      'def Xform "A" {\n rel material:binding = </M>\n int mine = 3\n}',
      ["material /A.material:binding", "attribute /A.mine"],
    ],
    ['def "A" {\n int x = 1\n}', ["attribute /A.x"]],
    ['def Scope "A" {\n double3 xformOp:translate = (1, 2, 3)\n}', ["attribute /A.xformOp:translate"]],
    ['def "A" (doc = "x"\n kind = "component") {}', []],
  ])("%s", (body, expected) => {
    expect(reasons(body)).toEqual(expected);
  });
});

describe("patches", () => {
  const patch = `over "World" {
  over "Lamp" {
    int2 resolution = (1, 1)
  }
  over Camera "Main" {
    float focalLength = 40
    int2 resolution = (1, 1)
    ${move(3)}
  }
  over "Other" {
    float focalLength = 4
  }
  def Mesh "New" ${PAYLOAD} {}
}`;
  test("the first over with camera attributes, and nothing else", () => {
    const read = plan(patch);
    expect(read).toMatchObject({ form: "patch", items: [], resolution: null, resolutionSource: null });
    expect(read.camera).toMatchObject({
      path: "/World/Main",
      focalLength: 40,
      authored: ["focalLength", "xformOp:transform"],
    });
    expect(read.camera?.worldMatrix[12]).toBe(3);
    expect(read.ignored.map(({ path, kind }) => `${kind} ${path}`)).toEqual([
      "attribute /World/Lamp.resolution",
      "resolution /World/Main.resolution",
      "camera /World/Other",
      "specifier /World/New",
    ]);
  });

  test("read as a scene, it is empty", () => {
    expect(readScene(layerOf(patch), { form: "scene" })).toMatchObject({
      camera: null,
      items: [],
      ignored: [{ path: "/World", kind: "specifier" }],
    });
  });
});

describe("arbitrary content", () => {
  test("returns NaN and infinities unchanged", () => {
    const { camera } = plan(
      'def Camera "C" {\nfloat focalLength = nan\nfloat2 clippingRange = (-inf, 1e99)\nmatrix4d xformOp:transform = ((nan,0,0,0),(0,inf,0,0),(0,0,1,0),(1e308,0,0,1))\n}',
    );
    expect(camera).toMatchObject({ focalLength: Number.NaN, clippingRange: [-Infinity, Infinity] });
    expect(camera?.worldMatrix[0]).toBeNaN();
  });

  test("deep nesting does not overflow the stack", () => {
    const depth = 20_000;
    let deep: PlainPrim = { name: "C", type: "Camera" };
    for (let i = 0; i < depth; i++) deep = { name: "A", type: "Xform", children: [deep] };
    expect(readScene(makeLayer({ children: [deep] })).camera?.path.length).toBe(2 * depth + 2);
    const text = `#usda 1.0\n${'def Xform "A" {\n'.repeat(5000)}def Camera "C" {}\n${"}\n".repeat(5000)}`;
    const { layer, ok } = parseUsda(text, { maxNesting: 6000 });
    expect(ok).toBe(true);
    expect(readScene(layer).camera?.path.length).toBe(10_002);
  });

  test("throws for no layer, and returns plain JSON", () => {
    const type = fc.constantFrom(
      "Xform",
      "Mesh",
      "Camera",
      "RenderSettings",
      "Scope",
      "Material",
      "Shader",
      "Cube",
      "",
    );
    const property = fc.constantFrom(
      { name: "xformOp:transform", type: "matrix4d", value: Array.from({ length: 16 }, () => Number.NaN) },
      { name: "xformOp:transform", type: "float", value: 1 },
      { name: "xformOp:translate", type: "double3", value: [1, Infinity, 3] },
      { name: "xformOpOrder", type: "token[]", value: ["!resetXformStack!", "x", "!invert!xformOp:transform"] },
      { name: "xformOpOrder", type: "string", value: "x" },
      { name: "resolution", type: "int2", value: [1, 2] },
      { name: "camera", type: "rel" as const, targets: ["/A"] },
      { name: "camera", type: "int", value: null },
      { name: "clippingRange", type: "float2[]", value: [] },
      { name: "projection", type: "token", value: "\u001b[31m" },
    );
    const prim = fc.letrec<{ prim: PlainPrim }>((tie) => ({
      prim: fc.record({
        name: fc.string({ minLength: 1 }),
        type,
        specifier: fc.constantFrom("def" as const, "over" as const, "class" as const),
        properties: fc.uniqueArray(property, { maxLength: 4, selector: ({ name }) => name }),
        children: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          fc.constant([]),
          fc.array(tie("prim"), { maxLength: 3 }),
        ),
        metadata: fc.constantFrom<PlainPrim["metadata"]>(
          {},
          { active: false },
          { payload: [{ asset: "a:/mesh/%E0%A4%A" }] },
          { payload: [{ asset: "a:/mesh/b", primPath: "/c" }] },
        ),
      }) as fc.Arbitrary<PlainPrim>,
    })).prim;
    fc.assert(
      fc.property(fc.array(prim, { maxLength: 4 }), (prims) => {
        const read = readScene(makeLayer({ children: prims }));
        expect(Object.keys(JSON.parse(JSON.stringify(read)) as object)).toContain("items");
      }),
    );
  });
});
