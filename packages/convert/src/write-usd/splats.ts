/** Gaussian splats as ParticleField3DGaussianSplat. */
import { floatToHalfBits } from "@usdkit/base";
import type { PlainProperty } from "@usdkit/layer";
import type { SplatCloud } from "../model/splats.ts";
import { originProperties } from "./splat-origin.ts";
import { arrayValue, splatExtent } from "./values.ts";

/** Numbers in single or half precision. */
export type SplatPrecision = "float" | "half";

/** Returns the properties of splats; in half precision without what their file has more. */
export function splatProperties(
  { splats, origin }: SplatCloud,
  precision: SplatPrecision = "float",
): readonly PlainProperty[] {
  const { positions, orientations, scales, opacities, degree, harmonics } = splats;
  const isHalf = precision === "half";
  const suffix = isHalf ? "h" : "";
  const values = (name: string, [single, half]: readonly [string, string], numbers: Float32Array): PlainProperty => {
    const type = isHalf ? half : single;
    return {
      name: `${name}${suffix}`,
      type: `${type}[]`,
      value: arrayValue(type, isHalf ? Uint16Array.from(numbers, floatToHalfBits) : numbers),
    };
  };
  const extent = splatExtent(positions, scales);
  return [
    ...(extent === undefined ? [] : [{ name: "extent", type: "float3[]", value: extent }]),
    values("opacities", ["float", "half"], opacities),
    values("orientations", ["quatf", "quath"], orientations),
    values("positions", ["point3f", "point3h"], positions),
    { name: "projectionModeHint", type: "token", value: "perspective", uniform: true },
    values("radiance:sphericalHarmonicsCoefficients", ["float3", "half3"], harmonics),
    { name: "radiance:sphericalHarmonicsDegree", type: "int", value: degree, uniform: true },
    values("scales", ["float3", "half3"], scales),
    { name: "sortingModeHint", type: "token", value: "zDepth", uniform: true },
    ...(origin === null || isHalf ? [] : originProperties(origin)),
  ];
}
