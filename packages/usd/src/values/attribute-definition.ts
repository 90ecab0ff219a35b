/** What the attributes of prims with the same sites and schemas have in common. */
import type { AttributeSpec, TypedValue, ValueType, Variability } from "@usdkit/layer";
import { valueTypes } from "@usdkit/layer";
import type { SchemaProperty } from "@usdkit/schemas";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";
import { fallbackValue } from "./schema-values.ts";
import type { AttributeOpinion, ResolvedValue } from "./value-source.ts";

/** An attribute without what differs from prim to prim: value clips, and the paths that arcs map. */
export interface AttributeDefinition {
  readonly name: string;
  /** Type name as in the text, `[]` included; that of the schema, if the prim's type or API schemas define the attribute. */
  readonly typeName: string;
  /** Undefined for a type that the format does not define. */
  readonly valueType: ValueType | undefined;
  readonly isArray: boolean;
  readonly variability: Variability;
  /** Whether no schema defines it, and a layer declares it as custom. */
  readonly custom: boolean;
  /** The value without any opinion. */
  readonly fallback: TypedValue | undefined;
  /** Strongest first. */
  readonly opinions: readonly AttributeOpinion[];
  /** Whether an opinion has samples or a spline; undefined until it is asked for. */
  isAnimated: boolean | undefined;
  /** The value at the default time, if it is the same for all of the prims and was asked for. */
  known: ResolvedValue | undefined;
  /** Whether `None` was met, which the default time treats differently from all others. */
  meetsBlock: boolean;
}

/**
 * Returns an attribute; undefined if neither a layer nor a schema has it.
 *
 * @param property what the schemas of the prim define
 * @param authored the specs of the property, strongest first, of either kind
 */
export function defineAttribute(
  name: string,
  property: SchemaProperty | undefined,
  authored: readonly PropertyOpinion[],
): AttributeDefinition | undefined {
  if (property === undefined ? authored[0]?.spec.specType !== "attribute" : property.type === "rel") return undefined;
  const opinions = authored.filter(isAttribute);
  const typeName = property?.type ?? opinions.find(({ spec }) => spec.typeName !== "")?.spec.typeName ?? "";
  const isArray = typeName.endsWith("[]");
  return {
    name,
    typeName,
    valueType: valueTypes.get(isArray ? typeName.slice(0, -2) : typeName),
    isArray,
    variability: property === undefined ? (authored.at(-1)?.spec.variability ?? "varying") : variabilityOf(property),
    custom: property === undefined && opinions.some(({ spec }) => spec.custom),
    fallback: property && fallbackValue(property),
    opinions,
    isAnimated: undefined,
    known: undefined,
    meetsBlock: false,
  };
}

/** Whether an opinion has samples or a spline. */
export function isAnimated(definition: AttributeDefinition): boolean {
  return (definition.isAnimated ??= definition.opinions.some(
    ({ spec }) => spec.spline !== undefined || (spec.timeSamples?.times.length ?? 0) > 0,
  ));
}

function variabilityOf({ isUniform }: SchemaProperty): Variability {
  return isUniform === true ? "uniform" : "varying";
}

function isAttribute(opinion: PropertyOpinion): opinion is PropertyOpinion<AttributeSpec> {
  return opinion.spec.specType === "attribute";
}
