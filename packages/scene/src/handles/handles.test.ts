import {
  readScene,
  rowMatrix,
  rowMatrixFromColumnMajor,
  SCENE_UNITS_PER_MM,
  transposeMatrix,
} from "@usdkit/service-scene";
import { glMatrix, mat4, vec3 } from "gl-matrix";
import { describe, expect, test } from "vitest";
import { Scene, SceneError, type RowMatrix } from "../index.ts";

const asset = "asset:/mesh/chair-01";

function camera(): ReturnType<Scene["camera"]> {
  return new Scene().camera("Main");
}

describe("placing", () => {
  test("applies in reading order", () => {
    const mesh = new Scene().mesh("A", { asset }).translate([1, 2, 3]).rotateZ(90).translate([10, 0, 0]);
    expect(mesh.matrix).toEqual([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 12, 3, 1]);
    mesh.scale(2);
    expect(mesh.matrix.slice(0, 8)).toEqual([0, 2, 0, 0, -2, 0, 0, 0]);
    mesh.resetPlace().scale([1, -2, 3]);
    expect([0, 5, 10].map((index) => mesh.matrix[index])).toEqual([1, -2, 3]);
  });

  test("rotates by axis and degrees as by the equivalent quaternion", () => {
    const by = (turn: (mesh: ReturnType<Scene["mesh"]>) => unknown): readonly number[] => {
      const mesh = new Scene().mesh("A", { asset });
      turn(mesh);
      return mesh.matrix;
    };
    const axis = by((mesh) => mesh.rotate([0, 0, 2], 90));
    expect(axis).toEqual(by((mesh) => mesh.rotateZ(90)));
    expect(by((mesh) => mesh.rotate([0, -1, 0], 90))).toEqual(by((mesh) => mesh.rotateY(-90)));
    const half = Math.sin(Math.PI / 8);
    const whole = by((mesh) => mesh.rotate({ x: 0, y: half * 7, z: 0, w: Math.cos(Math.PI / 8) * 7 }));
    by((mesh) => mesh.rotateY(45)).forEach((each, index) => expect(each).toBeCloseTo(whole[index] ?? Number.NaN, 14));
  });

  test("rotations by multiples of 90 degrees are exact", () => {
    for (const degrees of [-450, -90, 90, 180, 270, 360, 3690]) {
      const { matrix } = new Scene().mesh("A", { asset }).rotateX(degrees);
      expect(matrix.every((each) => Number.isInteger(each))).toBe(true);
      expect(matrix.some((each) => Object.is(each, -0))).toBe(false);
    }
  });

  test("accepts a matrix of gl-matrix only through its own call", () => {
    glMatrix.setMatrixArrayType(Array);
    const matrix = mat4.fromTranslation(mat4.create(), [1, 2, 3]);
    mat4.rotateY(matrix, matrix, 1);
    const mesh = new Scene().mesh("A", { asset }).transform(rowMatrixFromColumnMajor(matrix));
    expect(mesh.matrix.slice(12)).toEqual([1, 2, 3, 1]);
    const moved = vec3.transformMat4(vec3.create(), [1, 0, 0], matrix);
    const [a, b, c] = [0, 1, 2].map((i) => (mesh.matrix[i] ?? 0) + (mesh.matrix[12 + i] ?? 0));
    expect([a, b, c].map((each) => each?.toFixed(9))).toEqual(Array.from(moved, (each) => each.toFixed(9)));
    // @ts-expect-error -- a mat4 is not a RowMatrix
    const unsafe: RowMatrix = matrix;
    expect(unsafe).toBe(matrix);
    // @ts-expect-error -- nor are sixteen numbers
    const numbers: RowMatrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(numbers).toHaveLength(16);
  });

  test("rejects a matrix that is transposed, and names the call for it", () => {
    const mesh = new Scene().mesh("A", { asset });
    const transposed = transposeMatrix(rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]));
    expect(() => mesh.transform(transposed)).toThrow(
      /translation in the fourth column, so it is transposed.*rowMatrixFromColumnMajor/,
    );
    expect(mesh.matrix.slice(12)).toEqual([0, 0, 0, 1]);
    expect(mesh.transform(transposeMatrix(transposed)).matrix.slice(12)).toEqual([5, 6, 7, 1]);
  });

  test.each<[string, (mesh: ReturnType<Scene["mesh"]>) => unknown, RegExp]>([
    [
      "a scale of 0",
      (mesh) => mesh.scale(0),
      /^\/A\.scale: expected a finite number other than 0, or three of them, found 0/,
    ],
    ["a scale with a 0", (mesh) => mesh.scale([1, 0, 1]), /^\/A\.scale: .*found \[1, 0, 1\]/],
    ["a scale that is NaN", (mesh) => mesh.scale(Number.NaN), /found NaN/],
    [
      "an infinite translation",
      (mesh) => mesh.translate([0, Infinity, 0]),
      /^\/A\.translate: .*found \[0, Infinity, 0\]/,
    ],
    [
      "a translation that overflows",
      (mesh) => mesh.translate([1e308, 0, 0]).translate([1e308, 0, 0]),
      /expected a matrix of finite numbers/,
    ],
    ["two numbers", (mesh) => mesh.translate([1, 2] as unknown as [1, 2, 3]), /three finite numbers/],
    ["no vector", (mesh) => mesh.translate("abc" as unknown as [1, 2, 3]), /^\/A\.translate: .*found "abc"/],
    [
      "a rotation by NaN",
      (mesh) => mesh.rotateY(Number.NaN),
      /^\/A\.rotateY: expected a finite number \(degrees\), found NaN/,
    ],
    ["an axis without a length", (mesh) => mesh.rotate([0, 0, 0], 1), /^\/A\.rotate\.axis/],
    ["a quaternion without a length", (mesh) => mesh.rotate({ x: 0, y: 0, z: 0, w: 0 }), /with a length/],
    [
      "an axis without degrees",
      (mesh) => mesh.rotate([0, 1, 0] as unknown as { x: 0; y: 0; z: 0; w: 0 }),
      /an axis and degrees/,
    ],
    [
      "a singular matrix",
      (mesh) => mesh.transform(rowMatrix([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])),
      /singular/,
    ],
    ["scales that become singular", (mesh) => mesh.scale([1, 1e-16, 1]).rotateZ(45), /singular/],
    [
      "a projection",
      (mesh) => mesh.transform(rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 9, 1])),
      /fourth column is 0, 0, 0, 1/,
    ],
    [
      "fifteen numbers",
      (mesh) => mesh.transform(Array.from({ length: 15 }, () => 1) as unknown as RowMatrix),
      /16 numbers/,
    ],
    [
      "eye = target",
      (mesh) => mesh.lookAt({ eye: [1, 1, 1], target: [1, 1, 1] }),
      /^\/A\.lookAt\.target: .*other than the eye/,
    ],
    [
      "up along the view",
      (mesh) => mesh.lookAt({ eye: [0, 5, 0], target: [0, 0, 0] }),
      /lookAt\.up is parallel to the view/,
    ],
    [
      "up without a length",
      (mesh) => mesh.lookAt({ eye: [1, 0, 0], target: [0, 0, 0], up: [0, 0, 0] }),
      /^\/A\.lookAt\.up/,
    ],
    ["an eye that is NaN", (mesh) => mesh.lookAt({ eye: [Number.NaN, 0, 0], target: [0, 0, 0] }), /^\/A\.lookAt\.eye/],
    [
      "no space",
      (mesh) => mesh.lookAt({ eye: [1, 0, 0], target: [0, 0, 0], space: "screen" as "world" }),
      /"parent" or "world"/,
    ],
  ])("rejects %s", (_, call, message) => {
    const mesh = new Scene().mesh("A", { asset });
    expect(() => call(mesh)).toThrow(SceneError);
    expect(() => call(new Scene().mesh("A", { asset }))).toThrow(message);
  });

  test("looks at a point in the world, whatever the parents' transforms", () => {
    const scene = new Scene();
    const parent = scene.xform("A").translate([5, 0, 0]).rotateY(33).scale([1, 2, 3]).xform("B").rotateX(12);
    const eye = parent.camera("Main").lookAt({ eye: [1, 2, 3], target: [1, 2, -7], space: "world" });
    const expected = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1];
    eye.worldMatrix.forEach((each, index) => expect(each).toBeCloseTo(expected[index] ?? Number.NaN, 12));
    const planned = readScene(scene.toLayer()).camera?.worldMatrix ?? [];
    expected.forEach((each, index) => expect(planned[index]).toBeCloseTo(each, 12));
  });
});

