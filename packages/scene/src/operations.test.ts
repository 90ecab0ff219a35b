// Every call that changes a scene or a patch, with the whole text after it. A call without a row fails the last test.

import { rowMatrix } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { ScenePrim } from "./handles/scene-prim.ts";
import { CameraPatch, Scene, ScenePatch, type CameraControls } from "./index.ts";

const HEADER = "#usda 1.0\n";
const asset = "asset:/mesh/chair";

type Row = readonly [call: string, before: string, change: (scene: Scene) => unknown, after: string];

const withStatements = (statements: readonly string[]): string =>
  `def Camera "C"\n{\n${statements.map((each) => `    ${each}\n`).join("")}}\n`;
const lens = (...statements: string[]): string => withStatements(statements);
const X = 'def Xform "A"\n{\n}\n';
const C = 'def Camera "C"\n{\n}\n';
const settings = (body: string): string =>
  `def Scope "Render"\n{\n    def RenderSettings "Settings"\n    {\n${body}    }\n}\n`;
const resolution = "        int2 resolution = (64, 32)\n";

const xform = (scene: Scene): ReturnType<Scene["xform"]> => scene.get("/A", "Xform");

const ofScene: readonly Row[] = [
  ["defaultPrim", X, (scene) => scene.defaultPrim("A"), `(\n    defaultPrim = "A"\n)\n${X}`],
  ["doc", X, (scene) => scene.doc('a "b"'), `(\n    doc = 'a "b"'\n)\n${X}`],
  [
    "declareSpace",
    `(\n    upAxis = "Y" # up\n)\n${X}`,
    (scene) => scene.declareSpace({ upAxis: "Z", metersPerUnit: 0.5 }),
    `(\n    upAxis = "Z" # up\n    metersPerUnit = 0.5\n)\n${X}`,
  ],
  [
    "convert",
    `(\n    upAxis = "Z"\n    metersPerUnit = 1\n)\n${X}`,
    (scene) => scene.convert({ upAxis: "Y", metersPerUnit: 0.5 }),
    `(\n    upAxis = "Y"\n    metersPerUnit = 0.5\n)\ndef Xform "A"\n{\n    matrix4d xformOp:transform = ( (2, 0, 0, 0), (0, 0, -2, 0), (0, 2, 0, 0), (0, 0, 0, 1) )\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`,
  ],
  ["xform", X, (scene) => scene.xform("B", { doc: "b" }), `${X}\ndef Xform "B" (\n    doc = "b"\n)\n{\n}\n`],
  ["scope", X, (scene) => scene.scope("B"), `${X}\ndef Scope "B"\n{\n}\n`],
  [
    "mesh",
    X,
    (scene) => scene.mesh("B", { asset, target: "/m" }),
    `${X}\ndef Mesh "B" (\n    payload = @asset:/mesh/chair@</m>\n)\n{\n}\n`,
  ],
  [
    "splat",
    X,
    (scene) => scene.splat("B", { asset }),
    `${X}\ndef ParticleField3DGaussianSplat "B" (\n    payload = @asset:/mesh/chair@\n)\n{\n}\n`,
  ],
  [
    "camera",
    X,
    (scene) => scene.camera("C", { focalLength: 35, clippingRange: [1, 5] }),
    `${X}\n${lens("float2 clippingRange = (1, 5)", "float focalLength = 35")}`,
  ],
  ["prim", X, (scene) => scene.prim("Camera", "C", { attributes: { fStop: 2 } }), `${X}\n${lens("float fStop = 2")}`],
  [
    "renderSettings",
    C,
    (scene) => scene.renderSettings({ resolution: [64, 32] }),
    `${C}\n${settings(`        rel camera = </C>\n${resolution}`)}`,
  ],
];

