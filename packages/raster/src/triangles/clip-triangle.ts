import { GUARD, SUBPIXEL } from "../bands/frame.ts";
import type { FrameCamera } from "../camera/frame-camera.ts";
import type { Affine } from "../prepare/scene-data.ts";

/** A triangle clipped by six planes, each of which may add a corner. */
const MAX_CORNERS = 9;

/**
 * Clips triangles that cross the near or the far plane, or extend far out of the image. The result is a convex polygon.
 */
export class Clipper {
  /** x, y and distance of the corners in the camera's space, before {@link clip}. */
  readonly corners: Float64Array = new Float64Array(3 * MAX_CORNERS);
  /** Corners of the clipped polygon, in the format of `Frame.vertices`. */
  readonly projected: Float64Array = new Float64Array(3 * MAX_CORNERS);
  readonly #camera: FrameCamera;
  readonly #planes: readonly (readonly [number, number, number, number])[];
  #from: Float64Array = new Float64Array(3 * MAX_CORNERS);
  #to: Float64Array = new Float64Array(3 * MAX_CORNERS);

  constructor(camera: FrameCamera) {
    this.#camera = camera;
    const { near, far, fx, fy, cx, cy, isPerspective } = camera;
    const edge = GUARD - 1;
    // fx·x/d + cx ≤ edge times d, and so on; an orthographic camera has no d there.
    const side = (x: number, y: number, rest: number): [number, number, number, number] =>
      isPerspective ? [x, y, rest, 0] : [x, y, 0, rest];
    this.#planes = [
      [0, 0, 1, -near],
      [0, 0, -1, far],
      side(-fx, 0, edge - cx),
      side(fx, 0, edge + cx),
      side(0, fy, edge - cy),
      side(0, -fy, edge + cy),
    ];
  }

  /** Sets the three corners of a triangle; returns false if one is not finite. */
  setCorners(positions: Float32Array, indices: Uint32Array, triangle: number, toCamera: Affine): boolean {
    const { corners } = this;
    let total = 0;
    for (let corner = 0; corner < 3; corner++) {
      const place = 3 * indices[3 * triangle + corner];
      const [x, y, z] = [positions[place], positions[place + 1], positions[place + 2]];
      for (let k = 0; k < 3; k++) {
        const value = x * toCamera[k] + y * toCamera[3 + k] + z * toCamera[6 + k] + toCamera[9 + k];
        corners[3 * corner + k] = k === 2 ? -value : value;
        total += value;
      }
    }
    return Number.isFinite(total);
  }

  /** Returns 1 if the triangle is counter-clockwise seen from the camera, −1 if it is clockwise, 0 if it is seen edge-on. */
  facing(): number {
    const [ax, ay, ad, bx, by, bd, cx, cy, cd] = this.corners;
    if (!this.#camera.isPerspective) return Math.sign((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
    // The volume of the tetrahedron with the camera; it is positive if the camera is in front of the plane.
    return Math.sign(ax * (by * cd - bd * cy) - ay * (bx * cd - bd * cx) + ad * (bx * cy - by * cx));
  }

  /**
   * Computes the weight of each corner as a function `x·w[i] + y·w[i+1] + w[i+2]` of a sample's centre, positive within the visible
   * part of the triangle. The functions are valid on the whole plane, so no clipping is needed. Source: Olano, Greer: Triangle scan conversion
   * using 2D homogeneous coordinates.
   */
  cornerWeights(w: Float64Array): void {
    const { isPerspective, fx, fy, cx, cy } = this.#camera;
    const v = this.corners;
    const sign = this.facing() < 0 ? -1 : 1;
    for (let corner = 0; corner < 3; corner++) {
      const b = 3 * ((corner + 1) % 3);
      const c = 3 * ((corner + 2) % 3);
      const [bd, cd] = isPerspective ? [v[b + 2], v[c + 2]] : [1, 1];
      // The cross product of the two others: its product with a ray is the volume that the ray spans with them.
      const x = (sign * (v[b + 1] * cd - bd * v[c + 1])) / fx;
      const y = (-sign * (bd * v[c] - v[b] * cd)) / fy;
      const rest = sign * (v[b] * v[c + 1] - v[b + 1] * v[c]);
      w[3 * corner] = x;
      w[3 * corner + 1] = y;
      w[3 * corner + 2] = rest - x * cx - y * cy;
    }
  }

  /** Clips the triangle; returns the number of corners in {@link projected}, 0 if nothing remains. */
  clip(): number {
    let count = 3;
    this.#from.set(this.corners);
    for (const plane of this.#planes) {
      count = this.#cut(plane, count);
      [this.#from, this.#to] = [this.#to, this.#from];
      if (count < 3) return 0;
    }
    this.#project(count);
    return count;
  }

  #cut([a, b, c, e]: readonly [number, number, number, number], count: number): number {
    const [from, to] = [this.#from, this.#to];
    let out = 0;
    const put = (x: number, y: number, d: number): void => {
      to[3 * out] = x;
      to[3 * out + 1] = y;
      to[3 * out + 2] = d;
      out++;
    };
    for (let i = 0; i < count; i++) {
      const p = 3 * i;
      const n = 3 * ((i + 1) % count);
      const here = a * from[p] + b * from[p + 1] + c * from[p + 2] + e;
      const next = a * from[n] + b * from[n + 1] + c * from[n + 2] + e;
      if (here >= 0) put(from[p], from[p + 1], from[p + 2]);
      if (here >= 0 === next >= 0) continue;
      // From the inner to the outer corner in both triangles of an edge, so that both are clipped at the same point.
      const [inner, outer, t] = here >= 0 ? [p, n, here / (here - next)] : [n, p, next / (next - here)];
      const between = (k: number): number => from[inner + k] + t * (from[outer + k] - from[inner + k]);
      put(between(0), between(1), between(2));
    }
    return out;
  }

  #project(count: number): void {
    const { projected } = this;
    const { isPerspective, fx, fy, cx, cy } = this.#camera;
    for (let i = 0; i < 3 * count; i += 3) {
      const d = this.#from[i + 2];
      const inverseDepth = isPerspective ? 1 / d : -d;
      const scale = isPerspective ? inverseDepth : 1;
      projected[i] = Math.floor((cx + fx * this.#from[i] * scale) * SUBPIXEL + 0.5);
      projected[i + 1] = Math.floor((cy - fy * this.#from[i + 1] * scale) * SUBPIXEL + 0.5);
      projected[i + 2] = inverseDepth;
    }
  }
}
