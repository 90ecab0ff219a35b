/** Flattened properties: what all specs of a property compose to, as one spec. */
import type { AttributeSpec, Field, PropertySpec, Value } from "@usdkit/layer";
import { composeTargets } from "../index/targets.ts";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";
import { attributeValue } from "../values/attribute-value.ts";
import { attributeOf, definedProperty, type PrimValues, type StageAttribute } from "../values/attribute.ts";
import { splineOf, timeSamplesOf } from "../values/time-samples.ts";
import { flattenMetadata } from "./flatten-metadata.ts";
import { addAttribute, addRelationship, type NewPrim } from "./new-specs.ts";
import { retimeSpline } from "./retime-spline.ts";

/** A composed prim, and the spec that is made of it. */
export interface FlattenedPrim {
  readonly values: PrimValues;
  readonly spec: NewPrim;
  /** Returns a target path as the flattened layer has it. */
  readonly mapTarget: (path: string) => string;
}

/**
 * Adds a property to a flattened prim. An attribute of a type that the format does not define is left out, as in the reference.
 *
 * @param stack the specs of the property, strongest first, of either kind; none for one that only clips have
 */
export function flattenProperty(prim: FlattenedPrim, name: string, stack: readonly PropertyOpinion[]): void {
  const { values, spec } = prim;
  const { graph } = values.opinions.index;
  const defined = definedProperty(values.schemas, name);
  const attribute = attributeOf(values, name);
  const kind = attribute === undefined ? "relationship" : "attribute";
  const sites = stack.map(({ spec: { fields }, node, layer, offset }) => ({ node, layer, offset, fields }));
  const fields = flattenMetadata({ kind, graph, sites, mapping: values.mapping });
  // The weakest spec decides, unless a schema defines the property.
  const weakest = stack.at(-1)?.spec;
  const custom = defined === undefined && weakest?.custom === true;
  const targetPaths = targets(prim, stack);
  if (attribute === undefined) {
    if (stack.length === 0) return;
    const { variability } = stack[0].spec;
    addRelationship(spec, { name, fields, custom, variability, targetPaths });
    return;
  }
  const { typeName, valueType, isArray, variability } = attribute;
  if (valueType === undefined || (isArray && !valueType.hasArray)) return;
  const data = dataOf(attribute);
  if (stack.length === 0 && data.timeSamples === undefined) return;
  const type = { typeName, valueType, isArray, variability };
  addAttribute(spec, { name, fields, custom, ...type, ...data, connectionPaths: targetPaths });
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
  if (!attribute.opinions.some(({ spec }) => spec.defaultValue !== undefined)) return undefined;
  return attributeValue(attribute, null).value ?? { kind: "block" };
}

/** Returns targets or connections as an explicit list; none, if no path is left. */
function targets(
  { values, mapTarget }: FlattenedPrim,
  stack: readonly PropertyOpinion[],
): { readonly explicit: readonly string[] } | undefined {
  if (!stack.some(({ spec }) => hasPaths(spec))) return undefined;
  const { specType } = stack[0].spec;
  const same = stack.filter(({ spec }) => spec.specType === specType);
  // A stage does not check whether a class targets one of its instances.
  const { targets: found } = composeTargets(values.opinions.index, same, () => undefined);
  return found.length === 0 ? undefined : { explicit: found.map(mapTarget) };
}

function hasPaths(spec: PropertySpec): boolean {
  return (spec.specType === "attribute" ? spec.connectionPaths : spec.targetPaths) !== undefined;
}

/** Returns the names of properties in the order that the stage lists them in. */
export function orderedNames(
  names: Iterable<string>,
  order: Pick<Field, "value"> | undefined,
  compare: Compare,
): readonly string[] {
  const sorted = [...names].sort(compare);
  if (order?.value.kind !== "names") return sorted;
  const known = new Set(sorted);
  const first = new Set(order.value.names.filter((name) => known.has(name)));
  return [...first, ...sorted.filter((name) => !first.has(name))];
}

type Compare = (a: string, b: string) => number;
