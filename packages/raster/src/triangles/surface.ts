/** Evaluates the material of a triangle at a sample. */
import { SUBPIXEL } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { handedness, multiplyAffine } from "../prepare/affine.ts";
import type { Affine, MeshDraw, PreparedMaterial, PreparedPart } from "../prepare/scene-data.ts";
import { drawOfTriangle } from "./bin-triangles.ts";
import { Clipper } from "./clip-triangle.ts";
import { LitDraws } from "./lit-draws.ts";
import type { LitPaint, PassOptions } from "./lit-paint.ts";
import { paintLit } from "./paint-lit.ts";
import { paintRun, type Paint, type PaintTarget, type Run } from "./paint-run.ts";
import { WEIGHT, U, V, NORMAL, COLOR, SIDE, STRIDE, FULL_STRIDE } from "./surface-functions.ts";
import type { TriangleFunctions } from "./surface-sample.ts";

/** Number of cached triangles: the next row of a tile shows the same ones. */
const SLOTS = 512;

/** How a draw covers what is behind it in a pass: `none` is not drawn, `back` with its back faces alone. */
export type Coverage = PreparedMaterial["alphaMode"] | "none" | "back";

/** A draw, with what all of its triangles share. */
interface OpenDraw {
  readonly draw: MeshDraw;
  readonly part: PreparedPart;
  readonly paint: Paint;
  /** The same for the full look; null in the plain one. */
  readonly lit: LitPaint | null;
  readonly end: number;
  readonly toCamera: Affine;
  readonly isMirrored: boolean;
  /** Normal matrix from asset space to world space, up to a positive factor. */
  readonly normals: Affine;
}

/** Vertex indices of the open triangle. */
interface Corners {
  a: number;
  b: number;
  c: number;
}

/** Shades triangles; one for each thread. */
export class Surface {
  readonly #frame: Frame;
  readonly #pass: PassOptions;
  readonly #clipper: Clipper;
  /** Cached functions of triangles, in the slot of the triangle's number. */
  readonly #stride: number;
  readonly #functions: Float64Array;
  /** Functions of the open triangle; one object, since `paintRun` is called for every run. */
  readonly #triangle: TriangleFunctions;
  readonly #slots = new Int32Array(SLOTS).fill(-1);
  /** Vertices of the open triangle; one object, since thousands are opened. */
  readonly #vertices: Corners = { a: 0, b: 0, c: 0 };
  /** Weights of the three corners; all other functions are combinations of them. */
  readonly #corners = new Float64Array(9);
  readonly #single: PaintTarget = { colors: new Float64Array(3), normals: null, alphas: null, start: 0 };
  readonly #place = new Float64Array(3);
  readonly #texel = new Float64Array(4);
  readonly #draws = new Map<number, OpenDraw>();
  #lit: LitDraws | null = null;
  #open: OpenDraw | undefined;
  /** The draw of the last triangle that was asked for. */
  #found: MeshDraw | undefined;
  #foundIndex = 0;
  #foundEnd = 0;
  /** By material. */
  readonly #coverages: Coverage[] = [];
  /** Offset of the open triangle's functions. */
  #at = 0;
  /** Opacity of the last sample of {@link paintRun}. */
  alpha = 1;

  constructor(frame: Frame, pass: PassOptions) {
    this.#frame = frame;
    this.#pass = pass;
    this.#stride = frame.look === null ? STRIDE : FULL_STRIDE;
    this.#functions = new Float64Array(this.#stride * SLOTS);
    this.#triangle = { functions: this.#functions, at: 0 };
    if (frame.look !== null) this.#lit = new LitDraws(frame, frame.look, pass);
    this.#clipper = new Clipper(frame.camera);
  }

  materialOf(triangle: number): PreparedMaterial {
    return this.#frame.scene.meshes.materials[this.#foundOf(triangle).material];
  }

  primOf(triangle: number): number {
    return this.#foundOf(triangle).prim;
  }