describe("a camera", () => {
  test.each<[string, (camera: ReturnType<Scene["camera"]>) => unknown, RegExp]>([
    [
      "a focal length of 0",
      (main) => main.focalLength(0),
      /^\/Main\.focalLength: expected a number above 0 \(mm, float\), found 0$/,
    ],
    ["one that a float holds as 0", (main) => main.focalLength(1e-50), /focalLength: .*found 1e-50/],
    [
      "one that exceeds the range of floats",
      (main) => main.focalLength(1e39),
      /expected a number above 0 \(mm, float\), found 1e\+39/,
    ],
    ["a text", (main) => main.focalLength("35" as unknown as number), /focalLength: .*found "35"/],
    ["an aperture below 0", (main) => main.aperture(36, -24), /^\/Main\.verticalAperture: .*found -24/],
    ["near = far", (main) => main.clippingRange(1, 1), /two numbers above 0, each above the one before/],
    ["near = far as floats", (main) => main.clippingRange(1, 1 + 1e-12), /each above the one before/],
    ["near at 0", (main) => main.clippingRange([0, 1]), /clippingRange: .*found \[0, 1\]/],
    ["an angle of 180", (main) => main.fieldOfView({ horizontal: 180 }), /an angle between 0 and 180/],
    [
      "two angles",
      (main) => main.fieldOfView({ horizontal: 1, vertical: 2 } as unknown as { horizontal: 1 }),
      /fieldOfView/,
    ],
    [
      "an fStop below 0",
      (main) => main.depthOfField({ fStop: -1, focusDistance: 1 }),
      /^\/Main\.fStop: .*at least 0.*found -1/,
    ],
    ["a view without width", (main) => main.orthographic({ width: 0, height: 1 }), /^\/Main\.orthographic\.width/],
    [
      "another projection",
      (main) => main.lens({ projection: "fish" as "perspective" }),
      /"perspective" or "orthographic"/,
    ],
    ["an unknown option", (main) => main.lens({ focalLenght: 1 } as object), /no camera option "focalLenght"/],
    ["a lens and an angle", (main) => main.lens({ focalLength: 1, fieldOfView: { vertical: 9 } }), /pass one of both/],
  ])("rejects %s", (_, call, message) => {
    expect(() => call(camera())).toThrow(message);
    const main = camera();
    expect(() => call(main)).toThrow(SceneError);
  });

  test("sets all options or none", () => {
    const scene = new Scene();
    const main = scene.camera("Main");
    expect(() => main.lens({ focalLength: 20, fStop: -1 })).toThrow(SceneError);
    expect(() => scene.camera("Other", { focalLength: 20, fStop: -1 })).toThrow(/^\/Other\.fStop/);
    expect(scene.toUsda()).not.toMatch(/focalLength|Other/);
  });

  test("has the given field of view across its aperture", () => {
    const angle = (scene: Scene, of: "horizontalAperture" | "verticalAperture"): number => {
      const plan = readScene(scene.toLayer()).camera;
      return (2 * Math.atan((plan?.[of] ?? 0) / 2 / (plan?.focalLength ?? 0)) * 180) / Math.PI;
    };
    const scene = new Scene();
    const main = scene.camera("Main", { fieldOfView: { horizontal: 60 }, horizontalAperture: 36 });
    expect(angle(scene, "horizontalAperture")).toBeCloseTo(60, 5);
    main.fieldOfView({ vertical: 30 });
    expect(angle(scene, "verticalAperture")).toBeCloseTo(30, 5);
  });

  test("shows the given view in parallel projection", () => {
    const scene = new Scene();
    const main = scene.camera("Main").orthographic({ width: 8, height: 4.5 });
    const plan = readScene(scene.toLayer()).camera;
    expect(plan?.projection).toBe("orthographic");
    expect((plan?.horizontalAperture ?? 0) * SCENE_UNITS_PER_MM).toBeCloseTo(8, 6);
    expect((plan?.verticalAperture ?? 0) * SCENE_UNITS_PER_MM).toBeCloseTo(4.5, 6);
    main.perspective();
    expect(readScene(scene.toLayer()).camera?.projection).toBe("perspective");
  });

  test("sets depth of field", () => {
    const scene = new Scene();
    scene.camera("Main").depthOfField({ fStop: 2.8, focusDistance: 4 }).clippingRange(0.5, 50);
    expect(readScene(scene.toLayer()).camera).toMatchObject({
      fStop: Math.fround(2.8),
      focusDistance: 4,
      clippingRange: [0.5, 50],
    });
  });
});

