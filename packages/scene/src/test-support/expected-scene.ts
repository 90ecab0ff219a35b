/** What a scene should be by what the builder was told; its places by gl-matrix, and not by our own matrices. */
import { glMatrix, mat4, vec3 } from "gl-matrix";
import { expect } from "vitest";
import { ancestorsOf, type BuilderSession, type ToldPrim, type ToldStep } from "../arbitraries/index.ts";

glMatrix.setMatrixArrayType(Array);

/** Matrices of a prim's parents and its own, as gl-matrix has them. */
export function expectedWorld(session: BuilderSession, path: string): mat4 {
  const world = mat4.create();
  for (const each of [...ancestorsOf(path), path])
    mat4.multiply(world, world, localOf(session.told.get(each)?.steps ?? []));
  return world;
}

function localOf(steps: readonly ToldStep[]): mat4 {
  const local = mat4.create();
  for (const step of steps) applyStep(local, step);
  return local;
}

/** In gl-matrix each call applies in the space that those before it left, as with the builder. */
function applyStep(local: mat4, step: ToldStep): void {
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
      // `targetTo` takes points nearer than 1e-3 for one, and far ones overflow.
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
  return Array.from(vector, (each) => each / 2) as unknown as vec3;
}

/** Equal to a billionth of the largest number: the ways to it differ. */
export function expectMatrix(actual: readonly number[] | undefined, expected: mat4 | undefined): void {
  const [a, b] = [Array.from(actual ?? []), Array.from(expected ?? [])];
  expect(a).toHaveLength(16);
  const largest = Math.max(1, ...b.map(Math.abs));
  a.forEach((each, index) => expect(Math.abs(each - (b[index] ?? Number.NaN)) / largest).toBeLessThan(1e-9));
}

function toldInOrder(session: BuilderSession): ToldPrim[] {
  const all = [...session.told.values()];
  const childrenOf = new Map<string, ToldPrim[]>();
  for (const told of all) {
    const parent = told.path.slice(0, told.path.lastIndexOf("/"));
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), told]);
  }
  const inOrder = (parent: string): ToldPrim[] =>
    (childrenOf.get(parent) ?? []).flatMap((told) => [told, ...inOrder(told.path)]);
  return inOrder("");
}

export interface ExpectedItem {
  readonly path: string;
  readonly type: string;
  readonly meshId: string;
  readonly asset: string;
  readonly target: string | null;
  readonly worldMatrix: mat4;
}

export function expectedItems(session: BuilderSession): ExpectedItem[] {
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

export function expectedCamera(session: BuilderSession): ExpectedCamera | undefined {
  const told = toldInOrder(session).find(({ typeName }) => typeName === "Camera");
  if (told === undefined) return undefined;
  // The reference's fallbacks, as floats.
  let attributes = {
    path: told.path,
    projection: "perspective",
    clippingRange: [1, 1_000_000] as readonly number[],
    focalLength: 50,
    focusDistance: 0,
    fStop: 0,
    horizontalAperture: 20.955,
    verticalAperture: 15.2908,
  };
  for (const { fieldOfView, ...lens } of told.lenses) {
    const given = Object.entries(lens).map(([name, value]) => [name, held(value)]);
    attributes = { ...attributes, ...(Object.fromEntries(given) as typeof attributes) };
    if (fieldOfView === undefined) continue;
    const across = fieldOfView.horizontal !== undefined;
    const name = across ? "horizontalAperture" : "verticalAperture";
    const aperture = lens[name] ?? attributes[name];
    const half = ((fieldOfView.horizontal ?? fieldOfView.vertical ?? Number.NaN) * Math.PI) / 360;
    attributes.focalLength = Math.fround(aperture / 2 / Math.tan(half));
  }
  return { attributes, worldMatrix: expectedWorld(session, told.path) };
}

function held(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(held);
  return typeof value === "number" ? Math.fround(value) : value;
}

/** Rules that speak of what is not there, and of cameras that the service does not take. */
export function expectedFindings(session: BuilderSession, profile: "offline" | "realtime"): string[] {
  const types = [...session.told.values()].map(({ typeName }) => typeName);
  const cameras = types.filter((each) => each === "Camera").length;
  return [
    ...(cameras === 0 ? ["camera-present"] : []),
    ...Array.from({ length: Math.max(0, cameras - 1) }, () => "camera-first"),
    ...(session.told.has("/World") ? [] : ["default-prim-exists"]),
    ...(profile === "offline" && session.resolution === undefined ? ["resolution-required"] : []),
  ].toSorted();
}
