// Laws for every sequence of calls. gl-matrix computes the expected transforms, not our own matrices.

import { readScene } from "@usdkit/service-scene";
import { dumpSha256 } from "@usdkit/layer";
import { formatUsda, parseUsda, printUsda } from "@usdkit/usda";
import { validate } from "@usdkit/validate";
import * as fc from "fast-check";
import { glMatrix, mat4, vec3 } from "gl-matrix";
import { describe, expect, test } from "vitest";
import {
  ancestorsOf,
  builderCalls,
  BuilderSession,
  runCalls,
  type AuthoredPrim,
  type AuthoredStep,
} from "./arbitraries/index.ts";
import { Scene } from "./scene.ts";

const RUNS = 200;
const options = { defaultPrim: "World", doc: "laws" };

describe("a built scene", () => {
  test("has a text without diagnostics, and only findings about missing parts and further cameras", () => {
    fc.assert(
      fc.property(builderCalls(), (calls) => {
        const session = runCalls(calls, options);
        const text = session.scene.toUsda();
        expect(parseUsda(text).diagnostics).toEqual([]);
        expect(formatUsda(text)).toBe(text);
        expect(findingsOf(text, "offline")).toEqual(expectedFindings(session, "offline"));
        expect(findingsOf(text, "realtime")).toEqual(expectedFindings(session, "realtime"));
      }),
      { numRuns: RUNS },
    );
  });

  test("is read by the service as it was authored", () => {
    fc.assert(
      fc.property(builderCalls(), (calls) => {
        const session = runCalls(calls, options);
        const plan = readScene(parseUsda(session.scene.toUsda()).layer);
        const items = expectedItems(session);
        expect(plan.items.map(withoutMatrix)).toEqual(items.map(withoutMatrix));
        plan.items.forEach(({ worldMatrix }, index) => expectMatrix(worldMatrix, items[index]?.worldMatrix));
        expect(plan.resolution).toEqual(session.resolution ?? null);
        const camera = expectedCamera(session);
        if (camera === undefined) expect(plan.camera).toBeNull();
        else {
          expect(plan.camera).toMatchObject(camera.attributes);
          expectMatrix(plan.camera?.worldMatrix, camera.worldMatrix);
          if (session.resolution !== undefined)
            expect(plan.renderSettings?.cameraTargets).toEqual([camera.attributes.path]);
        }
        for (const authored of session.authored.values())
          expect(session.scene.find(authored.path)?.typeName).toBe(authored.typeName);
        expect([...session.scene.prims()]).toHaveLength(session.authored.size);
      }),
      { numRuns: RUNS },
    );
  });

  test("is unchanged after a call that throws", () => {
    fc.assert(
      fc.property(builderCalls(), (calls) => {
        const session = new BuilderSession(new Scene(options));
        let text = session.scene.toUsda();
        for (const call of calls) {
          const error = session.apply(call);
          const after = session.scene.toUsda();
          if (error !== undefined) expect(after).toBe(text);
          text = after;
        }
      }),
      { numRuns: RUNS },
    );
  });

  test("has the same text when opened, and the same layer from its text and directly", () => {
    fc.assert(
      fc.property(builderCalls(), (calls) => {
        const { scene } = runCalls(calls, options);
        const text = scene.toUsda();
        expect(Scene.fromUsda(text).toUsda()).toBe(text);
        expect(Scene.fromLayer(scene.toLayer()).toUsda()).toBe(text);
        expect(printUsda(scene.toLayer())).toBe(text);
        expect(dumpSha256(parseUsda(text).layer)).toBe(dumpSha256(scene.toLayer()));
      }),
      { numRuns: RUNS },
    );
  });
});

function withoutMatrix<T extends { readonly worldMatrix: unknown }>(item: T): Omit<T, "worldMatrix"> {
  return { ...item, worldMatrix: undefined };
}

function findingsOf(text: string, profile: "offline" | "realtime"): string[] {
  return validate(text, { profile })
    .filter(({ severity }) => severity !== "info")
    .map(({ rule }) => rule)
    .toSorted();
}

glMatrix.setMatrixArrayType(Array);

/** Matrices of a prim's parents and its own, computed by gl-matrix. */
function expectedWorld(session: BuilderSession, path: string): mat4 {
  const world = mat4.create();
  for (const each of [...ancestorsOf(path), path])
    mat4.multiply(world, world, localOf(session.authored.get(each)?.steps ?? []));
  return world;
}

function localOf(steps: readonly AuthoredStep[]): mat4 {
  const local = mat4.create();
  for (const step of steps) applyStep(local, step);
  return local;
}

