/** Instances as a PointInstancer. */
import { floatToHalfBits } from "@usdkit/base";
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import type { Instances } from "../model/scene.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { arrayValue } from "./values.ts";

/** Returns an instancer of one prototype, which is a child of it. */
export function instancerPrim(
  instances: Instances,
  name: string,
  { path, prototype }: { path: string; prototype: PlainPrim },
): PlainPrim {
  const { count, translations, rotations, scales, custom } = instances;
  const names = new UniqueNames();
  const properties: PlainProperty[] = [
    ...(rotations === null
      ? []
      : [
          // Halfs for readers of before 24.11, which know no others.
          {
            name: "orientations",
            type: "quath[]",
            value: arrayValue("quath", Uint16Array.from(rotations, floatToHalfBits)),
          },
          { name: "orientationsf", type: "quatf[]", value: arrayValue("quatf", rotations) },
        ]),
    { name: "positions", type: "point3f[]", value: arrayValue("point3f", translations ?? new Float32Array(3 * count)) },
    { name: "protoIndices", type: "int[]", value: arrayValue("int", new Int32Array(count)) },
    { name: "prototypes", type: "rel", targets: [`${path}/${prototype.name}`] },
    ...(scales === null ? [] : [{ name: "scales", type: "float3[]", value: arrayValue("float3", scales) }]),
  ];
  for (const [attribute, { values, size }] of custom) {
    const type = `${values instanceof Float32Array ? "float" : "int"}${size === 1 ? "" : size}`;
    properties.push({
      name: `primvars:${names.take(attribute, "attribute")}`,
      type: `${type}[]`,
      value: arrayValue(type, values),
      metadata: { interpolation: "vertex" },
    });
  }
  return { name, type: "PointInstancer", properties, children: [prototype] };
}
