/** What a triangle looks like at a sample. */
import * as frames from "../frame/frame.ts";
import type { Frame } from "../frame/frame.ts";
import * as srgb from "../math/srgb.ts";
import { handedness, multiplyAffine } from "../prepare/affine.ts";
import type { Affine, MeshDraw, PreparedMaterial, PreparedPart } from "../prepare/scene-data.ts";
import { drawOfTriangle } from "./bin-triangles.ts";
import { Clipper } from "./clip-triangle.ts";
import { AMBIENT, lights } from "./lights.ts";
import { sampleTexture } from "./sample-texture.ts";

const { SUBPIXEL } = frames;
const { encodeSrgb } = srgb;

/**
 * Functions `x·f[i] + y·f[i+1] + f[i+2]` of a sample's middle, divided by that of WEIGHT: so they are right in perspective.
 */
const WEIGHT = 0;
const U = 3;
const V = 6;
const NORMAL = 9;
const COLOR = 18;
const FUNCTIONS = 30;

/** A draw, and what is the same for all of its triangles. */
interface OpenDraw {
  readonly draw: MeshDraw;
  readonly part: PreparedPart;
  readonly material: PreparedMaterial;
  readonly end: number;
  readonly toCamera: Affine;
  readonly isMirrored: boolean;
  /** From directions across surfaces of the asset to those of the world; their lengths change. */
  readonly normals: Affine;
}

