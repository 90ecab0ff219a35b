/** Light of spheres, polygons and cylinders: diffuse by form factors, specular by the place that is mirrored most. */
import type { DirectLight } from "./light-data.ts";
import { lowerLobe } from "./received-light.ts";
import type { ReceivedLight } from "./received-light.ts";
import { arcCosine } from "@usdkit/base/math";
import type { ShadePoint } from "./shade-point.ts";

const TINY = 1e-30;
/** Corners of a polygon that is cut by a horizon. */
const MAX_CORNERS = 40;
const cut = /* @__PURE__ */ new Float64Array(3 * MAX_CORNERS);
const mirror = /* @__PURE__ */ new Float64Array(3);
const flux = /* @__PURE__ */ new Float64Array(3);
/** Places and weights of Gauss and Legendre on −1 to 1. */
const NODES = [0.1834346424956498, 0.525532409916329, 0.7966664774136267, 0.9602898564975363];
const WEIGHTS = [0.362683783378362, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763];

/** Receives the light of a sphere. Near the horizon its visible part is approximated. */
export function receiveSphere({ place, radius }: DirectLight, p: ShadePoint, out: ReceivedLight): void {
  const { normal } = out;
  const x = place[0] - p.px;
  const y = place[1] - p.py;
  const z = place[2] - p.pz;
  const distance = Math.sqrt(x * x + y * y + z * z + TINY);
  const sine = Math.min(1, radius / distance);
  const cosine = (normal[0] * x + normal[1] * y + normal[2] * z) / distance;
  const above = cosine >= sine ? cosine : cosine > -sine ? ((cosine + sine) * (cosine + sine)) / (4 * sine) : 0;
  out.diffuse = sine * sine * above;
  // The point of the sphere next to the mirrored ray.
  mirrorView(p, normal);
  const along = x * mirror[0] + y * mirror[1] + z * mirror[2];
  const ox = along * mirror[0] - x;
  const oy = along * mirror[1] - y;
  const oz = along * mirror[2] - z;
  const off = Math.sqrt(ox * ox + oy * oy + oz * oz + TINY);
  const part = Math.min(1, radius / off);
  pointTo(out, x + ox * part, y + oy * part, z + oz * part);
  out.specular = sine * sine * cosineOf(out);
  lowerLobe(out, sine);
}

/** Receives the light of a polygon from the side that emits: the irradiance of Lambert (1760), above the horizon. */
export function receivePolygon(light: DirectLight, p: ShadePoint, out: ReceivedLight): void {
  const { place, axis, corners } = light;
  const { normal } = out;
  const x = place[0] - p.px;
  const y = place[1] - p.py;
  const z = place[2] - p.pz;
  // How far the point is in front of the light.
  const front = -(x * axis[0] + y * axis[1] + z * axis[2]);
  out.diffuse = 0;
  out.specular = 0;
  if (!(front > 0)) return;
  const count = cutAtHorizon(corners, p, normal);
  if (count < 3) return;
  vectorFlux(count);
  const share = (flux[0] * normal[0] + flux[1] * normal[1] + flux[2] * normal[2]) * 0.5;
  out.diffuse = share > 0 ? share / Math.PI : 0;
  mirrorView(p, normal);
  const toward = -(mirror[0] * axis[0] + mirror[1] * axis[1] + mirror[2] * axis[2]);
  // The mirrored ray meets the plane of the light, or passes it on the side of its centre.
  const far = toward > 1e-4 ? front / toward : 1e4 * front;
  nearestInside(corners, p, far);
  pointTo(out, mirror[0], mirror[1], mirror[2]);
  const whole = Math.sqrt(flux[0] * flux[0] + flux[1] * flux[1] + flux[2] * flux[2]) * 0.5;
  const strength = Math.min(1, whole / Math.PI);
  out.specular = strength * cosineOf(out);
  lowerLobe(out, Math.sqrt(strength));
}