  /** Returns how a triangle covers what is behind it. */
  coverageOf(triangle: number): Coverage {
    const { material } = this.#foundOf(triangle);
    return (this.#coverages[material] ??= this.#coverageOf(this.#frame.scene.meshes.materials[material]));
  }

  /** Returns whether the back of a triangle is visible. */
  showsBack(triangle: number): boolean {
    this.#openTriangle(triangle);
    return this.#functions[this.#at + SIDE] < 0;
  }

  /** See `paint-run.ts`. */
  paintRun(triangle: number, run: Run, out: PaintTarget): void {
    const { paint, lit } = this.#openTriangle(triangle);
    const open = this.#triangle;
    open.at = this.#at;
    this.alpha = lit === null ? paintRun(paint, open, run, out) : paintLit(lit, open, run, out);
  }

  /** Returns the opacity at the centre of a sample. */
  alphaAt(triangle: number, x: number, y: number): number {
    const { paint } = this.#openTriangle(triangle);
    const run = { x: x + 0.5, y: y + 0.5, step: 1, count: 1 };
    this.#triangle.at = this.#at;
    return paintRun(paint, this.#triangle, run, this.#single);
  }

  /** Finds the draw of a triangle, which may be hidden: most draws of a scene with many are never opened. */
  #foundOf(triangle: number): MeshDraw {
    const { draws, parts } = this.#frame.scene.meshes;
    if (this.#found !== undefined && triangle >= this.#found.triangleBase && triangle < this.#foundEnd)
      return this.#found;
    this.#foundIndex = drawOfTriangle(draws, triangle);
    this.#found = draws[this.#foundIndex];
    this.#foundEnd = this.#found.triangleBase + parts[this.#found.part].triangles;
    return this.#found;
  }

  #drawOf(triangle: number): OpenDraw {
    const open = this.#open;
    if (open !== undefined && triangle >= open.draw.triangleBase && triangle < open.end) return open;
    const { parts, materials, textures } = this.#frame.scene.meshes;
    const draw = this.#foundOf(triangle);
    const index = this.#foundIndex;
    let next = this.#draws.get(index);
    if (next === undefined) {
      const part = parts[draw.part];
      const toCamera = multiplyAffine(draw.toWorld, this.#frame.camera.view);
      const material = materials[draw.material];
      const isTextured = material.texture >= 0 && part.texCoords >= 0;
      const paint: Paint = {
        material,
        texture: isTextured ? textures[material.texture] : null,
        hasColors: part.colors >= 0,
        place: this.#place,
        texel: this.#texel,
      };
      next = {
        draw,
        part,
        paint,
        lit: this.#lit === null ? null : this.#lit.paintOf(paint, part, draw),
        end: draw.triangleBase + part.triangles,
        toCamera,
        isMirrored: handedness(toCamera) < 0,
        normals: cofactors(draw.toWorld),
      };
      this.#draws.set(index, next);
    }
    this.#open = next;
    return next;
  }

  /** Transmitting surfaces show the image behind them, so they cover it; where that is empty they are blended. */
  #coverageOf({ alphaMode, physical, doubleSided }: PreparedMaterial): Coverage {
    const { look, background } = this.#frame;
    const isTransmitting = look?.transmission === true && physical !== null && physical.transmission > 0;
    const { name } = this.#pass;
    if (name === "opaque") return isTransmitting || alphaMode === "blend" ? "none" : alphaMode;
    if (name === "behind" && !isTransmitting) return alphaMode === "blend" ? "none" : alphaMode;
    if (name === "behind") return doubleSided ? "back" : "none";
    return isTransmitting && alphaMode === "opaque" && background[3] < 1 ? "blend" : alphaMode;
  }

  #openTriangle(triangle: number): OpenDraw {
    const open = this.#drawOf(triangle);
    const slot = triangle & (SLOTS - 1);
    const at = this.#stride * slot;
    this.#at = at;
    if (this.#slots[slot] === triangle) return open;
    this.#slots[slot] = triangle;
    const { indices, positions, normals, colors } = this.#frame.scene.meshes;
    const { part, draw, paint } = open;
    const first = 3 * (part.firstTriangle + triangle - draw.triangleBase);
    const vertices = this.#vertices;
    const a = (vertices.a = indices[first]);
    const b = (vertices.b = indices[first + 1]);
    const c = (vertices.c = indices[first + 2]);
    this.#openCorners(open, first / 3);
    const w = this.#corners;
    const f = this.#functions;
    f[at + WEIGHT] = w[0] + w[3] + w[6];
    f[at + WEIGHT + 1] = w[1] + w[4] + w[7];
    f[at + WEIGHT + 2] = w[2] + w[5] + w[8];
    if (paint.texture !== null) this.#openTexCoords(part, paint.material);
    if (part.colors >= 0) {
      const start = part.colors - 4 * part.firstVertex;
      for (let k = 0; k < 4; k++) {
        this.#put(COLOR + 3 * k, colors[start + 4 * a + k], colors[start + 4 * b + k], colors[start + 4 * c + k]);
      }
    }
    if (part.hasNormals) this.#openNormals(open.normals, normals);
    else this.#faceNormal(open.normals, positions);
    this.#lit?.openTriangle(open, vertices, { corners: this.#corners, functions: this.#functions, at });
    return open;
  }

  /** Computes the weight of each corner as a function of the sample, and the visible side. */
  #openCorners({ draw, part, toCamera, isMirrored }: OpenDraw, triangle: number): void {
    const { a, b, c } = this.#vertices;
    const { vertices, camera, scene } = this.#frame;
    const shift = draw.vertexBase - part.firstVertex;
    const p0 = 3 * (a + shift);
    const p1 = 3 * (b + shift);
    const p2 = 3 * (c + shift);
    const w = this.#corners;
    const x0 = vertices[p0] / SUBPIXEL;
    const x1 = vertices[p1] / SUBPIXEL;
    const x2 = vertices[p2] / SUBPIXEL;
    const sum = x0 + x1 + x2;
    if (sum === sum) {
      const y0 = vertices[p0 + 1] / SUBPIXEL;
      const y1 = vertices[p1 + 1] / SUBPIXEL;
      const y2 = vertices[p2 + 1] / SUBPIXEL;
      const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
      const isFront = area < 0 !== isMirrored;
      this.#functions[this.#at + SIDE] = isFront ? 1 : -1;
      // A weight is the distance to the opposite edge times the corner's inverse depth; positive within the triangle.
      const sign = area < 0 ? -1 : 1;
      const { isPerspective } = camera;
      const scale0 = isPerspective ? sign * vertices[p0 + 2] : sign;
      const scale1 = isPerspective ? sign * vertices[p1 + 2] : sign;
      const scale2 = isPerspective ? sign * vertices[p2 + 2] : sign;
      // Twice the area of the sample with the opposite edge, times the scale, as a function of the sample.
      w[0] = (y1 - y2) * scale0;
      w[1] = (x2 - x1) * scale0;
      w[2] = (x1 * y2 - x2 * y1) * scale0;
      w[3] = (y2 - y0) * scale1;
      w[4] = (x0 - x2) * scale1;
      w[5] = (x2 * y0 - x0 * y2) * scale1;
      w[6] = (y0 - y1) * scale2;
      w[7] = (x1 - x0) * scale2;
      w[8] = (x0 * y1 - x1 * y0) * scale2;
      return;
    }
    const clipper = this.#clipper;
    clipper.setCorners(scene.meshes.positions, scene.meshes.indices, triangle, toCamera);
    this.#functions[this.#at + SIDE] = clipper.facing() < 0 === isMirrored ? 1 : -1;
    clipper.cornerWeights(w);
  }

