/** Lobes of reflection, without the Fresnel factor, times π. */
import { exp, ln } from "@usdkit/base/math";
import type { ReceivedLight } from "./received-light.ts";
import type { ShadePoint } from "./shade-point.ts";

const SMALL = 1e-6;

/**
 * Returns the GGX lobe with the correlated visibility of Smith around a normal, for the roughness of the received light, and sets its
 * `fresnel`, which is (1 − cosine)^5 of the half vector.
 */
export function reflectGgx({ vx, vy, vz }: ShadePoint, received: ReceivedLight): number {
  const { normal, x, y, z, alpha } = received;
  let hx = vx + x;
  let hy = vy + y;
  let hz = vz + z;
  const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-20);
  hx *= half;
  hy *= half;
  hz *= half;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const nv = clamped(nx * vx + ny * vy + nz * vz);
  const nl = clamped(nx * x + ny * y + nz * z);
  const nh = clamped(nx * hx + ny * hy + nz * hz);
  received.fresnel = fifthPower(1 - clamped(vx * hx + vy * hy + vz * hz));
  const a2 = alpha * alpha;
  const smithV = nl * Math.sqrt(a2 + (1 - a2) * nv * nv);
  const smithL = nv * Math.sqrt(a2 + (1 - a2) * nl * nl);
  const peak = nh * nh * (a2 - 1) + 1;
  return (0.5 * a2) / (Math.max(smithV + smithL, SMALL) * peak * peak);
}

/** As {@link reflectGgx}, stretched by the anisotropy of a point. */
export function reflectGgxAlong(p: ShadePoint, received: ReceivedLight): number {
  const { nx, ny, nz, vx, vy, vz, along, across, anisotropy } = p;
  const { x, y, z, alpha } = received;
  let hx = vx + x;
  let hy = vy + y;
  let hz = vz + z;
  const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-20);
  hx *= half;
  hy *= half;
  hz *= half;
  const nv = clamped(nx * vx + ny * vy + nz * vz);
  const nl = clamped(nx * x + ny * y + nz * z);
  const nh = clamped(nx * hx + ny * hy + nz * hz);
  received.fresnel = fifthPower(1 - clamped(vx * hx + vy * hy + vz * hz));
  const wide = Math.max(alpha + (1 - alpha) * anisotropy * anisotropy, alpha);
  const tv = wide * (along[0] * vx + along[1] * vy + along[2] * vz);
  const bv = alpha * (across[0] * vx + across[1] * vy + across[2] * vz);
  const tl = wide * (along[0] * x + along[1] * y + along[2] * z);
  const bl = alpha * (across[0] * x + across[1] * y + across[2] * z);
  const smithV = nl * Math.sqrt(tv * tv + bv * bv + nv * nv);
  const smithL = nv * Math.sqrt(tl * tl + bl * bl + nl * nl);
  const a2 = wide * alpha;
  const th = alpha * (along[0] * hx + along[1] * hy + along[2] * hz);
  const bh = wide * (across[0] * hx + across[1] * hy + across[2] * hz);
  const w = a2 / (th * th + bh * bh + a2 * a2 * nh * nh);
  return (0.5 * a2 * w * w) / Math.max(smithV + smithL, SMALL);
}

/** Returns the lobe of cloth of Estevez and Kulla 2017 with the visibility of Neubelt and Pettineo 2013. */
export function reflectCharlie(
  { nx, ny, nz, vx, vy, vz, sheenRoughness }: ShadePoint,
  { x, y, z }: ReceivedLight,
  nv: number,
  nl: number,
): number {
  const hx = vx + x;
  const hy = vy + y;
  const hz = vz + z;
  const half = 1 / Math.sqrt(hx * hx + hy * hy + hz * hz + 1e-20);
  const nh = clamped((nx * hx + ny * hy + nz * hz) * half);
  const inverse = 1 / (sheenRoughness * sheenRoughness);
  const sine2 = Math.max(1 - nh * nh, 0.0078125);
  const lobe = 0.5 * (2 + inverse) * exp(0.5 * inverse * ln(sine2));
  return lobe * clamped(1 / (4 * (nl + nv - nl * nv) + 1e-9));
}

function clamped(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

function fifthPower(x: number): number {
  const square = x * x;
  return square * square * x;
}
