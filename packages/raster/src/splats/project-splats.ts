/** Splats as ellipses on the image (EWA: Zwicker et al. 2001), as Kerbl et al. 2023 have them. */
import { clearBlock, noteRows, NO_BANDS } from "../bands/bins.ts";
import { sumOverBlock } from "../bands/block-ranges.ts";
import { SPLAT_STRIDE, counters } from "../bands/frame.ts";
import type { Frame } from "../bands/frame.ts";
import { encodeSrgb } from "@usdkit/base/math";
import { invertAffine, multiplyAffine } from "../prepare/affine.ts";
import type { SplatDraw } from "../prepare/scene-data.ts";
import { harmonicBasis } from "./harmonics.ts";
import { U, V, TALL, SLOPE, STEEP, REACH, OPACITY, RED, GREEN, BLUE, DISTANCE, HALF_WIDTH } from "./splat-record.ts";

/** Added to the variances, in pixels²: a splat is at least as wide as about a pixel. */
const DILATION = 0.3;
/** The projection is linearized at a tangent of at most this multiple of the one at the image's edge. */
const TANGENT_LIMIT = 1.3;
/** Maximum variance in squared samples; wider splats cover everything, and exceed the numeric range. */
const MAX_VARIANCE = 1e15;

/** Projects a block of the draws' splats, and bins them by the bands that they touch. */
export function projectSplats(frame: Frame, block: number): void {
  clearBlock(frame.splatBins, frame.layout, block);
  const drawn = sumOverBlock(frame.scene.splats, block, (draw, first, end) => projectRange(frame, draw, first, end));
  Atomics.add(frame.counters, counters.splatsDrawn, drawn);
}

function projectRange(frame: Frame, draw: SplatDraw, start: number, end: number): number {
  const { positions, covariances, reaches, opacities } = frame.scene.splats;
  const { splats: out, splatBins: bins, layout } = frame;
  const { fineWidth, fineHeight, side } = layout;
  const { isPerspective, view, fx, fy, cx, cy, near, far } = frame.camera;
  const [m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11] = multiplyAffine(draw.toWorld, view);
  const dilation = DILATION * side * side;
  const limitX = TANGENT_LIMIT * (Math.max(cx, fineWidth - cx) / fx);
  const limitY = TANGENT_LIMIT * (Math.max(cy, fineHeight - cy) / fy);
  const painter = new SplatColors(frame, draw);
  let drawn = 0;
  for (let i = start; i < end; i++) {
    const splat = draw.base + i;
    const source = draw.first + i;
    bins.spans[splat] = NO_BANDS;
    const reach = reaches[source];
    if (!(reach > 0)) continue;
    const px = positions[3 * source];
    const py = positions[3 * source + 1];
    const pz = positions[3 * source + 2];
    const d = -(px * m2 + py * m5 + pz * m8 + m11);
    // Also false for NaN.
    if (!(d >= near && d <= far)) continue;
    const x = px * m0 + py * m3 + pz * m6 + m9;
    const y = px * m1 + py * m4 + pz * m7 + m10;
    const scale = isPerspective ? 1 / d : 1;
    const u = cx + fx * x * scale;
    const v = cy - fy * y * scale;
    // Derivatives of the image position by x, y and the distance; the last is 0 without perspective.
    const right = fx * scale;
    const up = -fy * scale;
    const tx = isPerspective ? Math.min(limitX, Math.max(-limitX, x * scale)) : 0;
    const ty = isPerspective ? Math.min(limitY, Math.max(-limitY, y * scale)) : 0;
    const rightFar = -right * tx;
    const upFar = -up * ty;
    // The same for the asset's axes; the distance is −z.
    const a0 = right * m0 - rightFar * m2;
    const a1 = right * m3 - rightFar * m5;
    const a2 = right * m6 - rightFar * m8;
    const b0 = up * m1 - upFar * m2;
    const b1 = up * m4 - upFar * m5;
    const b2 = up * m7 - upFar * m8;
    const c = 6 * source;
    const s0 = covariances[c];
    const s1 = covariances[c + 1];
    const s2 = covariances[c + 2];
    const s3 = covariances[c + 3];
    const s4 = covariances[c + 4];
    const s5 = covariances[c + 5];
    const p0 = s0 * a0 + s1 * a1 + s2 * a2;
    const p1 = s1 * a0 + s3 * a1 + s4 * a2;
    const p2 = s2 * a0 + s4 * a1 + s5 * a2;
    const thin = Math.max(0, a0 * p0 + a1 * p1 + a2 * p2);
    const both = b0 * p0 + b1 * p1 + b2 * p2;
    const q0 = s0 * b0 + s1 * b1 + s2 * b2;
    const q1 = s1 * b0 + s3 * b1 + s4 * b2;
    const q2 = s2 * b0 + s4 * b1 + s5 * b2;
    const high = Math.max(0, b0 * q0 + b1 * q1 + b2 * q2);
    const varianceX = thin + dilation;
    const varianceY = high + dilation;
    if (!(varianceX < MAX_VARIANCE && varianceY < MAX_VARIANCE)) continue;
    // Without the dilation the determinant is not below 0; with it, not below what it adds.
    const least = dilation * (thin + high + dilation);
    const determinant = Math.max(least, varianceX * varianceY - both * both);
    const halfWidth = Math.sqrt(reach * varianceX);
    const halfHeight = Math.sqrt(reach * varianceY);
    const top = Math.max(0, Math.ceil(v - halfHeight - 0.5));
    const bottom = Math.min(fineHeight - 1, Math.floor(v + halfHeight - 0.5));
    if (!(top <= bottom && u + halfWidth >= 0.5 && u - halfWidth <= fineWidth - 0.5)) continue;
    noteRows(bins, layout, splat, top, bottom);
    const at = SPLAT_STRIDE * splat;
    out[at + U] = u;
    out[at + V] = v;
    out[at + TALL] = 1 / varianceY;
    out[at + SLOPE] = both / varianceY;
    out[at + STEEP] = varianceY / determinant;
    out[at + REACH] = reach;
    out[at + OPACITY] = opacities[source];
    out[at + DISTANCE] = d;
    out[at + HALF_WIDTH] = halfWidth;
    painter.paint(i, out, at);
    drawn++;
  }
  return drawn;
}

