import { bakedTransform, opOrderOf, RESET_XFORM_STACK } from "@usdkit/service-scene";
import { valueTypes, type AttributeSpec, type PrimSpec, type PropertySpec } from "@usdkit/layer";

const TRANSFORM = "xformOp:transform";

/**
 * Returns the properties of a prim with the product of its ops as `xformOp:transform`, if its order lists other ops than that one;
 * otherwise the properties themselves. An op that USD does not evaluate counts as the identity, as in the reference.
 *
 * @param prim The prim that has the properties; they are not read of it.
 */
export function bakeTransforms(prim: PrimSpec, properties: readonly PropertySpec[]): readonly PropertySpec[] {
  const evaluated = evaluatedPrim(prim, properties);
  const order = opOrderOf(evaluated);
  if (order.every((entry) => entry === TRANSFORM || entry === RESET_XFORM_STACK)) return properties;
  const { matrix } = bakedTransform(evaluated);
  const type = valueTypes.get("matrix4d");
  if (type === undefined) return properties;
  const baked: AttributeSpec = {
    specType: "attribute",
    path: `${prim.path}.${TRANSFORM}`,
    name: TRANSFORM,
    typeName: "matrix4d",
    valueType: type,
    isArray: false,
    custom: false,
    variability: "varying",
    statements: [],
    connectionPaths: undefined,
    fields: new Map(),
    parent: prim,
    defaultValue: { kind: "typed", type, isArray: false, data: Float64Array.from(matrix) },
    timeSamples: undefined,
    spline: undefined,
  };
  return [...properties.filter(({ name }) => name !== TRANSFORM), baked];
}

function evaluatedPrim(prim: PrimSpec, properties: readonly PropertySpec[]): PrimSpec {
  const { path, name, specifier, typeName, fields, variantSets, parent } = prim;
  return { specType: "prim", path, name, specifier, typeName, fields, variantSets, parent, children: [], properties };
}
