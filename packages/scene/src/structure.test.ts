// Renaming, moving and copying prims, custom attributes, and getters.

import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Scene, SceneError } from "./index.ts";

const RUNS = 100;

const TEXT = `#usda 1.0
(
    # About the stage.
    defaultPrim = "World"
)

# The world.
def Xform "World" # one
{
    def Mesh "Chair" (
        # Where it is from.
        prepend payload = @asset:/mesh/chair@</mesh> (offset = 5) # the asset
    )
    {
        custom double userProperties:price = 12.5 # euros
        double3 xformOp:translate = (1, 2, 3) # to the left
        uniform token[] xformOpOrder = [
            # Only this.
            "xformOp:translate"
        ]
        rel twin = <../Table>
    }

    def Xform "Table"
    {
        rel first = </World/Chair>
        double x.connect = </World/Chair.userProperties:price>
        def Camera "Main"
        {
            float2 clippingRange = (
                # near
                0.1, 100)
        }
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        int2 resolution = (64, 64)
        rel camera = </World/Table/Main> ( # chosen
            doc = "the camera"
        )
    }
}
`;

const open = (text = TEXT): Scene => Scene.fromUsda(text);
const comments = (text: string): string[] =>
  parseUsda(text)
    .layer.comments.map(({ text: each }) => each)
    .toSorted();

