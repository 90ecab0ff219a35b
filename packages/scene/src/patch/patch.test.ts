import { decodeUsdContent, readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { validate } from "@usdkit/validate";
import { describe, expect, test } from "vitest";
import { Scene, SceneError, type ScenePatch } from "../index.ts";

function scene(): Scene {
  const made = new Scene({ defaultPrim: "World" });
  const rig = made.xform("World").xform("Rig").translate([10, 0, 0]).rotateY(90);
  rig.camera("Main", { focalLength: 35, horizontalAperture: 36 }).translate([0, 0, 5]);
  rig.camera("Side");
  made.get("/World", "Xform").mesh("Chair", { asset: "asset:/mesh/chair-01" });
  made.renderSettings({ resolution: [1280, 720] });
  return made;
}

describe("a patch", () => {
  test("consists of overs with the scene's paths, and only authored opinions", () => {
    const text = scene()
      .patch()
      .camera("/World/Rig/Main")
      .lookAt({ eye: [0, 0, 2], target: [0, 0, 0] })
      .focalLength(40)
      .toUsda();
    expect(text).toBe(`#usda 1.0

over "World"
{
    over "Rig"
    {
        over "Main"
        {
            float focalLength = 40
            matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 2, 1) )
            uniform token[] xformOpOrder = ["xformOp:transform"]
        }
    }
}

`);
    expect(validate(text, { profile: "patch", base: scene().toUsda() })).toEqual([]);
  });

  test("solves a world transform for the scene's parents", () => {
    const made = scene();
    const patch = made
      .patch()
      .camera("/World/Rig/Main")
      .lookAt({ eye: [0, 1, 9], target: [0, 1, 0], space: "world" });
    const expected = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 9, 1];
    patch.worldMatrix.forEach((each, index) => expect(each).toBeCloseTo(expected[index] ?? Number.NaN, 12));
    made.get("/World/Rig/Main", "Camera").resetPlace().transform(patch.matrix);
    const planned = readScene(made.toLayer()).camera?.worldMatrix ?? [];
    expected.forEach((each, index) => expect(planned[index]).toBeCloseTo(each, 12));
  });

  test("places relative to the parent, so that other patches do not affect it", () => {
    const patch = scene().patch().camera("/World/Rig/Main").translate([0, 1, 0]);
    expect(patch.matrix.slice(12)).toEqual([0, 1, 0, 1]);
    expect(patch.resetPlace().toUsda()).toContain(
      "matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1) )",
    );
  });

  test("computes a field of view with the aperture of the scene's camera", () => {
    const patch = scene().patch().camera("/World/Rig/Main").fieldOfView({ horizontal: 90 });
    expect(readScene(patch.toLayer()).camera?.focalLength).toBe(18);
    expect(patch.toUsda()).not.toContain("Aperture");
  });

  test("sets every attribute of a camera", () => {
    const patch = scene().patch();
    patch
      .camera("/World/Rig/Main")
      .lens({
        focalLength: 1,
        horizontalAperture: 2,
        verticalAperture: 3,
        clippingRange: [4, 5],
        focusDistance: 6,
        fStop: 7,
        projection: "perspective",
      })
      .scale(2);
    expect(
      parseUsda(patch.toUsda()).layer.root.children[0]?.children[0]?.children[0]?.properties.map(({ name }) => name),
    ).toEqual([
      "projection",
      "clippingRange",
      "focalLength",
      "focusDistance",
      "fStop",
      "horizontalAperture",
      "verticalAperture",
      "xformOp:transform",
      "xformOpOrder",
    ]);
    expect(patch.validate()).toEqual([]);
    expect(new TextDecoder().decode(patch.toBytes())).toBe(patch.toUsda());
    expect(Buffer.from(patch.toBase64(), "base64").toString()).toBe(patch.toUsda());
    expect(decodeUsdContent(patch.toBase64())).toBeDefined();
    expect(readScene(patch.toLayer()).form).toBe("patch");
  });

  test.each<[string, (patch: ScenePatch) => unknown, RegExp]>([
    [
      "a camera that does not exist",
      (patch) => patch.camera("/World/Rig/Mian"),
      /^\/World\/Rig\/Mian: .*did you mean "\/World\/Rig\/Main"\?/,
    ],
    ["a path without its parents", (patch) => patch.camera("Main"), /the scene has no such camera; did you mean/],
    [
      "a prim that is not a camera",
      (patch) => patch.camera("/World/Chair"),
      /expected a Camera, found "Mesh"; a patch changes only cameras; did you mean/,
    ],
    ["the scene itself", (patch) => patch.camera("/"), /the scene has no such camera/],
    [
      "a second camera",
      (patch) => patch.camera("/World/Rig/Main") && patch.camera("/World/Rig/Side"),
      /one camera per patch/,
    ],
    ["no camera", (patch) => patch.toUsda(), /the patch has no camera: call camera/],
    [
      "no change",
      (patch) => patch.camera("/World/Rig/Main").toUsda(),
      /^\/World\/Rig\/Main: the patch changes nothing/,
    ],
    [
      "a value out of its range",
      (patch) => patch.camera("/World/Rig/Main").focalLength(0),
      /^\/World\/Rig\/Main\.focalLength: .*found 0/,
    ],
  ])("rejects %s", (_, call, message) => {
    expect(() => call(scene().patch())).toThrow(message);
    expect(() => call(scene().patch())).toThrow(SceneError);
  });

  test("of a scene without cameras throws", () => {
    expect(() => new Scene().patch().camera("/World/Main")).toThrow(/the scene has no camera/);
  });

  test("returns the same camera again, also for its handle", () => {
    const made = scene();
    const patch = made.patch();
    patch.camera("/World/Rig/Main").focalLength(20);
    patch.camera(made.get("/World/Rig/Main")).fieldOfView({ vertical: 10 });
    expect(patch.toUsda().match(/focalLength/g)).toHaveLength(1);
  });

  test("of a removed camera is rejected", () => {
    const made = scene();
    const patch = made.patch().camera("/World/Rig/Main").focalLength(20);
    made.get("/World/Rig").remove();
    expect(() => patch.toUsda()).toThrow(/was removed/);
  });

  test("has calls for cameras only", () => {
    const patch = scene().patch().camera("/World/Rig/Main");
    // @ts-expect-error -- a patch has no documentation
    expect(patch.doc).toBeUndefined();
    // @ts-expect-error -- and removes nothing
    expect(patch.remove).toBeUndefined();
  });

  test("of an opened scene has the scene's paths and transforms", () => {
    const opened = Scene.fromUsda(scene().toUsda());
    const view = { eye: [0, 1, 9], target: [0, 1, 0], space: "world" } as const;
    const [a, b] = [opened, scene()].map((each) => each.patch().camera("/World/Rig/Main").lookAt(view).toUsda());
    expect(a).toBe(b);
  });
});
