import type { Spec } from "@usdkit/layer";

/** The prim or variant that a spec belongs to, as findings name it, and the property where it is one. */
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