/** In gl-matrix each call applies in the space of the previous calls, as in the builder. */
function applyStep(local: mat4, step: AuthoredStep): void {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  switch (step.step) {
    case "translate":
      mat4.translate(local, local, [...step.by]);
      return;
    case "rotateX":
      mat4.rotateX(local, local, radians(step.degrees));
      return;
    case "rotateY":
      mat4.rotateY(local, local, radians(step.degrees));
      return;
    case "rotateZ":
      mat4.rotateZ(local, local, radians(step.degrees));
      return;
    case "rotate":
      mat4.rotate(local, local, radians(step.degrees), [...step.axis]);
      return;
    case "scale":
      mat4.scale(local, local, typeof step.by === "number" ? [step.by, step.by, step.by] : [...step.by]);
      return;
    case "resetPlace":
      mat4.identity(local);
      return;
    case "lookAt": {
      const { eye, target, up = [0, 1, 0] } = step.view;
      // `targetTo` treats points closer than 1e-3 as equal, and distant ones overflow.
      const away = vec3.subtract(vec3.create(), half(eye), half(target));
      vec3.scale(away, away, 1 / Math.max(...Array.from(away, Math.abs)));
      vec3.normalize(away, away);
      mat4.targetTo(local, [0, 0, 0], vec3.negate(vec3.create(), away), up as vec3);
      for (let i = 0; i < 3; i++) local[12 + i] = eye[i] ?? Number.NaN;
      if (step.parents === undefined) return;
      const parent = mat4.create();
      for (const above of step.parents) mat4.multiply(parent, parent, localOf(above));
      const inverse = mat4.invert(mat4.create(), parent);
      if (inverse === null) throw new Error("parents that nothing undoes");
      mat4.multiply(local, inverse, local);
    }
  }
}

function half(vector: ArrayLike<number>): vec3 {
  return vec3.fromValues(vector[0] / 2, vector[1] / 2, vector[2] / 2);
}

/** Expects equality to a billionth of the largest number, as the computations differ. */
function expectMatrix(actual: readonly number[] | undefined, expected: mat4 | undefined): void {
  const [a, b] = [Array.from(actual ?? []), Array.from(expected ?? [])];
  expect(a).toHaveLength(16);
  const largest = Math.max(1, ...b.map(Math.abs));
  a.forEach((each, index) => expect(Math.abs(each - (b[index] ?? Number.NaN)) / largest).toBeLessThan(1e-9));
}

function toldInOrder(session: BuilderSession): AuthoredPrim[] {
  const all = [...session.authored.values()];
  const childrenOf = new Map<string, AuthoredPrim[]>();
  for (const authored of all) {
    const parent = authored.path.slice(0, authored.path.lastIndexOf("/"));
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), authored]);
  }
  const inOrder = (parent: string): AuthoredPrim[] =>
    (childrenOf.get(parent) ?? []).flatMap((authored) => [authored, ...inOrder(authored.path)]);
  return inOrder("");
}

interface ExpectedItem {
  readonly path: string;
  readonly type: string;
  readonly meshId: string;
  readonly asset: string;
  readonly target: string | null;
  readonly worldMatrix: mat4;
}

function expectedItems(session: BuilderSession): ExpectedItem[] {
  return toldInOrder(session).flatMap(({ path, typeName, asset, target }) => {
    if (asset === undefined) return [];
    const meshId = decodeURIComponent(asset.slice(asset.lastIndexOf("/") + 1));
    return [{ path, type: typeName, meshId, asset, target: target ?? null, worldMatrix: expectedWorld(session, path) }];
  });
}

interface ExpectedCamera {
  readonly attributes: { readonly path: string; readonly focalLength: number };
  readonly worldMatrix: mat4;
}

function expectedCamera(session: BuilderSession): ExpectedCamera | undefined {
  const authored = toldInOrder(session).find(({ typeName }) => typeName === "Camera");
  if (authored === undefined) return undefined;
  // The reference's fallbacks, as floats.
  let attributes = {
    path: authored.path,
    projection: "perspective",
    clippingRange: [1, 1_000_000] as readonly number[],
    focalLength: 50,
    focusDistance: 0,
    fStop: 0,
    horizontalAperture: 20.955,
    verticalAperture: 15.2908,
  };
  for (const { fieldOfView, ...lens } of authored.lenses) {
    const given = Object.entries(lens).map(([name, value]) => [name, held(value)]);
    attributes = { ...attributes, ...(Object.fromEntries(given) as typeof attributes) };
    if (fieldOfView === undefined) continue;
    const across = fieldOfView.horizontal !== undefined;
    const name = across ? "horizontalAperture" : "verticalAperture";
    const aperture = lens[name] ?? attributes[name];
    const half = ((fieldOfView.horizontal ?? fieldOfView.vertical ?? Number.NaN) * Math.PI) / 360;
    attributes.focalLength = Math.fround(aperture / 2 / Math.tan(half));
  }
  return { attributes, worldMatrix: expectedWorld(session, authored.path) };
}

function held(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(held);
  return typeof value === "number" ? Math.fround(value) : value;
}

/** Rules about missing parts, and about cameras that the service does not use. */
function expectedFindings(session: BuilderSession, profile: "offline" | "realtime"): string[] {
  const types = [...session.authored.values()].map(({ typeName }) => typeName);
  const cameras = types.filter((each) => each === "Camera").length;
  return [
    ...(cameras === 0 ? ["camera-present"] : []),
    ...Array.from({ length: Math.max(0, cameras - 1) }, () => "camera-first"),
    ...(session.authored.has("/World") ? [] : ["default-prim-exists"]),
    ...(profile === "offline" && session.resolution === undefined ? ["resolution-required"] : []),
  ].toSorted();
}