/** Receives the light of a cylinder without its ends: eight places along its axis, each with the width that it shows. */
export function receiveCylinder({ place, axis, radius }: DirectLight, p: ShadePoint, out: ReceivedLight): void {
  const { normal } = out;
  const x = place[0] - p.px;
  const y = place[1] - p.py;
  const z = place[2] - p.pz;
  const half = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]) + TINY;
  let sum = 0;
  let facing = 0;
  for (let i = 0; i < 8; i++) {
    const t = i < 4 ? NODES[i] : -NODES[i - 4];
    const dx = x + t * axis[0];
    const dy = y + t * axis[1];
    const dz = z + t * axis[2];
    const square = Math.max(dx * dx + dy * dy + dz * dz, radius * radius + TINY);
    const inverse = 1 / Math.sqrt(square);
    const along = ((dx * axis[0] + dy * axis[1] + dz * axis[2]) / half) * inverse;
    const weight = (WEIGHTS[i & 3] * half * 2 * radius * Math.sqrt(Math.max(0, 1 - along * along))) / square;
    const cosine = (normal[0] * dx + normal[1] * dy + normal[2] * dz) * inverse;
    facing += weight;
    if (cosine > 0) sum += weight * cosine;
  }
  out.diffuse = sum / Math.PI;
  // The place of the axis next to the mirrored ray.
  mirrorView(p, normal);
  const ax = axis[0] / half;
  const ay = axis[1] / half;
  const az = axis[2] / half;
  const slope = mirror[0] * ax + mirror[1] * ay + mirror[2] * az;
  const beside = x * ax + y * ay + z * az;
  const ahead = x * mirror[0] + y * mirror[1] + z * mirror[2];
  const t = (slope * ahead - beside) / Math.max(1 - slope * slope, 1e-6);
  const place1 = t < -half ? -half : t > half ? half : t;
  pointTo(out, x + place1 * ax, y + place1 * ay, z + place1 * az);
  const strength = Math.min(1, facing / Math.PI);
  out.specular = strength * cosineOf(out);
  lowerLobe(out, Math.sqrt(strength));
}

/** Puts the unit vector of the mirrored view into `mirror`. */
function mirrorView({ vx, vy, vz }: ShadePoint, normal: Float64Array): void {
  const twice = 2 * (normal[0] * vx + normal[1] * vy + normal[2] * vz);
  mirror[0] = twice * normal[0] - vx;
  mirror[1] = twice * normal[1] - vy;
  mirror[2] = twice * normal[2] - vz;
}

function pointTo(out: ReceivedLight, x: number, y: number, z: number): void {
  const inverse = 1 / Math.sqrt(x * x + y * y + z * z + TINY);
  out.x = x * inverse;
  out.y = y * inverse;
  out.z = z * inverse;
}

function cosineOf({ normal, x, y, z }: ReceivedLight): number {
  const cosine = normal[0] * x + normal[1] * y + normal[2] * z;
  return cosine > 0 ? cosine : 0;
}

/** Puts the corners relative to the point, without what is below its horizon, into `cut`; returns their number. */
function cutAtHorizon(corners: readonly number[], { px, py, pz }: ShadePoint, normal: Float64Array): number {
  const total = corners.length;
  let count = 0;
  let lastX = corners[total - 3] - px;
  let lastY = corners[total - 2] - py;
  let lastZ = corners[total - 1] - pz;
  let last = lastX * normal[0] + lastY * normal[1] + lastZ * normal[2];
  for (let i = 0; i < total; i += 3) {
    const x = corners[i] - px;
    const y = corners[i + 1] - py;
    const z = corners[i + 2] - pz;
    const height = x * normal[0] + y * normal[1] + z * normal[2];
    if (height > 0 !== last > 0) {
      const t = last / (last - height);
      cut[3 * count] = lastX + t * (x - lastX);
      cut[3 * count + 1] = lastY + t * (y - lastY);
      cut[3 * count + 2] = lastZ + t * (z - lastZ);
      count++;
    }
    if (height > 0) {
      cut[3 * count] = x;
      cut[3 * count + 1] = y;
      cut[3 * count + 2] = z;
      count++;
    }
    lastX = x;
    lastY = y;
    lastZ = z;
    last = height;
  }
  return count;
}

