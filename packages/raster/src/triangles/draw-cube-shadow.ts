/** Draws the shadow map of a light with a place: the six sides of a cube around it. */
import { GUARD, SUBPIXEL } from "../bands/frame.ts";
import type { FrameCamera } from "../camera/frame-camera.ts";
import type { ShadowMap } from "../light/shadow-map.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { Affine, MeshData, MeshDraw } from "../prepare/scene-data.ts";
import { sharedFloats } from "../prepare/shared-arrays.ts";
import { Clipper } from "./clip-triangle.ts";
import { shadowCasters } from "./draw-shadow-map.ts";
import { fillTriangle, type FillCorners, type FillTarget } from "./fill-triangle.ts";
import { shadowTarget } from "./shadow-targets.ts";

/** Texels along each edge of the cube. */
const SIZE = 512;
/** Work between two pauses, in texels tested, with a constant for each triangle. */
const PAUSE_AFTER = 500_000;
const TRIANGLE_WORK = 64;
/** Axes of each side: across, down, away; each as a component and its sign. */
const SIDES = [
  [1, 2, 0, 1],
  [1, 2, 0, -1],
  [2, 0, 1, 1],
  [2, 0, 1, -1],
  [0, 1, 2, 1],
  [0, 1, 2, -1],
] as const;

/**
 * Renders the depths of a scene's opaque triangles around a place; null if there are none.
 *
 * @param near Distance of the light's own surface: what is nearer casts no shadow.
 */
export async function drawCubeShadow(
  meshes: MeshData,
  { place, near }: { readonly place: readonly number[]; readonly near: number },
  pause: () => Promise<void>,
): Promise<ShadowMap | null> {
  const casters = shadowCasters(meshes);
  if (casters.length === 0) return null;
  const sides = SIDES.map((_, side) => new CubeSide(meshes, { place, near, side }));
  let work = 0;
  for (const draw of casters) {
    const { firstTriangle, triangles } = meshes.parts[draw.part];
    for (const side of sides) side.openDraw(draw);
    const corners = new Float64Array(9);
    for (let triangle = firstTriangle; triangle < firstTriangle + triangles; triangle++) {
      work += TRIANGLE_WORK;
      openCorners(meshes, draw, { place, triangle }, corners);
      for (const side of sides) work += side.fill(triangle, corners);
      if (work < PAUSE_AFTER) continue;
      work = 0;
      await pause();
    }
  }
  const depths = sharedFloats(6 * SIZE * SIZE);
  // Some texels of slack, against shadows that a surface casts on itself.
  for (const [side, { target }] of sides.entries()) {
    for (let i = 0; i < SIZE * SIZE; i++) {
      const q = target.inverseDepths[i];
      depths[side * SIZE * SIZE + i] = q > 0 ? (1 + 4 / SIZE) / q : Infinity;
    }
  }
  return { size: SIZE, depths, toLight: null, place, bias: 6 / SIZE };
}

/** Puts the corners of a triangle, relative to the light, into `corners`. */
function openCorners(
  { positions, indices }: MeshData,
  { toWorld: m }: MeshDraw,
  { place, triangle }: { readonly place: readonly number[]; readonly triangle: number },
  corners: Float64Array,
): void {
  for (let corner = 0; corner < 3; corner++) {
    const at = 3 * indices[3 * triangle + corner];
    const x = positions[at];
    const y = positions[at + 1];
    const z = positions[at + 2];
    for (let k = 0; k < 3; k++) corners[3 * corner + k] = x * m[k] + y * m[3 + k] + z * m[6 + k] + m[9 + k] - place[k];
  }
}

/** One side of the cube. */
class CubeSide implements FillCorners {
  readonly target: FillTarget = shadowTarget(SIZE);
  vertices: Float64Array = new Float64Array(9);
  readonly a = 0;
  b = 3;
  c = 6;
  readonly #meshes: MeshData;
  readonly #side: number;
  readonly #near: number;
  readonly #clipper: Clipper;
  readonly #view: Affine;
  readonly #own = this.vertices;
  #toCamera: Affine = [];

  constructor(
    meshes: MeshData,
    { place, near, side }: { readonly place: readonly number[]; readonly near: number; readonly side: number },
  ) {
    this.#meshes = meshes;
    this.#side = side;
    this.#near = near;
    const [across, down, away, sign] = SIDES[side];
    const column = (axis: number, factor: number): number[] => [0, 1, 2].map((k) => (k === axis ? factor : 0));
    const columns = [column(across, 1), column(down, -1), column(away, -sign)];
    const rows = [0, 1, 2].flatMap((k) => columns.map((each) => each[k]));
    const moved = columns.map((each) => -(each[0] * place[0] + each[1] * place[1] + each[2] * place[2]));
    this.#view = [...rows, ...moved];
    const half = SIZE / 2;
    const camera: FrameCamera = {
      isPerspective: true,
      view: this.#view,
      fx: half,
      fy: half,
      cx: half,
      cy: half,
      near,
      far: 1e30,
    };
    this.#clipper = new Clipper(camera);
  }

  openDraw({ toWorld }: MeshDraw): void {
    this.#toCamera = multiplyAffine(toWorld, this.#view);
  }

  /** Draws a triangle; returns about how many texels were tested. */
  fill(triangle: number, corners: Float64Array): number {
    const [across, down, away, sign] = SIDES[this.#side];
    let behind = 0;
    let [left, right, up, low] = [0, 0, 0, 0];
    for (let i = 0; i < 9; i += 3) {
      const depth = sign * corners[i + away];
      if (!(depth > this.#near)) behind++;
      if (corners[i + across] < -depth) left++;
      if (corners[i + across] > depth) right++;
      if (corners[i + down] < -depth) up++;
      if (corners[i + down] > depth) low++;
    }
    if (behind === 3 || left === 3 || right === 3 || up === 3 || low === 3) return 0;
    return behind > 0 ? this.#fillCut(triangle) : this.#fillWhole(corners);
  }

  #fillWhole(corners: Float64Array): number {
    const [across, down, away, sign] = SIDES[this.#side];
    this.vertices = this.#own;
    this.b = 3;
    this.c = 6;
    for (let i = 0; i < 9; i += 3) {
      const q = 1 / (sign * corners[i + away]);
      const u = 0.5 * SIZE * (1 + corners[i + across] * q);
      const v = 0.5 * SIZE * (1 + corners[i + down] * q);
      if (!(Math.abs(u) < GUARD && Math.abs(v) < GUARD)) return 0;
      this.vertices[i] = Math.floor(u * SUBPIXEL + 0.5);
      this.vertices[i + 1] = Math.floor(v * SUBPIXEL + 0.5);
      this.vertices[i + 2] = q;
    }
    return this.#rasterize();
  }

  #fillCut(triangle: number): number {
    const clipper = this.#clipper;
    const { positions, indices } = this.#meshes;
    if (!clipper.setCorners(positions, indices, triangle, this.#toCamera)) return 0;
    const count = clipper.clip();
    this.vertices = clipper.projected;
    let looked = 0;
    for (let i = 3; i < 3 * (count - 1); i += 3) {
      this.b = i;
      this.c = i + 3;
      looked += this.#rasterize();
    }
    return looked;
  }

  #rasterize(): number {
    return fillTriangle(this.target, 0, this);
  }
}
