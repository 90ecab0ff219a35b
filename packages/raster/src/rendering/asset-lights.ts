/** Lights of assets (`KHR_lights_punctual`) as lights of the renderer. */
import { sinCos } from "@usdkit/base/math";
import { lightKinds, type LightShaping } from "../light/light-data.ts";
import { plainLight, type SceneLight } from "../light/scene-lights.ts";
import { lengthOf } from "../prepare/affine.ts";
import type { PlacedLight } from "../prepare/prepare-data.ts";

/** Lights beyond so many are not drawn: each is evaluated for every sample. */
const MAX_LIGHTS = 64;

/** Returns the lights of assets in the world; those without a direction are left out. */
export function assetLights(placed: readonly PlacedLight[]): readonly SceneLight[] {
  return placed.slice(0, MAX_LIGHTS).flatMap(({ light, toWorld: m }): SceneLight[] => {
    const { kind, color, intensity, range, innerAngle, outerAngle } = light;
    const length = lengthOf(m[6], m[7], m[8]);
    if (!(length > 0 && length < Infinity)) return [];
    const back = [m[6] / length, m[7] / length, m[8] / length];
    const common: SceneLight = { ...plainLight, color: color.map((value) => (value * intensity) / Math.PI) };
    if (kind === "directional") return [{ ...common, place: back }];
    const place = [m[9], m[10], m[11]];
    const point: SceneLight = { ...common, kind: lightKinds.point, place, range: range ?? Infinity };
    if (kind === "point") return [point];
    return [{ ...point, axis: back.map((value) => -value), shaping: coneOf(innerAngle, outerAngle) }];
  });
}

/** The light falls off by the cosine between the angles, as three.js has it. */
function coneOf(inner: number, outer: number): LightShaping {
  const cosine = (angle: number): number => sinCos(Math.min(Math.PI, Math.max(0, angle)))[1];
  return { inner: -cosine(inner), outer: -cosine(outer), isByCosine: true, focus: 0, focusTint: [0, 0, 0] };
}
