/** Which `resolution` counts (spec 2.8 rules 3 and 4). */
import type { PrimSpec, PropertySpec, TypedValue } from "@usdkit/layer";
import { hasType } from "@usdkit/service-scene";
import { RESOLUTION } from "./names.ts";
import type { RuleReading } from "./rule-reading.ts";

/** An authored `resolution` of the right type. */
export interface AuthoredResolution {
  readonly prim: PrimSpec;
  readonly property: PropertySpec;
  readonly value: TypedValue;
  readonly width: number;
  readonly height: number;
}

/** `wrong`: there is one that another rule reports, of another type or misspelled. */
export function resolutionOn(prim: PrimSpec | undefined, scene: RuleReading): AuthoredResolution | "wrong" | undefined {
  if (prim === undefined) return undefined;
  const property = prim.properties.find(({ name }) => name === RESOLUTION);
  if (property === undefined) return prim.properties.some(({ name }) => isNear(name, scene)) ? "wrong" : undefined;
  if (property.specType !== "attribute" || !hasType(property, "int2")) return "wrong";
  const { defaultValue } = property;
  if (defaultValue?.kind !== "typed") return undefined;
  const [width, height] = defaultValue.data as Int32Array;
  return { prim, property, value: defaultValue, width, height };
}

function isNear(name: string, scene: RuleReading): boolean {
  return scene.nearRenderSetting(name) === RESOLUTION;
}

/** Returns the resolution of the first RenderSettings, otherwise that of the first camera. */
export function resolutionThatCounts(scene: RuleReading): AuthoredResolution | "wrong" | undefined {
  return resolutionOn(scene.renderSettings.at(0)?.prim, scene) ?? resolutionOn(scene.cameras.at(0), scene);
}