/** One thread's painter of triangles. */
export class Surface {
  readonly #frame: Frame;
  readonly #clipper: Clipper;
  readonly #functions = new Float64Array(FUNCTIONS);
  /** The three corners' functions, of which the others are sums. */
  readonly #corners = new Float64Array(9);
  readonly #texel = new Float64Array(4);
  readonly #draws = new Map<number, OpenDraw>();
  #open: OpenDraw | undefined;
  #triangle = -1;
  /** Of the open triangle: −1 where its back is seen. */
  #side = 1;
  /** What {@link paintRun} found last: opacity, for translucent surfaces. */
  alpha = 1;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#clipper = new Clipper(frame.camera);
  }

  materialOf(triangle: number): PreparedMaterial {
    return this.#drawOf(triangle).material;
  }

  primOf(triangle: number): number {
    return this.#drawOf(triangle).draw.prim;
  }

  /** Opacity at the middle of a sample. */
  alphaAt(triangle: number, x: number, y: number): number {
    const { material, part } = this.#openTriangle(triangle);
    const f = this.#functions;
    const [px, py] = [x + 0.5, y + 0.5];
    const inverse = 1 / (px * f[WEIGHT] + py * f[WEIGHT + 1] + f[WEIGHT + 2]);
    let alpha = material.baseColor[3];
    if (part.colors >= 0) alpha *= (px * f[COLOR + 9] + py * f[COLOR + 10] + f[COLOR + 11]) * inverse;
    if (material.texture >= 0 && part.texCoords >= 0) {
      this.#sample(material, px, py, inverse);
      alpha *= this.#texel[3];
    }
    return alpha;
  }

  /**
   * Paints samples of one row, from `from` up to `to`, that all show this triangle: sRGB values, three a sample, into `colors`
   * and, where wanted, unit normals in the world's space into `normals`.
   */
  paintRun(
    triangle: number,
    y: number,
    from: number,
    to: number,
    colors: Float64Array,
    normals: Float32Array | null,
    place: number,
  ): void {
    const { material, part } = this.#openTriangle(triangle);
    const { baseColor, unlit } = material;
    const f = this.#functions;
    const texel = this.#texel;
    const isTextured = material.texture >= 0 && part.texCoords >= 0;
    const hasColors = part.colors >= 0;
    const [key, fill, back] = lights;
    const py = y + 0.5;
    const side = this.#side;
    let out = place;
    for (let x = from; x < to; x++, out += 3) {
      const px = x + 0.5;
      const inverse = 1 / (px * f[WEIGHT] + py * f[WEIGHT + 1] + f[WEIGHT + 2]);
      let r = baseColor[0];
      let g = baseColor[1];
      let b = baseColor[2];
      let alpha = baseColor[3];
      if (isTextured) {
        this.#sample(material, px, py, inverse);
        r *= texel[0];
        g *= texel[1];
        b *= texel[2];
        alpha *= texel[3];
      }
      if (hasColors) {
        r *= (px * f[COLOR] + py * f[COLOR + 1] + f[COLOR + 2]) * inverse;
        g *= (px * f[COLOR + 3] + py * f[COLOR + 4] + f[COLOR + 5]) * inverse;
        b *= (px * f[COLOR + 6] + py * f[COLOR + 7] + f[COLOR + 8]) * inverse;
        alpha *= (px * f[COLOR + 9] + py * f[COLOR + 10] + f[COLOR + 11]) * inverse;
      }
      this.alpha = alpha;
      if (!unlit || normals !== null) {
        // Not divided by the weight: only the direction counts, and which side is seen.
        let nx = px * f[NORMAL] + py * f[NORMAL + 1] + f[NORMAL + 2];
        let ny = px * f[NORMAL + 3] + py * f[NORMAL + 4] + f[NORMAL + 5];
        let nz = px * f[NORMAL + 6] + py * f[NORMAL + 7] + f[NORMAL + 8];
        const square = nx * nx + ny * ny + nz * nz;
        const scale = square > 0 ? (inverse > 0 ? side : -side) / Math.sqrt(square) : 0;
        nx *= scale;
        ny *= scale;
        nz *= scale;
        if (normals !== null) {
          normals[out] = nx;
          normals[out + 1] = ny;
          normals[out + 2] = nz;
        }
        if (!unlit) {
          let light = AMBIENT;
          const k = nx * key.direction[0] + ny * key.direction[1] + nz * key.direction[2];
          const l = nx * fill.direction[0] + ny * fill.direction[1] + nz * fill.direction[2];
          const m = nx * back.direction[0] + ny * back.direction[1] + nz * back.direction[2];
          if (k > 0) light += key.strength * k;
          if (l > 0) light += fill.strength * l;
          if (m > 0) light += back.strength * m;
          r *= light;
          g *= light;
          b *= light;
        }
      }
      colors[out] = encodeSrgb(r);
      colors[out + 1] = encodeSrgb(g);
      colors[out + 2] = encodeSrgb(b);
    }
  }

  #sample({ texture, texCoordTransform }: PreparedMaterial, px: number, py: number, inverse: number): void {
    const { textures, texels } = this.#frame.scene.meshes;
    const f = this.#functions;
    const picture = textures[texture];
    const { width, height } = picture.levels[0];
    let u = (px * f[U] + py * f[U + 1] + f[U + 2]) * inverse;
    let v = (px * f[V] + py * f[V + 1] + f[V + 2]) * inverse;
    // What a step to the right and down changes, by the rule of quotients.
    let uRight = (f[U] - u * f[WEIGHT]) * inverse;
    let uDown = (f[U + 1] - u * f[WEIGHT + 1]) * inverse;
    let vRight = (f[V] - v * f[WEIGHT]) * inverse;
    let vDown = (f[V + 1] - v * f[WEIGHT + 1]) * inverse;
    if (texCoordTransform !== null) {
      const [a, b, c, d, e, k] = texCoordTransform;
      [u, v] = [a * u + c * v + e, b * u + d * v + k];
      [uRight, vRight] = [a * uRight + c * vRight, b * uRight + d * vRight];
      [uDown, vDown] = [a * uDown + c * vDown, b * uDown + d * vDown];
    }
    uRight *= width;
    uDown *= width;
    vRight *= height;
    vDown *= height;
    const right = uRight * uRight + vRight * vRight;
    const down = uDown * uDown + vDown * vDown;
    sampleTexture(texels, picture, u, v, right > down ? right : down, this.#texel);
  }

  #drawOf(triangle: number): OpenDraw {
    const open = this.#open;
    if (open !== undefined && triangle >= open.draw.triangleBase && triangle < open.end) return open;
    const { draws, parts, materials } = this.#frame.scene.meshes;
    const index = drawOfTriangle(draws, triangle);
    let next = this.#draws.get(index);
    if (next === undefined) {
      const draw = draws[index];
      const part = parts[draw.part];
      const toCamera = multiplyAffine(draw.toWorld, this.#frame.camera.view);
      next = {
        draw,
        part,
        material: materials[part.material],
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

  #openTriangle(triangle: number): OpenDraw {
    const open = this.#drawOf(triangle);
    if (triangle === this.#triangle) return open;
    this.#triangle = triangle;
    const { indices, positions, normals, colors, texCoords } = this.#frame.scene.meshes;
    const { part, draw, material } = open;
    const first = 3 * (part.firstTriangle + triangle - draw.triangleBase);
    const a = indices[first];
    const b = indices[first + 1];
    const c = indices[first + 2];
    this.#openCorners(open, first / 3, a, b, c);
    const f = this.#functions;
    const w = this.#corners;
    f[WEIGHT] = w[0] + w[3] + w[6];
    f[WEIGHT + 1] = w[1] + w[4] + w[7];
    f[WEIGHT + 2] = w[2] + w[5] + w[8];
    if (part.texCoords >= 0 && material.texture >= 0) {
      const start = part.texCoords - 2 * part.firstVertex;
      this.#sum(U, texCoords, start, 2, 0, a, b, c);
      this.#sum(V, texCoords, start, 2, 1, a, b, c);
    }
    if (part.colors >= 0) {
      const start = part.colors - 4 * part.firstVertex;
      for (let k = 0; k < 4; k++) this.#sum(COLOR + 3 * k, colors, start, 4, k, a, b, c);
    }
    if (part.hasNormals) this.#openNormals(open.normals, normals, a, b, c);
    else this.#faceNormal(open.normals, positions, a, b, c);
    return open;
  }

  /** The weight of each corner as a function of the place, and which side is seen. */
  #openCorners(
    { draw, part, toCamera, isMirrored }: OpenDraw,
    triangle: number,
    a: number,
    b: number,
    c: number,
  ): void {
    const { vertices, camera, scene } = this.#frame;
    const shift = draw.vertexBase - part.firstVertex;
    const [p0, p1, p2] = [3 * (a + shift), 3 * (b + shift), 3 * (c + shift)];
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
      this.#side = isFront ? 1 : -1;
      // A weight is the distance to the edge across, times the corner's nearness; positive within the triangle.
      const sign = area < 0 ? -1 : 1;
      const { isPerspective } = camera;
      edge(w, 0, x1, y1, x2, y2, isPerspective ? sign * vertices[p0 + 2] : sign);
      edge(w, 3, x2, y2, x0, y0, isPerspective ? sign * vertices[p1 + 2] : sign);
      edge(w, 6, x0, y0, x1, y1, isPerspective ? sign * vertices[p2 + 2] : sign);
      return;
    }
    const clipper = this.#clipper;
    clipper.setCorners(scene.meshes.positions, scene.meshes.indices, triangle, toCamera);
    this.#side = clipper.facing() < 0 === isMirrored ? 1 : -1;
    clipper.cornerWeights(w);
  }

  #sum(
    at: number,
    values: Float32Array,
    start: number,
    stride: number,
    k: number,
    a: number,
    b: number,
    c: number,
  ): void {
    this.#put(at, values[start + stride * a + k], values[start + stride * b + k], values[start + stride * c + k]);
  }

  #put(at: number, a: number, b: number, c: number): void {
    const f = this.#functions;
    const w = this.#corners;
    f[at] = w[0] * a + w[3] * b + w[6] * c;
    f[at + 1] = w[1] * a + w[4] * b + w[7] * c;
    f[at + 2] = w[2] * a + w[5] * b + w[8] * c;
  }

  #openNormals(m: Affine, normals: Float32Array, a: number, b: number, c: number): void {
    const [ax, ay, az] = [normals[3 * a], normals[3 * a + 1], normals[3 * a + 2]];
    const [bx, by, bz] = [normals[3 * b], normals[3 * b + 1], normals[3 * b + 2]];
    const [cx, cy, cz] = [normals[3 * c], normals[3 * c + 1], normals[3 * c + 2]];
    if (ax * ax + ay * ay + az * az === 0 || bx * bx + by * by + bz * bz === 0 || cx * cx + cy * cy + cz * cz === 0) {
      this.#faceNormal(m, this.#frame.scene.meshes.positions, a, b, c);
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

  /** Across the triangle, where it has no normals. */
  #faceNormal(m: Affine, positions: Float32Array, a: number, b: number, c: number): void {
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

/** Twice the area that a place has with the edge from 1 to 2, times a scale, as a function of the place. */
function edge(w: Float64Array, at: number, x1: number, y1: number, x2: number, y2: number, scale: number): void {
  w[at] = (y1 - y2) * scale;
  w[at + 1] = (x2 - x1) * scale;
  w[at + 2] = (x1 * y2 - x2 * y1) * scale;
}

/** The cofactors of the upper three rows, with the sign of the determinant: the inverse transposed, but for a positive factor. */
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