describe("a mesh and splats", () => {
  test.each([
    "",
    "chair.usd",
    "asset:/mesh/",
    "asset:/mesh/a/b",
    "asset://mesh/a",
    "asset:/mesh/a?b",
    "asset:/mesh/a\nb",
    5,
  ])("refuse the asset %j", (bad) => {
    const scene = new Scene();
    expect(() => scene.mesh("A", { asset: bad as string })).toThrow(/^\/A\.payload: /);
    expect(() => scene.splat("A", { asset: bad as string })).toThrow(SceneError);
    expect(scene.find("/A")).toBeUndefined();
  });

  test.each(["", "/", "mesh", "/a b", "/a.b", "/a/", "//a", "/A{v=x}B"])("reject the target %j", (target) => {
    expect(() => new Scene().mesh("A", { asset, target })).toThrow(/an absolute prim path as target/);
  });

  test("need an asset", () => {
    expect(() => new Scene().mesh("A", undefined as unknown as { asset: string })).toThrow(
      /^\/A\.payload: .*found undefined/,
    );
  });

  test("can draw another asset", () => {
    const scene = new Scene();
    const splat = scene.splat("A", { asset, target: "/GaussianSplatData", doc: 'a "b"' }).asset("b:/mesh/c%20d");
    const item = (): unknown => readScene(scene.toLayer()).items[0];
    expect(item()).toMatchObject({ asset: "b:/mesh/c%20d", meshId: "c d", target: "/GaussianSplatData" });
    splat.asset("b:/mesh/c%20d", null);
    expect(item()).toMatchObject({ target: null });
    expect(scene.toUsda()).toContain("doc = 'a \"b\"'");
  });
});