/** Sums the angles of the edges of `cut`, each along the normal of its plane with the point, into `flux`. */
function vectorFlux(count: number): void {
  flux[0] = 0;
  flux[1] = 0;
  flux[2] = 0;
  for (let i = 0; i < count; i++) {
    const a = 3 * i;
    const b = 3 * (i + 1 < count ? i + 1 : 0);
    const ax = cut[a];
    const ay = cut[a + 1];
    const az = cut[a + 2];
    const bx = cut[b];
    const by = cut[b + 1];
    const bz = cut[b + 2];
    const nx = ay * bz - az * by;
    const ny = az * bx - ax * bz;
    const nz = ax * by - ay * bx;
    const area = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(area > 0)) continue;
    const lengths = Math.sqrt((ax * ax + ay * ay + az * az) * (bx * bx + by * by + bz * bz));
    const angle = arcCosine((ax * bx + ay * by + az * bz) / lengths) / area;
    flux[0] += nx * angle;
    flux[1] += ny * angle;
    flux[2] += nz * angle;
  }
  // Corners are counterclockwise from the side that emits, so clockwise from the point.
  flux[0] = -flux[0];
  flux[1] = -flux[1];
  flux[2] = -flux[2];
}

/** Replaces `mirror` by the vector from the point to the place of a convex polygon next to where the mirrored ray meets its plane. */
function nearestInside(corners: readonly number[], { px, py, pz }: ShadePoint, far: number): void {
  const x = px + far * mirror[0];
  const y = py + far * mirror[1];
  const z = pz + far * mirror[2];
  const total = corners.length;
  // The normal of the polygon, from its first corners.
  const nx = faceNormal(corners, 0);
  const ny = faceNormal(corners, 1);
  const nz = faceNormal(corners, 2);
  let isInside = true;
  let best = Infinity;
  for (let i = 0; i < total; i += 3) {
    const j = i + 3 < total ? i + 3 : 0;
    const ex = corners[j] - corners[i];
    const ey = corners[j + 1] - corners[i + 1];
    const ez = corners[j + 2] - corners[i + 2];
    const dx = x - corners[i];
    const dy = y - corners[i + 1];
    const dz = z - corners[i + 2];
    const side = nx * (ey * dz - ez * dy) + ny * (ez * dx - ex * dz) + nz * (ex * dy - ey * dx);
    if (side < 0) isInside = false;
    const along = (dx * ex + dy * ey + dz * ez) / (ex * ex + ey * ey + ez * ez + TINY);
    const t = along < 0 ? 0 : along > 1 ? 1 : along;
    const qx = dx - t * ex;
    const qy = dy - t * ey;
    const qz = dz - t * ez;
    const square = qx * qx + qy * qy + qz * qz;
    if (!(square < best)) continue;
    best = square;
    cut[0] = corners[i] + t * ex - px;
    cut[1] = corners[i + 1] + t * ey - py;
    cut[2] = corners[i + 2] + t * ez - pz;
  }
  mirror[0] = isInside ? x - px : cut[0];
  mirror[1] = isInside ? y - py : cut[1];
  mirror[2] = isInside ? z - pz : cut[2];
}

/** A component of the normal of a polygon, of any length. */
function faceNormal(corners: readonly number[], component: number): number {
  const j = (component + 1) % 3;
  const k = (component + 2) % 3;
  const third = corners.length >= 12 ? 6 : 3;
  const [a, b, c] = [0, third, third + 3];
  return (
    (corners[b + j] - corners[a + j]) * (corners[c + k] - corners[a + k]) -
    (corners[b + k] - corners[a + k]) * (corners[c + j] - corners[a + j])
  );
}
