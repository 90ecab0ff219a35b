import { decodeUsdContent, readScene } from "@usdkit/service-scene";
import { makeLayer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { describe, expect, test } from "vitest";
import { Scene, SceneError, type Container } from "./index.ts";

const asset = "asset:/mesh/chair-01";

function twoChairs(): Scene {
  const scene = new Scene({ defaultPrim: "World", doc: "Two chairs" });
  const world = scene.xform("World");
  world.mesh("Chair", { asset, target: "/mesh" }).translate([0, 0, -2]).rotateY(90);
  world.splat("Room", { asset: "asset:/mesh/room-7" });
  world
    .camera("Main", { focalLength: 35, horizontalAperture: 36, verticalAperture: 24, clippingRange: [0.1, 1000] })
    .lookAt({ eye: [0, 0, 4], target: [0, 0, 0] });
  scene.renderSettings({ resolution: [1280, 720] });
  return scene;
}

describe("a scene", () => {
  test("is written as by the printer of the format", () => {
    expect(twoChairs().toUsda()).toBe(`#usda 1.0
(
    defaultPrim = "World"
    doc = "Two chairs"
)

def Xform "World"
{
    def Mesh "Chair" (
        payload = @asset:/mesh/chair-01@</mesh>
    )
    {
        matrix4d xformOp:transform = ( (0, 0, -1, 0), (0, 1, 0, 0), (1, 0, 0, 0), (0, 0, -2, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def ParticleField3DGaussianSplat "Room" (
        payload = @asset:/mesh/room-7@
    )
    {
    }

    def Camera "Main"
    {
        float2 clippingRange = (0.1, 1000)
        float focalLength = 35
        float horizontalAperture = 36
        float verticalAperture = 24
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 4, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        int2 resolution = (1280, 720)
    }
}

`);
  });

  test("passes its own validation, and is the same in Base64, bytes and as a layer", () => {
    const scene = twoChairs();
    expect(scene.validate()).toEqual([]);
    expect(scene.validate({ profile: "realtime" })).toEqual([]);
    const bytes = new TextEncoder().encode(scene.toUsda());
    expect(scene.toBytes()).toEqual(bytes);
    expect(Buffer.from(scene.toBase64(), "base64")).toEqual(Buffer.from(bytes));
    expect(decodeUsdContent(scene.toBase64())).toBeDefined();
    expect(readScene(scene.toLayer()).items.map(({ meshId }) => meshId)).toEqual(["chair-01", "room-7"]);
    // The bytes are a copy for the caller.
    scene.toBytes().fill(0);
    expect(scene.toBytes()).toEqual(bytes);
  });

  test("that is incomplete can be written, and validate reports what is missing", () => {
    const scene = new Scene({ defaultPrim: "World" });
    expect(scene.toUsda()).toContain('defaultPrim = "World"');
    const rules = scene.validate().map(({ rule }) => rule);
    expect(rules.toSorted()).toEqual(["camera-present", "default-prim-exists", "resolution-required", "scene-empty"]);
    scene.xform("World").camera("Main");
    expect(scene.validate({ profile: "realtime" }).map(({ rule }) => rule)).toEqual(["scene-empty"]);
  });

  test("accepts options of the validation, and a limit of the resolution", () => {
    const scene = new Scene({ maxResolution: 8192 });
    scene.camera("Main");
    scene.renderSettings({ resolution: [8192, 4320] });
    scene.mesh("Chair", { asset: "asset:/mesh/chair" });
    expect(scene.validate()).toEqual([]);
    expect(scene.validate({ maxResolution: 4500 }).map(({ rule }) => rule)).toEqual(["resolution-limit"]);
    expect(() => scene.get("/Render/Settings", "RenderSettings").resolution([8193, 1])).toThrow(
      /^\/Render\/Settings\.resolution: .*from 1 to 8192 \(pixels\), found \[8193, 1\]/,
    );
  });

  test("has layers that later calls do not change", () => {
    const scene = twoChairs();
    const layer = scene.toLayer();
    scene.get("/World/Chair", "Mesh").translate([1, 1, 1]);
    scene.get("/World").remove();
    expect(readScene(layer).items).toHaveLength(2);
    expect(readScene(scene.toLayer()).items).toHaveLength(0);
  });
});

describe("looking prims up", () => {
  test("returns handles by path, and by path and type", () => {
    const scene = twoChairs();
    expect(scene.find("/World/Main")?.typeName).toBe("Camera");
    expect(scene.find("/World/Main", "Camera")?.path).toBe("/World/Main");
    expect(scene.find("/World/Main", "Mesh")).toBeUndefined();
    for (const path of ["/", "", "World", "/World/", "/World//Main", "/Nothing", "/World/Main.focalLength"]) {
      expect(scene.find(path)).toBeUndefined();
    }
    expect(() => scene.get("/World/Mian")).toThrow('did you mean "/World/Main"?');
    expect(() => scene.get("/World/Main", "Mesh")).toThrow(/expected a prim of the type Mesh, found "Camera"/);
    expect([...scene.prims()].map(({ path }) => path)).toEqual([
      "/World",
      "/World/Chair",
      "/World/Room",
      "/World/Main",
      "/Render",
      "/Render/Settings",
    ]);
  });

  test("a second handle continues from the state of the first", () => {
    const scene = new Scene();
    scene.mesh("A", { asset }).translate([1, 0, 0]);
    expect(scene.get("/A", "Mesh").translate([0, 2, 0]).matrix.slice(12)).toEqual([1, 2, 0, 1]);
  });
});

describe("names", () => {
  test("that are taken or invalid are rejected, with a valid one in the message", () => {
    const scene = new Scene();
    scene.xform("World").mesh("Chair", { asset });
    expect(() => scene.get("/World", "Xform").scope("Chair")).toThrow(
      /^\/World: there is a prim "Chair" already \(Mesh\); uniqueName/,
    );
    expect(() => scene.xform("3 chairs!")).toThrow(/validName\(text\) would make it "_3_chairs"/);
    expect(() => scene.xform(undefined as unknown as string)).toThrow(SceneError);
    expect(scene.xform(scene.uniqueName("World")).path).toBe("/World_1");
    expect(scene.xform(scene.uniqueName("World")).path).toBe("/World_2");
    expect(scene.uniqueName("two words")).toBe("two_words");
  });

  test("of built-in JavaScript properties are valid", () => {
    const scene = new Scene({ defaultPrim: "__proto__" });
    let parent: Container = scene;
    const names = ["__proto__", "constructor", "hasOwnProperty", "toString", "valueOf"];
    for (const name of names) parent = parent.xform(name);
    parent.mesh("__proto__", { asset, target: "/constructor/__proto__" });
    const path = `/${names.join("/")}/__proto__`;
    expect(scene.find(path)?.typeName).toBe("Mesh");
    expect(readScene(parseUsda(scene.toUsda()).layer).items[0]?.path).toBe(path);
    expect(scene.find("/toString")).toBeUndefined();
  });

  test("by the thousand are fast", () => {
    const scene = new Scene();
    const made = Array.from({ length: 20_000 }, () => scene.xform(scene.uniqueName("Chair")).name);
    expect(new Set(made).size).toBe(20_000);
  });
});

describe("depth", () => {
  test("is limited to a thousand prims", () => {
    const scene = new Scene();
    let parent = scene.xform("A");
    for (let depth = 2; depth < 1000; depth++) parent = parent.xform("A").translate([0, 0, 1]);
    const camera = parent.camera("Main").lookAt({ eye: [0, 0, 1000], target: [0, 0, 0], space: "world" });
    expect(camera.worldMatrix.slice(12)).toEqual([0, 0, 1000, 1]);
    const text = scene.toUsda();
    expect(parseUsda(text).diagnostics).toEqual([]);
    expect(scene.validate({ profile: "realtime" }).map(({ rule }) => rule)).toEqual(["scene-empty"]);
    expect(scene.patch().camera(camera).focalLength(20).validate()).toEqual([]);
    const opened = Scene.fromUsda(text);
    opened.get(camera.path, "Camera").focalLength(20);
    opened.get(parent.path, "Xform").mesh("B", { asset });
    expect(parseUsda(opened.toUsda()).diagnostics).toEqual([]);
    expect(parent.xform("Last").path).toHaveLength(1000 * 2 - 1 + "Last".length);
    expect(() => scene.get(`${parent.path}/Last`, "Xform").scope("More")).toThrow(/prims nest at most 1000 deep/);
    opened.get("/A").remove();
    expect(readScene(opened.toLayer()).camera).toBeNull();
  });
});

describe("removing", () => {
  test("removes everything under it, and its handles throw afterwards", () => {
    const scene = twoChairs();
    const chair = scene.get("/World/Chair", "Mesh");
    scene.get("/World").remove();
    expect(scene.find("/World/Chair")).toBeUndefined();
    expect(() => chair.translate([1, 0, 0])).toThrow("/World/Chair: the prim was removed from the scene");
    expect(() => chair.remove()).toThrow(SceneError);
    expect(scene.toUsda()).not.toContain("rel camera");
    scene.xform("World").camera("Main");
    expect(scene.toUsda()).toContain("rel camera = </World/Main>");
  });
});

describe("opening", () => {
  test("rejects a text with errors, with line and column", () => {
    expect(() => Scene.fromUsda("#usda 1.0\ndef X {")).toThrow(/^\/: the text has an error in line 2, column 7: /);
    expect(() => Scene.fromUsda("")).toThrow(SceneError);
    expect(() => Scene.fromLayer(parseUsda("#usda 1.0\ndef X {").layer)).toThrow(/line 2, column 7/);
  });

  test("prints a layer without text", () => {
    const layer = makeLayer({ children: [{ name: "World", type: "Xform" }] });
    const scene = Scene.fromLayer(layer);
    expect(scene.toUsda()).toBe('#usda 1.0\n\ndef Xform "World"\n{\n}\n\n');
  });

  test("is independent of the caller's bytes", () => {
    const bytes = new TextEncoder().encode('#usda 1.0\ndef "A" {}\n');
    const scene = Scene.fromUsda(bytes);
    bytes.fill(32);
    expect(scene.toUsda()).toBe('#usda 1.0\ndef "A" {}\n');
  });
});