/** View-dependent colors of one draw's splats. */
class SplatColors {
  readonly #frame: Frame;
  readonly #draw: SplatDraw;
  /** Camera position in asset space; without perspective, its direction. */
  readonly #eye: readonly [x: number, y: number, z: number];
  readonly #direction = new Float64Array(3);
  readonly #basis = new Float64Array(15);

  constructor(frame: Frame, draw: SplatDraw) {
    this.#frame = frame;
    this.#draw = draw;
    const { view, isPerspective } = frame.camera;
    const toAsset = invertAffine(multiplyAffine(draw.toWorld, view)) ?? [];
    const [, , , , , , x, y, z, ex, ey, ez] = toAsset;
    this.#eye = isPerspective ? [ex ?? 0, ey ?? 0, ez ?? 0] : [-(x ?? 0), -(y ?? 0), -(z ?? 0)];
  }

  /**
   * Writes red, green and blue.
   *
   * @param i Of the splat in its draw.
   * @param at Where its record starts in `out`.
   */
  paint(i: number, out: Float32Array, at: number): void {
    const { positions, colors, harmonics } = this.#frame.scene.splats;
    const { degree, first, harmonics: start, isLinear } = this.#draw;
    const source = first + i;
    let r = colors[3 * source];
    let g = colors[3 * source + 1];
    let b = colors[3 * source + 2];
    if (degree > 0) {
      const [ex, ey, ez] = this.#eye;
      const { isPerspective } = this.#frame.camera;
      const x = isPerspective ? positions[3 * source] - ex : ex;
      const y = isPerspective ? positions[3 * source + 1] - ey : ey;
      const z = isPerspective ? positions[3 * source + 2] - ez : ez;
      const square = x * x + y * y + z * z;
      const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
      const direction = this.#direction;
      const basis = this.#basis;
      direction[0] = x * scale;
      direction[1] = y * scale;
      direction[2] = z * scale;
      const count = harmonicBasis(degree, direction, basis);
      let place = start + 3 * count * i;
      for (let k = 0; k < count; k++, place += 3) {
        const value = basis[k];
        r += value * harmonics[place];
        g += value * harmonics[place + 1];
        b += value * harmonics[place + 2];
      }
    }
    out[at + RED] = isLinear ? encodeSrgb(r) : r > 0 ? r : 0;
    out[at + GREEN] = isLinear ? encodeSrgb(g) : g > 0 ? g : 0;
    out[at + BLUE] = isLinear ? encodeSrgb(b) : b > 0 ? b : 0;
  }
}
