/** Values of attributes as the rules read them. */
import { hasType, plainData, type AttributeData, type PropertyDefinition } from "@usdkit/service-scene";
import type { AttributeSpec, PropertySpec, TypedValue } from "@usdkit/layer";

/** Returns whether an attribute or relationship has the type of its table. */
export function isOfType(property: PropertySpec, definition: PropertyDefinition): boolean {
  if (property.specType !== definition.kind) return false;
  // The name decides in most cases; old names of a type must be looked up.
  return (
    property.specType === "relationship" || property.typeName === definition.type || hasType(property, definition.type)
  );
}

/** Returns the default value of a property if it has the type of its table: flat for tuples. Undefined for `None`. */
export function valueOf(
  property: PropertySpec,
  definition: PropertyDefinition,
): { readonly value: TypedValue; readonly data: AttributeData } | undefined {
  if (property.specType !== "attribute" || !isOfType(property, definition)) return undefined;
  const { defaultValue: value } = property;
  return value?.kind === "typed" ? { value, data: plainData(value) } : undefined;
}

/** Returns whether more than the default value is authored, which a change of the default would not affect. */
export function isMoreThanValue({ timeSamples, spline, connectionPaths }: AttributeSpec): boolean {
  return timeSamples !== undefined || spline !== undefined || connectionPaths !== undefined;
}
