/** Flattened properties: what all specs of a property compose to, as one spec. */
import type { AttributeSpec, Value } from "@usdkit/layer";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";
import { attributeValue } from "../values/attribute-value.ts";
import { attributeOf, type StageAttribute } from "../values/attribute.ts";
import type { PrimValues } from "../values/prim-values.ts";
import { splineOf, timeSamplesOf } from "../values/time-samples.ts";
import { flattenMetadata } from "./flatten-metadata.ts";
import type { PropertyTemplate } from "./flattened-specs.ts";
import { propertyTargets, type TargetMapping } from "./property-targets.ts";
import { retimeSpline } from "./retime-spline.ts";

const noOpinions: readonly PropertyOpinion[] = [];

/**
 * Returns what the specs of a property compose to. Undefined for one that is left out: an attribute of a type that the format does
 * not define, as in the reference, or one that neither a layer nor a clip has.
 */
export function flattenProperty(
  values: PrimValues,
  name: string,
  mapping: TargetMapping,
): PropertyTemplate | undefined {
  const { contents, index } = values;
  const stack = contents.properties.get(name) ?? noOpinions;
  const attribute = attributeOf(values, name);
  const kind = attribute === undefined ? "relationship" : "attribute";
  const sites = stack.map(({ spec: { fields }, node, layer, offset }) => ({ node, layer, offset, fields }));
  const fields = flattenMetadata({ kind, graph: index.graph, sites, mapping: values.mapping });
  // The weakest spec decides, unless a schema defines the property.
  const custom = contents.defined.property(name) === undefined && stack.at(-1)?.spec.custom === true;
  const targets = propertyTargets(stack, mapping);
  if (attribute === undefined) {
    if (stack.length === 0) return undefined;
    const { variability } = stack[0].spec;
    return { name, fields, custom, variability, attribute: undefined, targets };
  }
  const { typeName, valueType, isArray, variability } = attribute;
  if (valueType === undefined || (isArray && !valueType.hasArray)) return undefined;
  const data = dataOf(attribute);
  if (stack.length === 0 && data.timeSamples === undefined) return undefined;
  return { name, fields, custom, variability, attribute: { typeName, valueType, isArray, ...data }, targets };
}

/** Returns the values of an attribute: its samples or its spline, and its default in any case. */
function dataOf(attribute: StageAttribute): Pick<AttributeSpec, "defaultValue" | "timeSamples" | "spline"> {
  const animated = splineOf(attribute);
  const spline = animated && retimeSpline(animated.spline, animated.offset);
  const timeSamples = spline === undefined ? timeSamplesOf(attribute) : undefined;
  return { defaultValue: defaultOf(attribute), timeSamples, spline };
}

/** A default without a value is a block. */
function defaultOf(attribute: StageAttribute): Value | undefined {
  const { value, source } = attributeValue(attribute, null);
  const hasOpinion =
    source.opinion !== undefined ||
    source.isBlocked ||
    attribute.opinions.some(({ spec }) => spec.defaultValue !== undefined);
  return hasOpinion ? (value ?? { kind: "block" }) : undefined;
}
