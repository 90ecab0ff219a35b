/** Values of attributes as the rules read them. */
import { hasType, plainData, type AttributeData, type PropertyDefinition } from "@usdkit/schema";
import type { AttributeSpec, PropertySpec, TypedValue } from "@usdkit/layer";

/** True for an attribute or relationship of the type that its table says. */
export function isOfType(property: PropertySpec, definition: PropertyDefinition): boolean {
  if (property.specType !== definition.kind) return false;
  // The name says it nearly always; old names of a type must be looked up.
  return (
    property.specType === "relationship" || property.typeName === definition.type || hasType(property, definition.type)
  );
}

/** What a property's default says, where it is of the type that its table says: flat for tuples. Undefined for `None`. */
export function valueOf(
  property: PropertySpec,
  definition: PropertyDefinition,
): { readonly value: TypedValue; readonly data: AttributeData } | undefined {
  if (property.specType !== "attribute" || !isOfType(property, definition)) return undefined;
  const { defaultValue: value } = property;
  return value?.kind === "typed" ? { value, data: plainData(value) } : undefined;
}

/** Whether something but the default value is authored, which a change of the default would leave behind. */
export function isMoreThanValue({ timeSamples, spline, connectionPaths }: AttributeSpec): boolean {
  return timeSamples !== undefined || spline !== undefined || connectionPaths !== undefined;
}