const ofPrims: readonly Row[] = [
  ["doc", X, (scene) => xform(scene).doc("d"), 'def Xform "A" (\n    doc = "d"\n)\n{\n}\n'],
  ["set", lens("float fStop = 1 # f"), (scene) => scene.get("/C").set({ fStop: 2 }), lens("float fStop = 2 # f")],
  ["remove", `${X}\n# of C\n${C}`, (scene) => scene.get("/C").remove(), X],
  [
    "rename",
    `(\n    defaultPrim = "A"\n)\n${X}\ndef "B"\n{\n    rel r = </A>\n}\n`,
    (scene) => xform(scene).rename("Z"),
    `(\n    defaultPrim = "Z"\n)\ndef Xform "Z"\n{\n}\n\ndef "B"\n{\n    rel r = </Z>\n}\n`,
  ],
  [
    "moveTo",
    `${X}\n# of C\n${C}\ndef "B"\n{\n    rel r = </C>\n}\n`,
    (scene) => scene.get("/C").moveTo("/A", { name: "D" }),
    'def Xform "A"\n{\n    # of C\n    def Camera "D"\n    {\n    }\n}\n\ndef "B"\n{\n    rel r = </A/D>\n}\n',
  ],
  [
    "duplicate",
    `${lens("rel r = </C.fStop> # r")}\n${X}`,
    (scene) => scene.get("/C").duplicate(),
    `${lens("rel r = </C.fStop> # r")}\n${lens("rel r = </C_1.fStop> # r").replace('"C"', '"C_1"')}\n${X}`,
  ],
  ["custom", C, (scene) => scene.get("/C").custom("a:b", "double", 1.5), lens("custom double a:b = 1.5")],
  [
    "removeProperty",
    lens("# of x", "custom int x = 1 # x", "int y = 2"),
    (scene) => scene.get("/C").removeProperty("x"),
    lens("int y = 2"),
  ],
  ["xform", X, (scene) => xform(scene).xform("B"), 'def Xform "A"\n{\n    def Xform "B"\n    {\n    }\n}\n'],
  ["scope", X, (scene) => xform(scene).scope("B"), 'def Xform "A"\n{\n    def Scope "B"\n    {\n    }\n}\n'],
  [
    "mesh",
    X,
    (scene) => xform(scene).mesh("B", { asset }),
    'def Xform "A"\n{\n    def Mesh "B" (\n        payload = @asset:/mesh/chair@\n    )\n    {\n    }\n}\n',
  ],
  [
    "splat",
    X,
    (scene) => xform(scene).splat("B", { asset, target: "/m" }),
    'def Xform "A"\n{\n    def ParticleField3DGaussianSplat "B" (\n        payload = @asset:/mesh/chair@</m>\n    )\n    {\n    }\n}\n',
  ],
  [
    "camera",
    X,
    (scene) => xform(scene).camera("B", { fStop: 2 }),
    'def Xform "A"\n{\n    def Camera "B"\n    {\n        float fStop = 2\n    }\n}\n',
  ],
  [
    "prim",
    X,
    (scene) => xform(scene).prim("Camera", "B", { doc: "b" }),
    'def Xform "A"\n{\n    def Camera "B" (\n        doc = "b"\n    )\n    {\n    }\n}\n',
  ],
  [
    "asset",
    'def Mesh "M" (\n    payload = @asset:/mesh/a@</m> # p\n)\n{\n}\n',
    (scene) => scene.get("/M", "Mesh").asset("asset:/mesh/b"),
    'def Mesh "M" (\n    payload = @asset:/mesh/b@</m> # p\n)\n{\n}\n',
  ],
  [
    "resolution",
    settings(resolution),
    (scene) => scene.get("/Render/Settings", "RenderSettings").resolution([8, 4]),
    settings("        int2 resolution = (8, 4)\n"),
  ],
  [
    "camera",
    `${C}\n${settings(resolution)}`,
    (scene) => scene.get("/Render/Settings", "RenderSettings").camera("/C"),
    `${C}\n${settings(`${resolution}        rel camera = </C>\n`)}`,
  ],
];

/** Statements of a camera before and after a call, and of a patch of it. */
interface ControlRow {
  readonly call: string;
  readonly before: readonly string[];
  readonly change: (camera: CameraControls) => unknown;
  readonly after: readonly string[];
  /** Default: as `after`. */
  readonly patched?: readonly string[];
}

const at = (rows: string): readonly string[] => [
  `matrix4d xformOp:transform = ( ${rows} )`,
  'uniform token[] xformOpOrder = ["xformOp:transform"]',
];
const moved = at("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1)");

/** A turn of a camera that was moved; a patch places it from its parent's origin. */
const turned = (rows: string): Pick<ControlRow, "before" | "after" | "patched"> => ({
  before: moved,
  after: at(`${rows}, (1, 2, 3, 1)`),
  patched: at(`${rows}, (0, 0, 0, 1)`),
});

