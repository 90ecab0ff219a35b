// Campaign: 163 real files opened and changed everywhere

import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { validate } from "@usdkit/validate";
import { describe, expect, inject, test } from "vitest";
import { Scene, SceneError, type ScopeHandle, type XformHandle } from "../index.ts";

const HEADER = "#usda 1.0\n";

type Row = readonly [name: string, before: string, change: (scene: Scene) => unknown, after: string];

const asset = "asset:/mesh/chair-01";

describe("changes of a text", () => {
  test.each<Row>([
    ["none", '# a\ndef "A" {}\n', () => undefined, '# a\ndef "A" {}\n'],
    [
      "a value in place, with its comment",
      'def Camera "C"\n{\n  float   focalLength=35 ; # lens\n  # end\n}\n',
      (scene) => scene.get("/C", "Camera").focalLength(50),
      'def Camera "C"\n{\n  float   focalLength=50 ; # lens\n  # end\n}\n',
    ],
    [
      "a value of a wrong type",
      'def Camera "C"\n{\n  double focalLength = 35 # lens\n}\n',
      (scene) => scene.get("/C", "Camera").focalLength(50),
      'def Camera "C"\n{\n  float focalLength = 50 # lens\n}\n',
    ],
    [
      "new attributes in an empty body of one line, with Windows line ends",
      'def Camera "C" {}\r\n',
      (scene) => scene.get("/C", "Camera").lens({ fStop: 2, focalLength: 50 }),
      'def Camera "C" {\r\n    float focalLength = 50\r\n    float fStop = 2\r\n}\r\n',
    ],
    [
      "metadata, a property and a child of one prim together",
      'def Xform "A" {}\n',
      (scene) => scene.get("/A", "Xform").doc("d").translate([1, 2, 3]).scope("B"),
      'def Xform "A" (\n    doc = "d"\n) {\n' +
        "    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (1, 2, 3, 1) )\n" +
        '    uniform token[] xformOpOrder = ["xformOp:transform"]\n\n    def Scope "B"\n    {\n    }\n}\n',
    ],
    [
      "two entries of metadata",
      'def Mesh "A" {}\n',
      (scene) => scene.get("/A", "Mesh").doc("d").asset("a:/mesh/b", "/m"),
      'def Mesh "A" (\n    doc = "d"\n    payload = @a:/mesh/b@</m>\n) {}\n',
    ],
    [
      "a payload that was a list edit",
      'def Mesh "A" (prepend payload = @a:/mesh/b@ # p\n)\n{\n}\n',
      (scene) => scene.get("/A", "Mesh").asset("a:/mesh/c"),
      'def Mesh "A" (prepend payload = @a:/mesh/c@ # p\n)\n{\n}\n',
    ],
    [
      "metadata of the layer",
      'def "A" {}\n',
      (scene) => scene.doc("d").defaultPrim("A"),
      '(\n    defaultPrim = "A"\n    doc = "d"\n)\ndef "A" {}\n',
    ],
    [
      "siblings removed, and one of the same name added",
      '# a\ndef "A" {}\n\n# b\ndef "B" {}\n\n# c\ndef "C" {}\n',
      (scene) => {
        scene.get("/A").remove();
        scene.get("/B").remove();
        scene.xform("A");
      },
      '\n# c\ndef "C" {}\n\ndef Xform "A"\n{\n}\n',
    ],
    ["a prim that was put in and removed again", 'def "A" {}\n', (scene) => scene.xform("B").remove(), 'def "A" {}\n'],
    [
      "a parent removed with its changed children",
      'def "A" {\n    def Camera "C" {}\n}\ndef "B" {}\n',
      (scene) => {
        scene.get("/A/C", "Camera").focalLength(1);
        scene.get("/A").remove();
      },
      'def "B" {}\n',
    ],
    [
      "rel camera in place, and removed with the last camera",
      'def "W" {\n    def Camera "C" {}\n}\ndef Scope "Render" {\n    def RenderSettings "S" {\n        rel camera = </W/C> # c\n    }\n}\n',
      (scene) => {
        scene.get("/W/C").remove();
        scene.camera("D");
      },
      'def "W" {\n}\ndef Scope "Render" {\n    def RenderSettings "S" {\n        rel camera = </D> # c\n    }\n}\n\ndef Camera "D"\n{\n}\n',
    ],
  ])("%s", (_, before, change, after) => {
    const header = before.includes("\r\n") ? "#usda 1.0\r\n" : HEADER;
    const scene = Scene.fromUsda(header + before);
    change(scene);
    expect(scene.toUsda().slice(header.length)).toBe(after);
    expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
  });

  test("ops that the service does not read become the one matrix", () => {
    const text = `${HEADER}def Xform "A"
{
    double3 xformOp:translate = (1, 2, 3) # to the left
    float xformOp:rotateY = 90
    uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:rotateY"]
}
`;
    const scene = Scene.fromUsda(text);
    const handle = scene.get("/A", "Xform").translate([0, 0, 1]);
    expect(handle.matrix.map((each) => Math.round(each * 1e9) / 1e9 + 0)).toEqual([
      0, 0, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 2, 3, 1,
    ]);
    const rules = validate(scene.toUsda(), { profile: "realtime" }).map(({ rule }) => rule);
    expect(rules).toEqual(["scene-empty", "camera-present"]);
    expect(scene.toUsda()).not.toMatch(/translate|rotateY/);
  });

  test("comments of merged ops keep their order", () => {
    const text = `${HEADER}def Xform "A"
{
    # 1
    double3 xformOp:translate = (1, # 2
        2, 3) # 3
    # 4
    float xformOp:rotateY = 90 # 5
    # 6
    uniform token[] xformOpOrder = ["xformOp:translate", # 7
        "xformOp:rotateY"] # 8
    # 9
}
`;
    const scene = Scene.fromUsda(text);
    scene.get("/A", "Xform").translate([0, 0, 1]);
    expect(scene.toUsda().match(/(?<=# )\d/g)).toEqual(text.match(/(?<=# )\d/g));
  });

  test("a prim that resets the transforms of its parents keeps the reset", () => {
    const text = `${HEADER}def Xform "A" {
    matrix4d xformOp:transform = ((1,0,0,0),(0,1,0,0),(0,0,1,0),(9,0,0,1))
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Camera "C" {
        uniform token[] xformOpOrder = ["!resetXformStack!"]
    }
}
`;
    const scene = Scene.fromUsda(text);
    const view = { eye: [0, 0, 5], target: [0, 0, 0], space: "world" } as const;
    scene.get("/A/C", "Camera").lookAt(view);
    expect(scene.toUsda()).toContain('["!resetXformStack!", "xformOp:transform"]');
    expect(readScene(scene.toLayer()).camera?.worldMatrix.slice(12)).toEqual([0, 0, 5, 1]);
  });

  test("a singular matrix in the text rejects placing calls, but can be reset", () => {
    const text = `${HEADER}def Xform "A" {
    matrix4d xformOp:transform = ((1,0,0,0),(0,0,0,0),(0,0,1,0),(9,0,0,1))
    uniform token[] xformOpOrder = ["xformOp:transform"]
    def Camera "C" {}
}
`;
    const scene = Scene.fromUsda(text);
    expect(() => scene.get("/A", "Xform").rotateY(1)).toThrow(/singular/);
    expect(() => scene.get("/A/C", "Camera").lookAt({ eye: [1, 0, 0], target: [0, 0, 0], space: "world" })).toThrow(
      /prims above are singular/,
    );
    expect(scene.toUsda()).toBe(text);
    scene.get("/A", "Xform").resetPlace().rotateY(1);
    expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
  });

  test("a camera before the one that the text targets is rejected", () => {
    const text = `${HEADER}def "A" {}\ndef Camera "C" {}\ndef Scope "Render" {\ndef RenderSettings "S" { rel camera = </C>; }\n}\n`;
    const scene = Scene.fromUsda(text);
    expect(() => (scene.get("/A") as ScopeHandle).doc("a").camera("B")).toThrow(/would come before \/C/);
    expect(scene.camera("B").path).toBe("/B");
  });

  test("adds ten thousand prims in a few rounds", () => {
    const scene = Scene.fromUsda(`${HEADER}def Xform "A" {\n    # the end\n}\n`);
    const parent = scene.get("/A", "Xform");
    for (let i = 0; i < 10_000; i++) parent.mesh(`M${i}`, { asset }).translate([i, 0, 0]);
    const plan = readScene(scene.toLayer());
    expect(plan.items).toHaveLength(10_000);
    expect(plan.items[9999]?.worldMatrix[12]).toBe(9999);
    expect(scene.toUsda()).toContain("    # the end\n");
  });
});

const root = resolve(import.meta.dirname, "../../../..");
const shared = join(root, "../shared/conformance/real");
if (!existsSync(shared)) console.warn("Skipped: the conformance files are missing: expected in ../shared/conformance.");

/** Opens every n-th file. */
const STRIDE = inject("deep") ? 16 : 96;

describe.skipIf(!existsSync(shared))("real files", () => {
  test("stay unchanged, and accept changes everywhere", () => {
    const files = globSync("**/*.usda", { cwd: shared })
      .toSorted()
      .filter((_, index) => index % STRIDE === 0);
    let opened = 0;
    for (const file of files) {
      const bytes = readFileSync(join(shared, file));
      const scene = openOrNothing(bytes);
      if (scene === undefined || bytes.length > 1e6) continue;
      opened++;
      expect([file, Buffer.compare(scene.toBytes(), bytes)]).toEqual([file, 0]);
      const authored = changeEverything(scene);
      const { layer, diagnostics } = parseUsda(scene.toBytes());
      expect([file, diagnostics]).toEqual([file, []]);
      const now = Scene.fromLayer(layer);
      for (const [path, x] of authored)
        expect([file, path, (now.get(path) as XformHandle).matrix[12]]).toEqual([file, path, x]);
    }
    expect(opened).toBeGreaterThan(1600 / STRIDE);
  });
});

function openOrNothing(bytes: Uint8Array): Scene | undefined {
  try {
    return Scene.fromUsda(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(SceneError);
    return undefined;
  }
}

/** Returns the matrices of prims by path. */
function changeEverything(scene: Scene): Map<string, number> {
  const authored = new Map<string, number>();
  [...scene.prims()].forEach((prim, index) => {
    if (scene.find(prim.path) === undefined) return;
    if (index % 5 === 4) {
      for (const path of authored.keys()) if (`${path}/`.startsWith(`${prim.path}/`)) authored.delete(path);
      prim.remove();
      return;
    }
    prim.doc(`prim ${index}`);
    if (prim.isTransformable()) {
      prim
        .resetPlace()
        .translate([index + 1, 0, 0])
        .rotateX(index);
      authored.set(prim.path, index + 1);
    }
    if (prim.is("Camera")) prim.fieldOfView({ horizontal: 50 }).clippingRange(1, 5);
    if (!prim.isContainer()) return;
    const added = prim.mesh(prim.uniqueName("Added"), { asset }).translate([-index, 0, 0]);
    authored.set(added.path, -index + 0);
  });
  return authored;
}

describe("data that an opened scene would lose", () => {
  const open = (body: string, metadata = ""): Scene =>
    Scene.fromUsda(`#usda 1.0\ndef Mesh "A"${metadata}\n{\n${body}\n}\n`);

  test.each([
    [
      "time samples of xformOp:translate",
      "double3 xformOp:translate.timeSamples = {\n0: (1, 2, 3),\n}",
      "xformOp:translate",
    ],
    ["connections of xformOp:translate", "double3 xformOp:translate.connect = </A.x>", "xformOp:translate"],
    ["metadata of xformOp:translate", 'double3 xformOp:translate = (1, 2, 3) (doc = "x")', "xformOp:translate"],
    ['"xformOp:scale", which the order lists', "double3 xformOp:translate = (1, 2, 3)", "xformOp:scale"],
  ])("placing throws and names %s", (lost, op, listed) => {
    const scene = open(`${op}\nuniform token[] xformOpOrder = ["${listed}"]`);
    const before = scene.toUsda();
    expect(() => scene.get("/A", "Mesh").translate([1, 0, 0])).toThrow(`would lose ${lost}`);
    expect(scene.toUsda()).toBe(before);
    scene.get("/A", "Mesh").resetPlace().translate([1, 0, 0]);
    expect(scene.toUsda()).not.toContain(listed);
    expect(scene.get("/A", "Mesh").matrix.slice(12)).toEqual([1, 0, 0, 1]);
  });

  test("another asset keeps target, list operation and layer offset", () => {
    const scene = open("", " (\n    prepend payload = @asset:/mesh/a@</mesh> (offset = 5)\n)");
    const mesh = scene.get("/A", "Mesh").asset("asset:/mesh/b");
    expect(mesh.payload).toEqual({ asset: "asset:/mesh/b", target: "/mesh" });
    expect(scene.toUsda()).toContain("prepend payload = @asset:/mesh/b@</mesh> (offset = 5)");
    expect(mesh.asset("asset:/mesh/c", null).payload).toEqual({ asset: "asset:/mesh/c", target: undefined });
    expect(scene.toUsda()).toContain("prepend payload = @asset:/mesh/c@ (offset = 5)");
    const many = open("", " (\n    payload = [@asset:/mesh/a@, @asset:/mesh/b@]\n)");
    expect(() => many.get("/A", "Mesh").asset("asset:/mesh/c")).toThrow("the prim has 2 payloads");
  });

  test("handles can read everything that can be set", () => {
    const scene = Scene.fromUsda(
      '#usda 1.0\ndef Xform "W" (\n    doc = "all"\n)\n{\n    def Mesh "A" (\n        payload = @asset:/mesh/a@\n    )\n    {\n    }\n}\n',
    );
    const world = scene.get("/W", "Xform");
    expect([world.documentation, world.parent, world.children.map(({ path }) => path)]).toEqual([
      "all",
      undefined,
      ["/W/A"],
    ]);
    const mesh = scene.get("/W/A", "Mesh");
    expect([mesh.parent?.path, mesh.payload, mesh.documentation]).toEqual([
      "/W",
      { asset: "asset:/mesh/a", target: undefined },
      undefined,
    ]);
  });
});