  #openTexCoords(part: PreparedPart, { texCoordTransform }: PreparedMaterial): void {
    const { a, b, c } = this.#vertices;
    const { texCoords } = this.#frame.scene.meshes;
    const start = part.texCoords - 2 * part.firstVertex;
    const ua = texCoords[start + 2 * a];
    const va = texCoords[start + 2 * a + 1];
    const ub = texCoords[start + 2 * b];
    const vb = texCoords[start + 2 * b + 1];
    const uc = texCoords[start + 2 * c];
    const vc = texCoords[start + 2 * c + 1];
    if (texCoordTransform === null) {
      this.#put(U, ua, ub, uc);
      this.#put(V, va, vb, vc);
      return;
    }
    const [uu, uv, vu, vv, ue, ve] = texCoordTransform;
    this.#put(U, uu * ua + vu * va + ue, uu * ub + vu * vb + ue, uu * uc + vu * vc + ue);
    this.#put(V, uv * ua + vv * va + ve, uv * ub + vv * vb + ve, uv * uc + vv * vc + ve);
  }

  #put(what: number, a: number, b: number, c: number): void {
    const f = this.#functions;
    const w = this.#corners;
    const at = this.#at + what;
    f[at] = w[0] * a + w[3] * b + w[6] * c;
    f[at + 1] = w[1] * a + w[4] * b + w[7] * c;
    f[at + 2] = w[2] * a + w[5] * b + w[8] * c;
  }

  #openNormals(m: Affine, normals: Float32Array): void {
    const { a, b, c } = this.#vertices;
    const ax = normals[3 * a];
    const ay = normals[3 * a + 1];
    const az = normals[3 * a + 2];
    const bx = normals[3 * b];
    const by = normals[3 * b + 1];
    const bz = normals[3 * b + 2];
    const cx = normals[3 * c];
    const cy = normals[3 * c + 1];
    const cz = normals[3 * c + 2];
    if (ax * ax + ay * ay + az * az === 0 || bx * bx + by * by + bz * bz === 0 || cx * cx + cy * cy + cz * cz === 0) {
      this.#faceNormal(m, this.#frame.scene.meshes.positions);
      return;
    }
    for (let k = 0; k < 3; k++) {
      this.#put(
        NORMAL + 3 * k,
        ax * m[k] + ay * m[3 + k] + az * m[6 + k],
        bx * m[k] + by * m[3 + k] + bz * m[6 + k],
        cx * m[k] + cy * m[3 + k] + cz * m[6 + k],
      );
    }
  }

  /** Uses the face normal, for triangles without normals. */
  #faceNormal(m: Affine, positions: Float32Array): void {
    const { a, b, c } = this.#vertices;
    const [x, y, z] = [positions[3 * a], positions[3 * a + 1], positions[3 * a + 2]];
    const [ux, uy, uz] = [positions[3 * b] - x, positions[3 * b + 1] - y, positions[3 * b + 2] - z];
    const [vx, vy, vz] = [positions[3 * c] - x, positions[3 * c + 1] - y, positions[3 * c + 2] - z];
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    for (let k = 0; k < 3; k++) {
      const value = nx * m[k] + ny * m[3 + k] + nz * m[6 + k];
      this.#put(NORMAL + 3 * k, value, value, value);
    }
  }
}

/** Returns the cofactors of the upper three rows with the sign of the determinant: the inverse transpose up to a positive factor. */
function cofactors(m: Affine): Affine {
  const sign = handedness(m) < 0 ? -1 : 1;
  return [
    m[4] * m[8] - m[5] * m[7],
    m[5] * m[6] - m[3] * m[8],
    m[3] * m[7] - m[4] * m[6],
    m[2] * m[7] - m[1] * m[8],
    m[0] * m[8] - m[2] * m[6],
    m[1] * m[6] - m[0] * m[7],
    m[1] * m[5] - m[2] * m[4],
    m[2] * m[3] - m[0] * m[5],
    m[0] * m[4] - m[1] * m[3],
  ].map((value) => value * sign);
}
