import { SUBPIXEL } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { multiplyAffine } from "../prepare/affine.ts";
import type { MeshDraw } from "../prepare/scene-data.ts";
import { drawOfTriangle } from "./bin-triangles.ts";
import { Clipper } from "./clip-triangle.ts";
import { fillTriangle, type FillCorners, type FillTarget } from "./fill-triangle.ts";

/** Rasterizes triangles, clipped if necessary, into a target. */
export class TriangleFiller {
  readonly target: FillTarget;
  readonly #frame: Frame;
  readonly #clipper: Clipper;
  /** Corners of an unclipped triangle and of a clipped piece; reused, since an image has millions. */
  readonly #whole: FillCorners;
  readonly #cut: FillCorners;
  #draw = 0;
  #end = -1;
  #toCamera: readonly number[] = [];

  constructor(frame: Frame, target: FillTarget) {
    this.#frame = frame;
    this.target = target;
    this.#clipper = new Clipper(frame.camera);
    this.#whole = { vertices: frame.vertices, a: 0, b: 0, c: 0 };
    this.#cut = { vertices: this.#clipper.projected, a: 0, b: 0, c: 0 };
  }

  /** @returns About how many samples were tested. */
  fill(triangle: number): number {
    const { vertices } = this.#frame;
    const { indices, parts } = this.#frame.scene.meshes;
    const draw = this.#open(triangle);
    const part = parts[draw.part];
    const own = part.firstTriangle + triangle - draw.triangleBase;
    const shift = draw.vertexBase - part.firstVertex;
    const corners = this.#whole;
    corners.a = 3 * (indices[3 * own] + shift);
    corners.b = 3 * (indices[3 * own + 1] + shift);
    corners.c = 3 * (indices[3 * own + 2] + shift);
    const sum = vertices[corners.a] + vertices[corners.b] + vertices[corners.c];
    // Not NaN: no corner needs clipping.
    if (sum === sum) return fillTriangle(this.target, triangle, corners);
    return this.#fillCut(triangle, own);
  }

  /** Returns the greatest inverse depth of a triangle's corners; infinite for one that needs clipping. */
  nearest(triangle: number): number {
    const { vertices } = this.#frame;
    const { indices, parts } = this.#frame.scene.meshes;
    const draw = this.#open(triangle);
    const part = parts[draw.part];
    const own = 3 * (part.firstTriangle + triangle - draw.triangleBase);
    const shift = draw.vertexBase - part.firstVertex;
    let nearest = -Infinity;
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * (indices[own + corner] + shift);
      if (Number.isNaN(vertices[vertex])) return Infinity;
      nearest = Math.max(nearest, vertices[vertex + 2]);
    }
    return nearest;
  }

  /** Returns the first and the last column of samples that a triangle without clipping may cover. */
  columns(triangle: number): readonly [left: number, right: number] {
    const { vertices } = this.#frame;
    const { indices, parts } = this.#frame.scene.meshes;
    const draw = this.#open(triangle);
    const part = parts[draw.part];
    const own = 3 * (part.firstTriangle + triangle - draw.triangleBase);
    const shift = draw.vertexBase - part.firstVertex;
    let [left, right] = [Infinity, -Infinity];
    for (let corner = 0; corner < 3; corner++) {
      const x = vertices[3 * (indices[own + corner] + shift)];
      if (x < left) left = x;
      if (x > right) right = x;
    }
    return [left / SUBPIXEL, right / SUBPIXEL];
  }

  #fillCut(triangle: number, own: number): number {
    const { indices, positions } = this.#frame.scene.meshes;
    const clipper = this.#clipper;
    clipper.setCorners(positions, indices, own, this.#toCamera);
    let looked = 0;
    const count = clipper.clip();
    const corners = this.#cut;
    for (let i = 3; i < 3 * (count - 1); i += 3) {
      corners.b = i;
      corners.c = i + 3;
      looked += fillTriangle(this.target, triangle, corners);
    }
    return looked;
  }

  #open(triangle: number): MeshDraw {
    const { draws, parts } = this.#frame.scene.meshes;
    const open = draws[this.#draw];
    if (triangle < this.#end && triangle >= open.triangleBase) return open;
    this.#draw = drawOfTriangle(draws, triangle);
    const draw = draws[this.#draw];
    this.#end = draw.triangleBase + parts[draw.part].triangles;
    this.#toCamera = multiplyAffine(draw.toWorld, this.#frame.camera.view);
    return draw;
  }
}
