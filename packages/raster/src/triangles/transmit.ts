/** Light that passes a surface: refracted, tinted and attenuated, from the image behind it (glTF's transmission and volume). */
import { sampleBackdrop } from "../light/backdrop.ts";
import { reflectanceAt } from "../light/environment.ts";
import { ln, powerOf } from "@usdkit/base/math";
import type { PreparedPhysical } from "../prepare/scene-data.ts";
import type { LitPaint } from "./lit-paint.ts";
import { sampleMap } from "./sample-map.ts";
import type { TriangleFunctions } from "./surface-sample.ts";

const INVERSE_LN2 = 1.4426950408889634;
/** How much the index of refraction differs between colors, for a dispersion of 1. */
const SPREAD = 0.025;
const table = /* @__PURE__ */ new Float64Array(2);
const behind = /* @__PURE__ */ new Float64Array(4);
/** Where the refracted ray leaves: across and down the backdrop, and its level. Then the length of the ray. */
const exit = /* @__PURE__ */ new Float64Array(4);
const passed = /* @__PURE__ */ new Float64Array(3);

/** Replaces the diffuse light of the point by what passes, as far as the surface transmits. */
export function transmitLight(
  paint: LitPaint,
  physical: PreparedPhysical,
  triangle: TriangleFunctions,
  step: number,
): void {
  const { point, sample, texel, maps, backdrop } = paint;
  let { transmission } = physical;
  if (maps.transmission !== undefined) {
    sampleMap(paint, maps.transmission, triangle, step);
    transmission *= texel[0];
  }
  let { thickness } = physical.volume;
  if (maps.thickness !== undefined) {
    sampleMap(paint, maps.thickness, triangle, step);
    thickness *= texel[1];
  }
  sample.through = 0;
  if (!(transmission > 0) || backdrop === null) return;
  const isDispersed = physical.dispersion > 0;
  const spread = (physical.ior - 1) * SPREAD * physical.dispersion;
  let opacity = 0;
  let tint = 0;
  for (let k = 0; k < 3; k++) {
    if (isDispersed || k === 0) {
      refract(paint, physical.ior + (k - 1) * (isDispersed ? spread : 0), thickness);
      sampleBackdrop(backdrop, exit, behind);
    }
    const kept = point.diffuse[k] * attenuation(physical, k);
    passed[k] = kept * behind[k];
    tint += kept / 3;
    opacity += behind[3] / 3;
  }
  const { nx, ny, nz, vx, vy, vz, specular, color, metallic, grazing, diffuseOut } = point;
  const cosine = Math.min(1, Math.max(0, nx * vx + ny * vy + nz * vz));
  reflectanceAt(cosine, point.roughness, table);
  const f90 = grazing + metallic * (1 - grazing);
  for (let k = 0; k < 3; k++) {
    const f0 = specular[k] + metallic * (color[k] - specular[k]);
    const reflected = f0 * table[0] + f90 * table[1];
    diffuseOut[k] += transmission * ((1 - reflected) * passed[k] - diffuseOut[k]);
  }
  sample.through = transmission * Math.min(1, tint) * (1 - opacity);
}

/** Puts the place of the image where a refracted ray leaves into `exit`. */
function refract({ point, scale, camera, size, backdrop }: LitPaint, ior: number, thickness: number): void {
  const { nx, ny, nz, vx, vy, vz, px, py, pz, roughness } = point;
  const eta = 1 / Math.max(1, ior);
  const cosine = nx * vx + ny * vy + nz * vz;
  const k = 1 - eta * eta * (1 - cosine * cosine);
  const turn = eta * cosine - Math.sqrt(k > 0 ? k : 0);
  let rx = turn * nx - eta * vx;
  let ry = turn * ny - eta * vy;
  let rz = turn * nz - eta * vz;
  const unit = thickness / Math.sqrt(rx * rx + ry * ry + rz * rz + 1e-30);
  rx *= unit * scale[0];
  ry *= unit * scale[1];
  rz *= unit * scale[2];
  const wx = px + rx;
  const wy = py + ry;
  const wz = pz + rz;
  const { view, fx, fy, cx, cy, isPerspective } = camera;
  const across = wx * view[0] + wy * view[3] + wz * view[6] + view[9];
  const up = wx * view[1] + wy * view[4] + wz * view[7] + view[10];
  const away = isPerspective ? 1 / -(wx * view[2] + wy * view[5] + wz * view[8] + view[11]) : 1;
  exit[0] = (cx + fx * across * away) / size[0];
  exit[1] = (cy - fy * up * away) / size[1];
  // An index of 1 does not blur, one of 1.5 blurs as reflections are.
  const blur = roughness * Math.min(1, Math.max(0, 2 * ior - 2));
  const width = backdrop === null ? 1 : backdrop.levels[0].width;
  exit[2] = ln(width) * INVERSE_LN2 * blur;
  exit[3] = Math.sqrt(rx * rx + ry * ry + rz * rz);
}

/** The part of a color that is left after the ray (Beer's law). */
function attenuation({ volume: { attenuationColor, attenuationDistance } }: PreparedPhysical, k: number): number {
  if (!(attenuationDistance < Infinity) || attenuationColor[k] >= 1) return 1;
  return powerOf(attenuationColor[k], exit[3] / attenuationDistance);
}