describe("an opened scene", () => {
  test("rename: paths that name the prim follow, handles stay valid, renaming back is the identity", () => {
    const scene = open();
    const main = scene.get("/World/Table/Main", "Camera");
    const settings = scene.get("/Render/Settings", "RenderSettings");
    const world = scene.get("/World", "Xform").rename("Set");
    scene.get("/Set/Chair").rename("Seat");
    expect([main.path, settings.cameraPath, scene.stage.defaultPrim, world.path]).toEqual([
      "/Set/Table/Main",
      "/Set/Table/Main",
      "Set",
      "/Set",
    ]);
    expect(scene.toUsda()).toContain("rel first = </Set/Seat>");
    expect(scene.toUsda()).toContain("double x.connect = </Set/Seat.userProperties:price>");
    expect(() => scene.get("/World")).toThrow(SceneError);
    main.focalLength(35);
    expect(scene.get("/Set/Table/Main", "Camera").lens().focalLength).toBe(35);
    main.removeProperty("focalLength");
    scene.get("/Set/Seat").rename("Chair");
    world.rename("World");
    expect(scene.toUsda()).toBe(TEXT);
  });

  test("changes before and after a rename are both written", () => {
    const scene = open();
    const chair = scene.get("/World/Chair", "Mesh").translate([1, 0, 0]);
    const lamp = scene.get("/World", "Xform").mesh("Lamp", { asset: "asset:/mesh/lamp" });
    lamp.rename("Light").translate([0, 1, 0]);
    chair.doc("moved");
    const plan = readScene(scene.toLayer());
    expect(plan.items.map(({ path, worldMatrix }) => [path, worldMatrix.slice(12, 15)])).toEqual([
      ["/World/Chair", [2, 2, 3]],
      ["/World/Light", [0, 1, 0]],
    ]);
    expect(chair.documentation).toBe("moved");
  });

  test("move: the matrix or the world transform stays", () => {
    const scene = open();
    scene.get("/World/Table", "Xform").translate([10, 0, 0]).rotateY(90);
    const chair = scene.get("/World/Chair", "Mesh");
    const before = chair.worldMatrix;
    chair.moveTo(scene.get("/World/Table"), { name: "Seat" });
    expect(chair.path).toBe("/World/Table/Seat");
    expect(chair.matrix.slice(12)).toEqual([1, 2, 3, 1]);
    expect(scene.toUsda()).toContain("rel twin = </World/Table>");
    chair.moveTo("/World");
    chair.moveTo("/World/Table", { keepWorld: true });
    chair.worldMatrix.forEach((value, i) => expect(value).toBeCloseTo(before[i], 9));
    expect(comments(scene.toUsda())).toEqual(comments(TEXT));
  });

  describe("a move that cannot keep the place in the world changes nothing", () => {
    const flat = 'double3 xformOp:scale = (1, 0, 1)\nuniform token[] xformOpOrder = ["xformOp:scale"]';
    const animated = "double3 xformOp:translate.timeSamples = { 1: (1, 2, 3) }";
    test.each([
      ["below a singular matrix", 'def Mesh "A" {}', flat, "prims above are singular"],
      ["of an animated op", `def Mesh "A" {\n${animated}\n}`, "", "would lose time samples of xformOp:translate"],
      ["of a prim without a transform", 'def Scope "A" {}', "", "Scope is not transformable"],
      ["of a singular matrix", `def Mesh "A" {\n${flat}\n}`, "", "this one is singular"],
    ])("%s", (_, prim, ops, message) => {
      const text = `#usda 1.0\n${prim}\ndef Xform "B" {\n${ops}\n}\n`;
      const scene = Scene.fromUsda(text);
      expect(() => scene.get("/A").moveTo("/B", { keepWorld: true })).toThrow(message);
      expect(scene.toUsda()).toBe(text);
      expect(scene.get("/A").path).toBe("/A");
    });
  });

  test("duplicate leaves the original byte for byte", () => {
    const scene = open();
    const copy = scene.get("/World/Table").duplicate();
    expect([copy.path, copy.children.map(({ path }) => path)]).toEqual(["/World/Table_1", ["/World/Table_1/Main"]]);
    const text = scene.toUsda();
    const start = text.indexOf('\n\n    def Xform "Table_1"');
    const end = text.indexOf('\n}\n\ndef Scope "Render"');
    expect(text.slice(0, start) + text.slice(end)).toBe(TEXT);
    copy.remove();
    expect(scene.find("/World/Table_1")).toBeUndefined();
    expect(() => scene.get("/Render").duplicate()).toThrow("RenderSettings cannot be duplicated");
  });

  test.each([
    ["an over", 'over "A" {}', "/A", "it is an over"],
    ["references above", 'def "W" (references = @a.usda@) {\ndef "A" {}\n}', "/W/A", "/W has references"],
    ["a payload above", 'def "W" (payload = @a.usda@) {\ndef "A" {}\n}', "/W/A", "/W has a payload"],
    ["a sublayer", '(subLayers = [@a.usda@])\ndef "A" {}', "/A", "the text has subLayers"],
  ])("%s: opinions elsewhere would keep the old path", (_, body, path, message) => {
    const text = `#usda 1.0\n${body}\n`;
    const scene = open(text);
    const prim = scene.get(path);
    expect(() => prim.rename("B")).toThrow(message);
    expect(() => prim.rename("B")).toThrow("rename(name, { detach: true }) does it on purpose");
    scene.scope("Target");
    expect(() => prim.moveTo("/Target")).toThrow("moveTo(parent, { detach: true })");
    scene.get("/Target").remove();
    expect(scene.toUsda()).toBe(text);
    expect(prim.rename("B", { detach: true }).name).toBe("B");
  });

  test("moveTo decides about opinions in variants, which cannot follow, and throws by default", () => {
    const text = `#usda 1.0

def Xform "World" (
    variants = {
        string look = "a"
    }
    prepend variantSets = "look"
)
{
    def Xform "Chair"
    {
        rel self = </World/Chair>
    }
    variantSet "look" = {
        "a" {
            over "Chair"
            {
                double3 xformOp:translate = (1, 2, 3)
            }
        }
    }
}

def Xform "Store"
{
}
`;
    const scene = open(text);
    const chair = scene.get("/World/Chair");
    expect(() => chair.moveTo("/Store")).toThrow(
      'variantOpinions: "leave" moves it without them, "remove" removes them',
    );
    expect(() => chair.moveTo("/Store", { variantOpinions: "keep" as "leave" })).toThrow(
      '"leave" or "remove", found "keep"',
    );
    expect(scene.toUsda()).toBe(text);
    for (const variantOpinions of ["leave", "remove"] as const) {
      const moved = open(text);
      expect(moved.get("/World/Chair").moveTo("/Store", { variantOpinions }).path).toBe("/Store/Chair");
      const written = moved.toUsda();
      expect(written.includes('over "Chair"')).toBe(variantOpinions === "leave");
      expect(written).toContain(
        'def Xform "Store"\n{\n    def Xform "Chair"\n    {\n        rel self = </Store/Chair>\n',
      );
    }
  });

  test("invalid calls throw and change nothing", () => {
    const scene = open();
    const chair = scene.get("/World/Chair");
    expect(() => chair.rename("1")).toThrow("expected a name");
    expect(() => chair.rename("Table")).toThrow('there is a prim "Table" already');
    expect(() => chair.moveTo("/World/Chair")).toThrow(SceneError);
    expect(() => scene.get("/World").moveTo("/World/Table")).toThrow("cannot be moved into itself");
    expect(() => chair.moveTo("/World/Table/Main")).toThrow("Camera does not hold prims");
    expect(() => chair.moveTo("/None")).toThrow("there is no such prim");
    expect(() => chair.rename("B", { force: true } as object)).toThrow('there is no rename option "force"');
    // Another camera would be the first one.
    const second = open(TEXT.replace('def Scope "Render"', 'def Camera "Second"\n{\n}\n\ndef Scope "Render"'));
    expect(() => second.get("/World/Table/Main").moveTo("/")).toThrow(
      "the camera /Second would come before /Main, which the RenderSettings target",
    );
    expect(second.get("/World/Table/Main").path).toBe("/World/Table/Main");
    expect(scene.toUsda()).toBe(TEXT);
  });

  test("custom attributes are read, set and removed", () => {
    const scene = open();
    const chair = scene.get("/World/Chair");
    expect(chair.custom("userProperties:price")).toBe(12.5);
    chair.custom("userProperties:price", "double", 10).custom("tags", "string[]", ["a", "b"]);
    expect(scene.toUsda()).toContain("custom double userProperties:price = 10 # euros");
    expect(scene.toUsda()).toContain('custom string[] tags = ["a", "b"]');
    expect([...chair.customAttributes]).toEqual([
      ["userProperties:price", { type: "double", value: 10 }],
      ["tags", { type: "string[]", value: ["a", "b"] }],
    ]);
    chair.removeProperty("tags").removeProperty("userProperties:price");
    expect(chair.custom("userProperties:price")).toBeUndefined();
    expect(scene.toUsda()).not.toContain("userProperties:price =");
    expect(() => chair.custom("focal length", "double", 1)).toThrow("the name of an attribute");
    expect(() => chair.custom("x", "doubl", 1)).toThrow('did you mean "double"?');
    expect(() => chair.custom("x", "double", "wide")).toThrow("expected a value of the type double");
    expect(() => chair.custom("xformOp:scale", "double3", [1, 1, 1])).toThrow("not a custom one");
    expect(() => chair.removeProperty("twinn")).toThrow('did you mean "twin"?');
    expect(() => chair.removeProperty("xformOpOrder")).toThrow("call resetPlace()");
  });

  test.each([
    ["its time samples", "double focalLength.timeSamples = { 0: 5 }"],
    ["its connections", "double focalLength.connect = </A.x>"],
    ["its metadata", 'double focalLength = 5 (doc = "x")'],
    ["its targets", "rel focalLength = </B>"],
  ])("a value of another type would lose %s", (lost, statement) => {
    const text = `#usda 1.0\ndef Camera "C"\n{\n    ${statement}\n}\n`;
    const scene = open(text);
    const camera = scene.get("/C", "Camera");
    expect(() => camera.focalLength(35)).toThrow(`would lose ${lost}; call removeProperty("focalLength")`);
    expect(scene.toUsda()).toBe(text);
    camera.removeProperty("focalLength").focalLength(35);
    expect(scene.toUsda()).toBe('#usda 1.0\ndef Camera "C"\n{\n    float focalLength = 35\n}\n');
  });

  test("time samples of the right type, list operations and metadata stay", () => {
    const text = TEXT.replace("        rel twin", "        float2 a.timeSamples = { 0: (1, 2) }\n        rel twin");
    const scene = open(
      text.replace(
        "float2 clippingRange",
        "float focalLength.timeSamples = { 0: 5 }\n            float2 clippingRange",
      ),
    );
    scene.get("/World/Table/Main", "Camera").focalLength(20);
    expect(scene.toUsda()).toContain("float focalLength.timeSamples = { 0: 5 }");
    const settings = scene.get("/Render/Settings", "RenderSettings").camera("/World/Table/Main");
    scene.get("/World/Table/Main").rename("Eye");
    expect(scene.toUsda()).toMatch(/ rel camera = <\/World\/Table\/Eye> \( # chosen\n\s+doc = "the camera"/);
    expect(settings.cameraPath).toBe("/World/Table/Eye");
    scene.get("/World/Table/Eye").remove();
    scene.camera("Other");
    expect(scene.toUsda()).toMatch(/ rel camera = <\/Other> \( # chosen\n\s+doc = "the camera"/);
  });

  test("the list operation and other targets of a relationship stay", () => {
    const body =
      'def Camera "A" {}\ndef Camera "B" {}\ndef RenderSettings "S"\n{\n    prepend rel camera = [</A>, </X>] # c\n}\n';
    const scene = open(`#usda 1.0\n${body}`);
    scene.get("/A").remove();
    expect(scene.toUsda()).toContain("    prepend rel camera = [</B>, </X>] # c\n");
  });

  test("resetPlace discards time samples of the matrix too", () => {
    const op = "matrix4d xformOp:transform.timeSamples = { 0: ((1,0,0,0),(0,1,0,0),(0,0,1,0),(1,0,0,1)) }";
    const scene = open(
      `#usda 1.0\ndef Xform "A"\n{\n    ${op}\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`,
    );
    scene.get("/A", "Xform").resetPlace().translate([2, 0, 0]);
    expect(scene.toUsda()).not.toContain("timeSamples");
    expect(scene.get("/A", "Xform").matrix[12]).toBe(2);
  });

  /** One call of each kind; none removes a prim. */
  const calls: Readonly<Record<string, (scene: Scene) => unknown>> = {
    place: (scene) => scene.get("/World/Chair", "Mesh").rotateX(10),
    reset: (scene) => scene.get("/World/Chair", "Mesh").resetPlace(),
    lookAt: (scene) => scene.get("/World/Table/Main", "Camera").lookAt({ eye: [1, 2, 3], target: [0, 0, 0] }),
    lens: (scene) => scene.get("/World/Table/Main", "Camera").clippingRange(1, 50).focalLength(20),
    asset: (scene) => scene.get("/World/Chair", "Mesh").asset("asset:/mesh/other"),
    doc: (scene) => scene.get("/World/Chair").doc("a chair"),
    stageDoc: (scene) => scene.doc("all").defaultPrim("World"),
    custom: (scene) => scene.get("/World/Chair").custom("userProperties:price", "double", 3),
    rename: (scene) => scene.get("/World/Chair").rename("Seat").rename("Chair"),
    move: (scene) => scene.get("/World/Chair").moveTo("/").moveTo("/World"),
    duplicate: (scene) => scene.get("/World/Chair").duplicate(),
    convert: (scene) => scene.convert({ upAxis: "Z", metersPerUnit: 1 }),
    camera: (scene) => scene.get("/Render/Settings", "RenderSettings").camera().resolution([10, 10]),
    add: (scene) => scene.get("/World", "Xform").xform(scene.get("/World", "Xform").uniqueName("New")),
  };

  test("comments of the file survive each call", () => {
    const all = comments(TEXT);
    expect(all).toHaveLength(10);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(calls)), { minLength: 1, maxLength: 6 }), (names) => {
        const scene = open();
        for (const name of names) calls[name]?.(scene);
        const text = scene.toUsda();
        expect(parseUsda(text).diagnostics).toEqual([]);
        const left = comments(text);
        for (const comment of all) {
          const index = left.indexOf(comment);
          expect(index, `${comment} after ${names.join()}`).toBeGreaterThanOrEqual(0);
          left.splice(index, 1);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
