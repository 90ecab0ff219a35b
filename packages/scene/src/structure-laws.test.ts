// Laws of renaming, moving and copying any prim of any scene, and of getters.

import { readScene } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { builderCalls, runCalls } from "./arbitraries/index.ts";
import { Scene, SceneError, type CameraHandle, type SceneHandle, type XformHandle } from "./index.ts";

const RUNS = 100;

const open = (text: string): Scene => Scene.fromUsda(text);

describe("laws for every scene", () => {
  const name = fc.constantFrom("Renamed", "A", "Zz_9", "Stühle");

  test("renaming and renaming back is the identity, built and opened", () => {
    fc.assert(
      fc.property(
        builderCalls({ isHostile: false }),
        fc.nat(),
        name,
        fc.boolean(),
        (calls, index, newName, isOpened) => {
          const built = runCalls(calls).scene;
          const text = built.toUsda();
          const scene = isOpened ? open(text) : built;
          const prim = anyPrim(scene, index);
          if (prim === undefined) return;
          const { name: oldName, path } = prim;
          const siblings = (prim.parent?.children ?? roots(scene)).map((each) => each.name);
          if (siblings.includes(newName)) return;
          prim.rename(newName);
          expect(prim.path).toBe(path.slice(0, path.length - oldName.length) + newName);
          expect(scene.find(path)).toBeUndefined();
          expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
          prim.rename(oldName);
          expect(scene.toUsda()).toBe(text);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("a copy has the content of the original, which stays", () => {
    fc.assert(
      fc.property(builderCalls({ isHostile: false }), fc.nat(), fc.boolean(), (calls, index, isOpened) => {
        const built = runCalls(calls).scene;
        const scene = isOpened ? open(built.toUsda()) : built;
        const prim = anyPrim(scene, index);
        if (prim === undefined || contains(prim, "RenderSettings")) return;
        const before = scene.toUsda();
        const copy = prim.duplicate();
        expect(contentOf(copy)).toEqual(contentOf(prim));
        expect(parseUsda(scene.toUsda()).diagnostics).toEqual([]);
        copy.remove();
        // An opened text has one more empty line at its end.
        expect(scene.toUsda().trimEnd()).toBe(before.trimEnd());
      }),
      { numRuns: RUNS },
    );
  });

  test("moving with keepWorld keeps the world transform of every prim", () => {
    fc.assert(
      fc.property(builderCalls({ isHostile: false }), fc.nat(), fc.nat(), fc.boolean(), (calls, from, to, isOpened) => {
        const built = runCalls(calls).scene;
        const scene = isOpened ? open(built.toUsda()) : built;
        const prim = anyPrim(scene, from);
        const containers = [...scene.prims()].filter((each) => each.isContainer());
        if (prim === undefined || !prim.isTransformable() || containers.length === 0) return;
        const target = containers[to % containers.length];
        if (`${target.path}/`.startsWith(`${prim.path}/`) || target.children.some((each) => each.name === prim.name))
          return;
        const before = prim.worldMatrix;
        const text = scene.toUsda();
        try {
          prim.moveTo(target, { keepWorld: true });
        } catch (error) {
          // Another camera would be the first.
          expect(error).toBeInstanceOf(SceneError);
          expect(String(error)).toMatch(/would come before|singular|finite/);
          if (/would come before/.test(String(error))) expect(scene.toUsda()).toBe(text);
          return;
        }
        const size = Math.max(...before.map(Math.abs));
        prim.worldMatrix.forEach((value, i) => expect(Math.abs(value - before[i])).toBeLessThan(1e-6 * size));
      }),
      { numRuns: RUNS },
    );
  });

  test("getters return the values of setters, before and after writing", () => {
    fc.assert(
      fc.property(validLens, fc.double({ noNaN: true, noDefaultInfinity: true }), (lens, price) => {
        const scene = new Scene().declareSpace({ upAxis: "Z", metersPerUnit: 1 }).defaultPrim("W").doc("d");
        scene.camera("C", lens).doc("c").custom("a:price", "double", price);
        scene.mesh("M", { asset: "asset:/mesh/a", target: "/mesh" });
        scene.renderSettings({ resolution: [640, 480] });
        for (const each of [scene, open(scene.toUsda())]) {
          const read = each.get("/C", "Camera");
          expect(read.lens()).toMatchObject(lens);
          expect(read.lens()).toEqual(lensOfPlan(each));
          expect([read.documentation, read.custom("a:price")]).toEqual(["c", price + 0]);
          expect(each.get("/M", "Mesh").payload).toEqual({ asset: "asset:/mesh/a", target: "/mesh" });
          const set = each.get("/Render/Settings", "RenderSettings");
          expect([set.resolution(), set.cameraPath]).toEqual([[640, 480], "/C"]);
          expect(each.stage).toEqual({ defaultPrim: "W", documentation: "d", upAxis: "Z", metersPerUnit: 1 });
        }
      }),
      { numRuns: RUNS },
    );
  });
});

const positive = fc.float({ min: Math.fround(0.01), max: 1000, noNaN: true });
const validLens = fc.record(
  {
    focalLength: positive,
    horizontalAperture: positive,
    verticalAperture: positive,
    clippingRange: positive.map((near) => [near, Math.fround(near * 10)] as const),
    focusDistance: positive,
    fStop: positive,
    projection: fc.constantFrom("perspective" as const, "orthographic" as const),
  },
  { requiredKeys: [] },
);

function lensOfPlan(scene: Scene): ReturnType<CameraHandle["lens"]> {
  const { path: _path, worldMatrix: _world, authored: _authored, ...lens } = readScene(scene.toLayer()).camera ?? {};
  return lens as ReturnType<CameraHandle["lens"]>;
}

function anyPrim(scene: Scene, index: number): SceneHandle | undefined {
  const prims = [...scene.prims()];
  return prims.length === 0 ? undefined : prims[index % prims.length];
}

function roots(scene: Scene): readonly SceneHandle[] {
  return [...scene.prims()].filter(({ parent }) => parent === undefined);
}

function contains(prim: SceneHandle, typeName: string): boolean {
  return prim.typeName === typeName || prim.children.some((child) => contains(child, typeName));
}

function contentOf(prim: SceneHandle): unknown {
  const { typeName, documentation, children, customAttributes } = prim;
  const matrix = prim.isTransformable() ? (prim as XformHandle).matrix : null;
  const lens = prim.is("Camera") ? prim.lens() : null;
  const payload = prim.is("Mesh") ? prim.payload : null;
  return [typeName, documentation, [...customAttributes], matrix, lens, payload, children.map(contentOf)];
}