const ofControls: readonly ControlRow[] = [
  { call: "translate", before: [], change: (each) => each.translate([1, 2, 3]), after: moved },
  {
    call: "rotateX",
    change: (each) => each.rotateX(90),
    ...turned("(1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0)"),
  },
  {
    call: "rotateY",
    change: (each) => each.rotateY(-90),
    ...turned("(0, 0, 1, 0), (0, 1, 0, 0), (-1, 0, 0, 0)"),
  },
  {
    call: "rotateZ",
    change: (each) => each.rotateZ(180),
    ...turned("(-1, 0, 0, 0), (0, -1, 0, 0), (0, 0, 1, 0)"),
  },
  {
    call: "rotate",
    change: (each) => each.rotate({ x: 1, y: 1, z: 1, w: 1 }),
    ...turned("(0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0)"),
  },
  {
    call: "scale",
    change: (each) => each.scale([2, -1, 0.5]),
    ...turned("(2, 0, 0, 0), (0, -1, 0, 0), (0, 0, 0.5, 0)"),
  },
  {
    call: "transform",
    before: moved,
    change: (each) => each.transform(rowMatrix([2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1])),
    after: at("(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (11, 22, 33, 1)"),
    patched: at("(2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (10, 20, 30, 1)"),
  },
  {
    call: "lookAt",
    before: moved,
    change: (each) => each.lookAt({ eye: [0, 0, 5], target: [-3, 0, 5] }),
    after: at("(0, 0, -1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, 5, 1)"),
  },
  {
    call: "resetPlace",
    before: moved,
    change: (each) => each.resetPlace(),
    after: [],
    // The scene's matrix would win over nothing.
    patched: at("(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)"),
  },
  {
    call: "lens",
    before: ["float focalLength = 35 # mm"],
    change: (each) => each.lens({ focalLength: 50, fStop: 2 }),
    after: ["float focalLength = 50 # mm", "float fStop = 2"],
    patched: ["float focalLength = 50", "float fStop = 2"],
  },
  { call: "focalLength", before: [], change: (each) => each.focalLength(24), after: ["float focalLength = 24"] },
  {
    call: "aperture",
    before: [],
    change: (each) => each.aperture(36, 24),
    after: ["float horizontalAperture = 36", "float verticalAperture = 24"],
  },
  {
    call: "clippingRange",
    before: [],
    change: (each) => each.clippingRange(0.5, 100),
    after: ["float2 clippingRange = (0.5, 100)"],
  },
  {
    call: "fieldOfView",
    before: ["float horizontalAperture = 36"],
    change: (each) => each.fieldOfView({ horizontal: 90 }),
    after: ["float horizontalAperture = 36", "float focalLength = 18"],
    patched: ["float focalLength = 18"],
  },
  {
    call: "depthOfField",
    before: [],
    change: (each) => each.depthOfField({ fStop: 2, focusDistance: 5 }),
    after: ["float focusDistance = 5", "float fStop = 2"],
  },
  {
    call: "orthographic",
    before: [],
    change: (each) => each.orthographic({ width: 4, height: 2 }),
    after: ['token projection = "orthographic"', "float horizontalAperture = 40", "float verticalAperture = 20"],
  },
  {
    call: "perspective",
    before: ['token projection = "orthographic"'],
    change: (each) => each.perspective(),
    after: ['token projection = "perspective"'],
  },
];

describe.each([
  ["of a scene", ofScene],
  ["of a prim", ofPrims],
])("a call %s", (_, rows) => {
  test.each(rows)("%s writes the whole text", (_call, text, change, after) => {
    const scene = Scene.fromUsda(HEADER + text);
    change(scene);
    expect(scene.toUsda()).toBe(HEADER + after);
    expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
  });
});

describe.each(ofControls)("$call", ({ before, change, after, patched = after }) => {
  test("writes the whole text of a scene", () => {
    const scene = Scene.fromUsda(HEADER + withStatements(before));
    change(scene.get("/C", "Camera"));
    expect(scene.toUsda()).toBe(HEADER + withStatements(after));
  });
  test("writes the whole text of a patch, and leaves the scene", () => {
    const text = HEADER + withStatements(before);
    const scene = Scene.fromUsda(text);
    const patch = scene.patch();
    change(patch.camera("/C"));
    expect(patch.toUsda()).toBe(`${HEADER}\n${withStatements(patched).replace("def Camera", "over")}\n`);
    expect(scene.toUsda()).toBe(text);
  });
});

/** Calls that change nothing. */
const READERS = new Set([
  "constructor",
  "find",
  "get",
  "prims",
  "patch",
  "validate",
  "uniqueName",
  "toUsda",
  "toBytes",
  "toBase64",
  "toLayer",
  "is",
  "isTransformable",
  "isContainer",
  "attribute",
]);

function callsOf(prototype: object): string[] {
  const calls = new Set<string>();
  for (
    let each: object | null = prototype;
    each !== null && each !== Object.prototype;
    each = Reflect.getPrototypeOf(each)
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(each)))
      if (typeof value === "function" && !READERS.has(name)) calls.add(name);
  }
  return [...calls].toSorted();
}

test("every call has a row", () => {
  const named = (calls: readonly string[]): string[] => [...new Set(calls)].toSorted();
  const controls = ofControls.map(({ call }) => call);
  expect(named(ofScene.map(([call]) => call))).toEqual(callsOf(Scene.prototype));
  expect(named([...ofPrims.map(([call]) => call), ...controls])).toEqual(callsOf(ScenePrim.prototype));
  expect(named(controls)).toEqual(callsOf(CameraPatch.prototype));
  expect(callsOf(ScenePatch.prototype)).toEqual(["camera"]);
});
