import type { Spec } from "@usdkit/layer";

/** Returns the path of the prim or variant that a spec belongs to, and the property name if the spec is a property. */
export function placeOf(spec: Spec): { primPath: string; property?: string } {
  switch (spec.specType) {
    case "attribute":
    case "relationship":
      return { primPath: spec.parent.path, property: spec.name };
    case "variantSet":
      return { primPath: spec.parent.path };
    default:
      return { primPath: spec.path };
  }
}
