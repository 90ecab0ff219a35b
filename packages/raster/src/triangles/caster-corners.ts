/** Corners of the triangles that cast shadows, on the map of a distant light. */
import { inBlocks } from "@usdkit/base";
import { GUARD, SUBPIXEL } from "../bands/frame.ts";
import type { MeshData, MeshDraw, PreparedPart } from "../prepare/scene-data.ts";
import type { FillCorners } from "./fill-triangle.ts";

/** Vertices of a part that are projected once for all of its triangles; those of larger parts would take too much memory. */
const MOST_VERTICES = 1 << 19;

/** Projects the corners of a caster's triangle to the map, in the format of `fillTriangle`. */
export class CasterCorners implements FillCorners {
  vertices: Float64Array;
  a = 0;
  b = 3;
  c = 6;
  readonly #meshes: MeshData;
  readonly #toLight: readonly number[];
  /** From asset space to texels and depth: three columns of four numbers. */
  readonly #m = new Float64Array(12);
  /** Corners of one triangle. */
  readonly #own = new Float64Array(9);
  /** Vertices of the open draw. */
  #projected = new Float64Array(0);
  /** The vertex that is the first one of `#projected`; −1 if they are not projected. */
  #first = -1;

  constructor(meshes: MeshData, toLight: readonly number[]) {
    this.#meshes = meshes;
    this.#toLight = toLight;
    this.vertices = this.#own;
  }

  /** The greatest inverse depth of the open triangle. */
  nearest(): number {
    const { vertices: v, a, b, c } = this;
    return Math.max(v[a + 2], v[b + 2], v[c + 2]);
  }

  /** The first and the last column that the open triangle may cover. */
  columns(): readonly [left: number, right: number] {
    const { vertices: v, a, b, c } = this;
    return [Math.min(v[a], v[b], v[c]) / SUBPIXEL, Math.max(v[a], v[b], v[c]) / SUBPIXEL];
  }

  /** Begins a draw, of which one triangle will be opened, or most of them. */
  openDraw(draw: MeshDraw, isWhole: boolean): void {
    const l = this.#toLight;
    const m = draw.toWorld;
    for (let k = 0; k < 3; k++) {
      for (let row = 0; row < 4; row++) {
        const sum = m[3 * row] * l[4 * k] + m[3 * row + 1] * l[4 * k + 1] + m[3 * row + 2] * l[4 * k + 2];
        this.#m[4 * k + row] = row === 3 ? sum + l[4 * k + 3] : sum;
      }
    }
    const part = this.#meshes.parts[draw.part];
    if (isWhole && part.vertices <= MOST_VERTICES) this.#projectAll(part);
    else {
      this.#first = -1;
      this.vertices = this.#own;
      this.a = 0;
      this.b = 3;
      this.c = 6;
    }
  }

  /** Returns false if the triangle is too far outside of the map. */
  open(triangle: number): boolean {
    const { indices } = this.#meshes;
    const at = 3 * triangle;
    if (this.#first < 0) {
      for (let corner = 0; corner < 3; corner++) this.#project(indices[at + corner], this.#own, 3 * corner);
    } else {
      this.a = 3 * (indices[at] - this.#first);
      this.b = 3 * (indices[at + 1] - this.#first);
      this.c = 3 * (indices[at + 2] - this.#first);
    }
    const { vertices: v, a, b, c } = this;
    const sum = v[a] + v[b] + v[c];
    // A vertex that is outside is no number.
    return sum === sum;
  }

  #projectAll({ firstVertex, vertices }: PreparedPart): void {
    if (this.#projected.length < 3 * vertices) this.#projected = new Float64Array(3 * vertices);
    const projected = this.#projected;
    inBlocks(vertices, (from, to) => this.#projectSome(firstVertex, projected, from, to));
    this.#first = firstVertex;
    this.vertices = projected;
  }

  #projectSome(first: number, projected: Float64Array, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#project(first + i, projected, 3 * i);
  }

  #project(vertex: number, out: Float64Array, to: number): void {
    const { positions } = this.#meshes;
    const m = this.#m;
    const x = positions[3 * vertex];
    const y = positions[3 * vertex + 1];
    const z = positions[3 * vertex + 2];
    const u = x * m[0] + y * m[1] + z * m[2] + m[3];
    const v = x * m[4] + y * m[5] + z * m[6] + m[7];
    const isInside = u < GUARD && u > -GUARD && v < GUARD && v > -GUARD;
    out[to] = isInside ? Math.floor(u * SUBPIXEL + 0.5) : NaN;
    out[to + 1] = Math.floor(v * SUBPIXEL + 0.5);
    out[to + 2] = -(x * m[8] + y * m[9] + z * m[10] + m[11]);
  }
}
