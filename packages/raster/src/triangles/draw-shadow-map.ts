import * as frames from "../frame/frame.ts";
import { keyDirection } from "../light/key-light.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { boxOfPart, emptyBox, movedBox, unionBox, type Box } from "../prepare/scene-bounds.ts";
import type { Affine, MeshData, MeshDraw } from "../prepare/scene-data.ts";
import { sharedFloats } from "../prepare/shared-arrays.ts";
import { fillTriangle, type FillCorners, type FillTarget } from "./fill-triangle.ts";

const { GUARD, SUBPIXEL } = frames;
/** Texels along each side. */
const SIZE = 1024;
/** Rows and columns at the edges that no caster reaches, so that the comparison has neighbours. */
const MARGIN = 4;
/** A part whose box is thinner than this share of its width is a floor or a wall: it casts shadows, but the map is not fitted to it. */
const FLAT = 0.02;
/** Work between two pauses, in texels tested, with a constant for each triangle. */
const PAUSE_AFTER = 500_000;
const TRIANGLE_WORK = 32;

/** Renders the depths of a scene's opaque triangles from the key light; null if there are none. */
export async function drawShadowMap(meshes: MeshData, pause: () => Promise<void>): Promise<ShadowMap | null> {
  const casters = meshes.draws.filter(({ part, material }) => {
    const { alphaMode, physical } = meshes.materials[material];
    return meshes.parts[part].triangles > 0 && alphaMode !== "blend" && !((physical?.transmission ?? 0) > 0.5);
  });
  const [right, up, away] = lightAxes();
  const boxes = casters.map((draw) => ({ draw, box: boxOfPart(meshes, draw.part) }));
  const solid = boxes.filter(({ box }) => !isFlat(box));
  const fitted = (solid.length > 0 ? solid : boxes).map(({ draw, box }) =>
    lightBox(draw.toWorld, box, [right, up, away]),
  );
  const [minX, minY, minZ, maxX, maxY] = fitted.reduce(unionBox, emptyBox);
  const extent = Math.max(maxX - minX, maxY - minY);
  if (!(extent > 0 && extent < Infinity)) return null;
  const scale = (SIZE - 2 * MARGIN) / extent;
  const texel = 1 / scale;
  const toLight = [
    ...right.map((value) => value * scale),
    SIZE / 2 - ((minX + maxX) / 2) * scale,
    ...up.map((value) => value * scale),
    SIZE / 2 - ((minY + maxY) / 2) * scale,
    ...away,
    -minZ,
  ];
  const target = emptyTarget();
  let work = 0;
  for (const draw of casters) {
    const corners = new CasterCorners(meshes, draw, toLight);
    const { firstTriangle, triangles } = meshes.parts[draw.part];
    for (let triangle = firstTriangle; triangle < firstTriangle + triangles; triangle++) {
      work += TRIANGLE_WORK;
      if (corners.open(triangle)) work += fillTriangle(target, 0, corners);
      if (work < PAUSE_AFTER) continue;
      work = 0;
      await pause();
    }
  }
  const depths = sharedFloats(SIZE * SIZE);
  // A texel of slack, against shadows that a surface casts on itself.
  for (let i = 0; i < depths.length; i++) depths[i] = -target.inverseDepths[i] + texel;
  return { size: SIZE, depths, toLight, bias: 3 * texel };
}

/** Projects the corners of a caster's triangle to the map, in the format of `fillTriangle`. */
class CasterCorners implements FillCorners {
  readonly vertices = new Float64Array(9);
  readonly a = 0;
  readonly b = 3;
  readonly c = 6;
  readonly #meshes: MeshData;
  readonly #toWorld: Affine;
  readonly #toLight: readonly number[];

  constructor(meshes: MeshData, { toWorld }: MeshDraw, toLight: readonly number[]) {
    this.#meshes = meshes;
    this.#toWorld = toWorld;
    this.#toLight = toLight;
  }

  /** Returns false if the triangle is too far outside of the map. */
  open(triangle: number): boolean {
    const { positions, indices } = this.#meshes;
    const m = this.#toWorld;
    const l = this.#toLight;
    for (let corner = 0; corner < 3; corner++) {
      const at = 3 * indices[3 * triangle + corner];
      const [px, py, pz] = [positions[at], positions[at + 1], positions[at + 2]];
      const [x, y, z] = [0, 1, 2].map((k) => px * m[k] + py * m[3 + k] + pz * m[6 + k] + m[9 + k]);
      const u = x * l[0] + y * l[1] + z * l[2] + l[3];
      const v = x * l[4] + y * l[5] + z * l[6] + l[7];
      if (!(Math.abs(u) < GUARD && Math.abs(v) < GUARD)) return false;
      this.vertices[3 * corner] = Math.floor(u * SUBPIXEL + 0.5);
      this.vertices[3 * corner + 1] = Math.floor(v * SUBPIXEL + 0.5);
      this.vertices[3 * corner + 2] = -(x * l[8] + y * l[9] + z * l[10] + l[11]);
    }
    return true;
  }
}

/** Unit vectors perpendicular to the light's direction, and along it. */
function lightAxes(): [right: number[], up: number[], away: number[]] {
  const [x, y, z] = keyDirection;
  const length = Math.sqrt(x * x + z * z);
  const right = [z / length, 0, -x / length];
  const up = [y * right[2] - z * right[1], z * right[0] - x * right[2], x * right[1] - y * right[0]];
  return [right, up, [-x, -y, -z]];
}

function isFlat([a, b, c, d, e, f]: Box): boolean {
  const sides = [d - a, e - b, f - c];
  return Math.min(...sides) < FLAT * Math.max(...sides);
}

/** The box of a caster along the axes of the light. */
function lightBox(m: Affine, box: Box, axes: readonly (readonly number[])[]): Box {
  const rows = [0, 3, 6, 9].flatMap((row) =>
    axes.map((axis) => axis[0] * m[row] + axis[1] * m[row + 1] + axis[2] * m[row + 2]),
  );
  return movedBox(box, rows);
}

function emptyTarget(): FillTarget {
  return {
    inverseDepths: new Float64Array(SIZE * SIZE).fill(-Infinity),
    ids: new Uint32Array(SIZE * SIZE),
    width: SIZE,
    left: 0,
    right: SIZE,
    top: 0,
    bottom: SIZE,
    origin: 0,
    lists: false,
    listedPlaces: new Uint32Array(0),
    listedInverseDepths: new Float64Array(0),
    listed: 0,
  };
}
