/** Cones and focus of lights (UsdLux ShapingAPI, spots of glTF). */
import { arcCosine, powerOf } from "@usdkit/base/math";
import type { DirectLight, LightShaping } from "./light-data.ts";
import type { ReceivedLight } from "./received-light.ts";
import type { ShadePoint } from "./shade-point.ts";

/** Applies the shaping of a light to what a point receives. */
export function shapeLight(
  { place, axis }: Pick<DirectLight, "place" | "axis">,
  { inner, outer, isByCosine, focus, focusTint }: LightShaping,
  { px, py, pz }: ShadePoint,
  out: ReceivedLight,
): void {
  const x = px - place[0];
  const y = py - place[1];
  const z = pz - place[2];
  const cosine = (x * axis[0] + y * axis[1] + z * axis[2]) / Math.sqrt(x * x + y * y + z * z + 1e-30);
  let share = 1;
  if (outer < Infinity) share = 1 - smoothStep(inner, outer, isByCosine ? -cosine : arcCosine(cosine));
  out.diffuse *= share;
  out.specular *= share;
  if (focus === 0) return;
  const factor = powerOf(cosine, focus);
  for (let k = 0; k < 3; k++) out.color[k] *= factor + (1 - factor) * focusTint[k];
}

function smoothStep(from: number, to: number, x: number): number {
  if (!(to > from)) return x < to ? 0 : 1;
  const t = (x - from) / (to - from);
  if (!(t > 0)) return 0;
  return t >= 1 ? 1 : t * t * (3 - 2 * t);
}
