/** The opinions about the value of a property, with the statements that author them. */
import type { AttributeSpec, ByteRange, PropertySpec, RelationshipSpec } from "@usdkit/layer";
import type { PropertyOpinion } from "../metadata/prim-opinions.ts";
import type { StageTime } from "./attribute-value.ts";

/** A field that is an opinion about the value of a property. */
export type ValueField = "connectionPaths" | "default" | "spline" | "targetPaths" | "timeSamples";

/** An opinion: a field of a spec. */
export interface FieldOpinion extends PropertyOpinion {
  readonly field: ValueField;
  /** The statement in the text; undefined in crates. */
  readonly range: ByteRange | undefined;
}

/** Strongest first: time samples are stronger than the default of the same spec, except at the default time. */
const ANIMATED: readonly ValueField[] = ["timeSamples", "spline", "default", "connectionPaths"];
const DEFAULT: readonly ValueField[] = ["default", "timeSamples", "spline", "connectionPaths"];

/**
 * Returns the opinions about the value of a property, strongest first.
 *
 * ```ts
 * fieldOpinions(new StageValues(stage).propertyOpinions("/World/Chair.size"), null).map(({ field }) => field); // ["default"]
 * ```
 *
 * @param opinions the specs of the property, strongest first
 * @param time time code; null for the default time
 */
export function fieldOpinions(opinions: readonly PropertyOpinion[], time: StageTime): readonly FieldOpinion[] {
  const order = time === null ? DEFAULT : ANIMATED;
  return opinions.flatMap((opinion) => {
    const { spec } = opinion;
    const fields = spec.specType === "attribute" ? order.filter((field) => hasField(spec, field)) : targetFields(spec);
    return fields.map((field) => ({ ...opinion, field, range: rangeOf(spec, field) }));
  });
}

function targetFields({ targetPaths, defaultTarget }: RelationshipSpec): readonly ValueField[] {
  const fields: ValueField[] = targetPaths === undefined ? [] : ["targetPaths"];
  if (defaultTarget !== undefined) fields.push("default");
  return fields;
}

function hasField(spec: AttributeSpec, field: ValueField): boolean {
  return field === "connectionPaths" ? spec.connectionPaths !== undefined : valueOf(spec, field) !== undefined;
}

function valueOf(
  { defaultValue, timeSamples, spline }: AttributeSpec,
  field: ValueField,
): { readonly range?: ByteRange | undefined } | undefined {
  return field === "default" ? defaultValue : field === "timeSamples" ? timeSamples : spline;
}

/** Returns the statement that authors a field; the first one of the spec if that is unknown. */
function rangeOf(spec: PropertySpec, field: ValueField): ByteRange | undefined {
  const first = spec.statements[0] ?? spec.range;
  if (spec.specType === "relationship") return first;
  if (field === "connectionPaths") return spec.fields.get(field)?.entries[0]?.range ?? first;
  const own = valueOf(spec, field)?.range;
  if (own === undefined) return first;
  return spec.statements.find(({ start, end }) => start <= own.start && own.start < end) ?? own;
}
