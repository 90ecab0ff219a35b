/** Lights. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import type { LightModel } from "../model/light.ts";
import { defined, named } from "./named.ts";
import { withProgramData, type WrittenPrim } from "./program-data.ts";
import type { UsdWriter } from "./usd-writer.ts";

/** Radius of the spheres that points of light become, in metres; their light does not depend on it. */
const RADIUS = 0.01;
/**
 * A normalized sphere of intensity I has the luminance I / (4πr²), and so the luminous intensity I / (4πr²) · πr² = I / 4 in
 * each direction.
 */
const INTENSITY_OF_CANDELA = 4;

/** Returns a light as a prim: a normalized DistantLight has its intensity in lux, a normalized SphereLight four times that in candela. */
export function lightPrim(writer: UsdWriter, light: LightModel, path: string): PlainPrim {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const { kind, color, intensity, range, source, extras } = light;
  if (range !== null) writer.losses.add(`${source}/range`, "The range of the light is not kept: it shines without end");
  const isDistant = kind === "directional";
  const inputs: PlainProperty[] = [
    { name: "inputs:color", type: "color3f", value: [...color] },
    { name: "inputs:intensity", type: "float", value: isDistant ? intensity : INTENSITY_OF_CANDELA * intensity },
    { name: "inputs:normalize", type: "bool", value: true },
  ];
  const shape: PlainProperty[] = isDistant
    ? [{ name: "inputs:angle", type: "float", value: 0 }]
    : [
        { name: "inputs:radius", type: "float", value: RADIUS },
        { name: "treatAsPoint", type: "bool", value: true },
      ];
  const prim: WrittenPrim = {
    name,
    type: isDistant ? "DistantLight" : "SphereLight",
    metadata: defined({
      ...named(light.name, name),
      apiSchemas: kind === "spot" ? { prepended: ["ShapingAPI"] } : undefined,
    }),
    properties: [...inputs, ...shape, ...(kind === "spot" ? coneProperties(light) : [])],
  };
  return withProgramData(writer, prim, { extras, source, path });
}

/** Softness is the part of the angle in which the light fades out. */
function coneProperties({ innerAngle, outerAngle }: LightModel): readonly PlainProperty[] {
  return [
    { name: "inputs:shaping:cone:angle", type: "float", value: (outerAngle * 180) / Math.PI },
    { name: "inputs:shaping:cone:softness", type: "float", value: 1 - Math.min(1, innerAngle / outerAngle) },
  ];
}
