/** Flattened properties: what all specs of a property compose to, as one spec. */
import { valueTypes, type AttributeSpec, type Field, type PropertySpec } from "@usdkit/layer";
import type { IndexedProperty, PrimIndex } from "../index/prim-index.ts";
import { composeTargets } from "../index/targets.ts";
import { composeValues, type AttributeOpinion } from "./attribute-values.ts";
import { composeMetadata, type FieldOpinions } from "./compose-metadata.ts";
import { definedProperty, type PrimDefinition } from "./definition.ts";
import type { FlattenSource } from "./flatten-source.ts";
import { addAttribute, addRelationship, type NewPrim } from "./new-specs.ts";
import { contextOf } from "./resolved-value.ts";

/** A composed prim, and the spec that is made of it. */
export interface FlattenedPrim {
  readonly index: PrimIndex;
  readonly definition: PrimDefinition;
  readonly spec: NewPrim;
  /** Returns a target path as the flattened layer has it. */
  readonly mapTarget: (path: string) => string;
}

/**
 * Adds a property to a flattened prim. An attribute of a type that the format does not define is left out, as in the reference.
 *
 * @param stack the specs of the property, strongest first, of either kind
 */
export function flattenProperty(
  source: FlattenSource,
  prim: FlattenedPrim,
  name: string,
  stack: readonly IndexedProperty[],
): void {
  const defined = definedProperty(prim.definition, name);
  const isRelationship = defined === undefined ? stack[0].spec.specType === "relationship" : defined.type === "rel";
  const { graph } = prim.index;
  const opinions: FieldOpinions[] = stack.map((each) => ({
    fields: each.spec.fields,
    context: contextOf(source, graph, each),
  }));
  const fields = composeMetadata(isRelationship ? "relationship" : "attribute", opinions);
  // The weakest spec decides, unless a schema defines the property.
  const weakest = stack[stack.length - 1].spec;
  const custom = defined === undefined && weakest.custom;
  const targetPaths = targets(prim, stack);
  if (isRelationship) {
    const { variability } = stack[0].spec;
    addRelationship(prim.spec, { name, fields, custom, variability, targetPaths });
    return;
  }
  const type = attributeType(defined?.type ?? authoredType(stack));
  if (type === undefined) return;
  const attributes = stack.flatMap(({ spec }, i): AttributeOpinion[] =>
    spec.specType === "attribute" ? [{ spec, context: opinions[i].context }] : [],
  );
  const isUniform = defined === undefined ? weakest.variability === "uniform" : defined.isUniform === true;
  addAttribute(prim.spec, {
    name,
    fields,
    custom,
    variability: isUniform ? "uniform" : "varying",
    ...type,
    ...composeValues(attributes),
    connectionPaths: targetPaths,
  });
}

function authoredType(stack: readonly IndexedProperty[]): string {
  for (const { spec } of stack) if (spec.specType === "attribute" && spec.typeName !== "") return spec.typeName;
  return "";
}

/** Returns the type of a name; undefined for one that the format does not define. */
function attributeType(typeName: string): Pick<AttributeSpec, "typeName" | "valueType" | "isArray"> | undefined {
  const isArray = typeName.endsWith("[]");
  const valueType = valueTypes.get(isArray ? typeName.slice(0, -2) : typeName);
  if (valueType === undefined || (isArray && !valueType.hasArray)) return undefined;
  return { typeName, valueType, isArray };
}

/** Returns targets or connections as an explicit list; none, if no path is left. */
function targets(
  { index, mapTarget }: FlattenedPrim,
  stack: readonly IndexedProperty[],
): { readonly explicit: readonly string[] } | undefined {
  if (!stack.some(({ spec }) => hasPaths(spec))) return undefined;
  const { specType } = stack[0].spec;
  const same = stack.filter(({ spec }) => spec.specType === specType);
  // A stage does not check whether a class targets one of its instances.
  const { targets: found } = composeTargets(index, same, () => undefined);
  return found.length === 0 ? undefined : { explicit: found.map(mapTarget) };
}

function hasPaths(spec: PropertySpec): boolean {
  return (spec.specType === "attribute" ? spec.connectionPaths : spec.targetPaths) !== undefined;
}

/** Returns the names of properties in the order that the stage lists them in. */
export function orderedNames(names: Iterable<string>, order: Field | undefined, compare: Compare): readonly string[] {
  const sorted = [...names].sort(compare);
  if (order?.value.kind !== "names") return sorted;
  const known = new Set(sorted);
  const first = new Set(order.value.names.filter((name) => known.has(name)));
  return [...first, ...sorted.filter((name) => !first.has(name))];
}

type Compare = (a: string, b: string) => number;
