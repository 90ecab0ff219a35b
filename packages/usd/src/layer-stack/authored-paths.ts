/** The targets and connections that a layer authors. */
import type { ListOp, PropertySpec } from "@usdkit/layer";

/** Returns the targets of a relationship or the connections of an attribute, as a layer authors them. */
export function authoredPaths(spec: PropertySpec): ListOp<string> | undefined {
  return spec.specType === "relationship" ? spec.targetPaths : spec.connectionPaths;
}
