/** Lights of stages. */
import { isA } from "@usdkit/schemas";
import { numbersOf, type PrimNode } from "@usdkit/usd";
import type { Losses } from "../errors/losses.ts";
import type { LightModel } from "../model/light.ts";
import type { StageAtTime } from "./stage-at-time.ts";

/** The half angle of a cone that is no cone, in degrees. */
const WIDE_CONE = 90;

/** Returns the light of a prim; null, with a loss, if glTF has none like it. */
export function lightOf(
  { reader, time }: StageAtTime,
  prim: PrimNode,
  { metersPerUnit, losses }: { readonly metersPerUnit: number; readonly losses: Losses },
): LightModel | null {
  if (prim.type !== "DistantLight" && prim.type !== "SphereLight") {
    losses.add(prim.path, `A ${prim.type} is not part of glTF`);
    return null;
  }
  const numbers = (name: string): ArrayLike<number> | undefined =>
    numbersOf(reader.value(prim, `inputs:${name}`, time));
  const number = (name: string, fallback: number): number => {
    const value = numbers(name)?.[0];
    return value !== undefined && Number.isFinite(value) ? value : fallback;
  };
  const [r = 1, g = 1, b = 1] = Array.from(numbers("color") ?? []);
  const power = number("intensity", 1) * 2 ** number("exposure", 0);
  const isNormalized = number("normalize", 0) === 1;
  const isDistant = prim.type === "DistantLight";
  if (number("enableColorTemperature", 0) === 1) losses.add(prim.path, "The color temperature is not kept");
  // Colors of glTF are at most 1.
  const strongest = Math.max(r, g, b, 1);
  const cone = number("shaping:cone:angle", WIDE_CONE);
  const hasCone = !isDistant && cone < WIDE_CONE && reader.schemas(prim).apiSchemas.includes("ShapingAPI");
  const outerAngle = Math.max(1e-3, (cone * Math.PI) / 180);
  const softness = Math.min(1, Math.max(0, number("shaping:cone:softness", 0)));
  return {
    name: prim.name,
    source: prim.path,
    kind: isDistant ? "directional" : hasCone ? "spot" : "point",
    color: [r / strongest, g / strongest, b / strongest],
    intensity:
      strongest *
      (isDistant
        ? lux(power, isNormalized, number("angle", 0.53))
        : candela(power, isNormalized, { radius: number("radius", 0.5), metersPerUnit })),
    range: null,
    innerAngle: hasCone ? Math.min(outerAngle * (1 - softness), outerAngle * 0.9999) : 0,
    outerAngle: hasCone ? Math.min(outerAngle, Math.PI / 2) : Math.PI / 4,
    extras: undefined,
  };
}

/** Whether a prim is a light. */
export function isLight({ type }: PrimNode): boolean {
  return isA(type, "BoundableLightBase") || isA(type, "NonboundableLightBase");
}

/** A normalized light has its illuminance as intensity; the luminance of others comes from a disk of an angle. */
function lux(power: number, isNormalized: boolean, degrees: number): number {
  return isNormalized ? power : power * Math.PI * Math.sin((degrees * Math.PI) / 360) ** 2;
}

/** The luminance of a sphere times its disk; that of a normalized one is its intensity divided by its surface. */
function candela(
  power: number,
  isNormalized: boolean,
  { radius, metersPerUnit }: { readonly radius: number; readonly metersPerUnit: number },
): number {
  return metersPerUnit ** 2 * (isNormalized ? power / 4 : power * Math.PI * radius ** 2);
}