describe("render settings", () => {
  test("exist once", () => {
    const scene = new Scene();
    scene.renderSettings({ resolution: [1, 1] });
    expect(() => scene.renderSettings({ resolution: [1, 1] })).toThrow(
      /has RenderSettings already, and the service uses only the first/,
    );
  });

  test("are in a Scope named Render, also an existing one", () => {
    const scene = new Scene();
    scene.scope("Render", { doc: "mine" });
    expect(scene.renderSettings({ resolution: [1, 1] }).path).toBe("/Render/Settings");
    const other = new Scene();
    other.xform("Render");
    expect(() => other.renderSettings({ resolution: [1, 1] })).toThrow(/^\/Render: .*the type of this prim is "Xform"/);
  });

  test.each([[[0, 1]], [[1, 4501]], [[1.5, 1]], [[1]], [["1", "1"]], [undefined], ["1x1"]])(
    "reject the resolution %j",
    (bad) => {
      const scene = new Scene();
      expect(() => scene.renderSettings({ resolution: bad as [1, 1] })).toThrow(/two whole numbers from 1 to 4500/);
      expect(scene.find("/Render")).toBeUndefined();
    },
  );

  test("target the first camera, whenever it is added", () => {
    const scene = new Scene();
    const world = scene.xform("World");
    scene.renderSettings({ resolution: [1, 1] });
    scene.camera("Late");
    expect(scene.toUsda()).toContain("rel camera = </Late>");
    world.camera("First");
    expect(scene.toUsda()).toContain("rel camera = </World/First>");
  });

  test("target another camera only if it is the first", () => {
    const scene = new Scene();
    const world = scene.xform("World");
    const first = scene.camera("First");
    const second = scene.camera("Second");
    const refused = /expected the scene's first camera, \/First, found/;
    expect(() => scene.renderSettings({ resolution: [1, 1], camera: second })).toThrow(refused);
    expect(() => scene.renderSettings({ resolution: [1, 1], camera: "/Nobody" })).toThrow(/no such prim/);
    expect(() => scene.renderSettings({ resolution: [1, 1], camera: "/World" })).toThrow(/expected a Camera, found/);
    const settings = scene.renderSettings({ resolution: [1, 1], camera: first });
    expect(() => world.camera("Before")).toThrow(/^\/World\/Before: this camera would come before \/First/);
    settings.camera();
    expect(world.camera("Before").path).toBe("/World/Before");
  });
});
