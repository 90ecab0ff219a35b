/** Lights with a direction or a place, as a surface receives them. */
import { lightKinds } from "./light-data.ts";
import type { DirectLight } from "./light-data.ts";
import { lowerLobe } from "./received-light.ts";
import type { ReceivedLight } from "./received-light.ts";
import { receiveCylinder, receivePolygon, receiveSphere } from "./light-shapes.ts";
import type { ShadePoint } from "./shade-point.ts";
import { shapeLight } from "./shaping.ts";

const { distant, point, sphere, polygon } = lightKinds;

/** Computes what a point receives of a light, for the normal and the roughness in `out`. */
export function receiveLight(light: DirectLight, p: ShadePoint, out: ReceivedLight): void {
  const { kind, color } = light;
  out.color[0] = color[0];
  out.color[1] = color[1];
  out.color[2] = color[2];
  out.alpha = out.surfaceAlpha;
  if (kind === distant) receiveDistant(light, out);
  else {
    if (kind === point) receivePoint(light, p, out);
    else if (kind === sphere) receiveSphere(light, p, out);
    else if (kind === polygon) receivePolygon(light, p, out);
    else receiveCylinder(light, p, out);
    if (light.shaping !== null) shapeLight(light, light.shaping, p, out);
  }
  out.diffuse *= light.diffuse;
  out.specular *= light.specular;
}

function receiveDistant({ place, radius }: DirectLight, out: ReceivedLight): void {
  const { normal } = out;
  out.x = place[0];
  out.y = place[1];
  out.z = place[2];
  const cosine = normal[0] * out.x + normal[1] * out.y + normal[2] * out.z;
  const nl = cosine > 0 ? cosine : 0;
  out.diffuse = nl;
  out.specular = nl;
  if (radius > 0) lowerLobe(out, radius);
}

function receivePoint({ place, range }: DirectLight, p: ShadePoint, out: ReceivedLight): void {
  const { normal } = out;
  const x = place[0] - p.px;
  const y = place[1] - p.py;
  const z = place[2] - p.pz;
  const square = x * x + y * y + z * z;
  const inverse = 1 / Math.sqrt(square + 1e-30);
  out.x = x * inverse;
  out.y = y * inverse;
  out.z = z * inverse;
  const cosine = normal[0] * out.x + normal[1] * out.y + normal[2] * out.z;
  let strength = cosine > 0 ? cosine / (square + 1e-30) : 0;
  if (range < Infinity) {
    const part = square / (range * range);
    const rest = 1 - part * part;
    strength *= rest > 0 ? rest * rest : 0;
  }
  out.diffuse = strength;
  out.specular = strength;
}
