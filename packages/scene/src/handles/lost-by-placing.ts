import { isTransformOp, opOrderOf, parseOpName, RESET_XFORM_STACK } from "@usdkit/service-scene";
import type { PrimSpec } from "@usdkit/layer";

/**
 * Describes what a placing call would lose of a prim of an opened scene: values over time, connections, metadata of ops, and
 * listed ops from elsewhere. One matrix cannot express these.
 */
export function lostByPlacing(prim: PrimSpec): readonly string[] {
  const lost: string[] = [];
  const names = new Set<string>();
  for (const property of prim.properties) {
    if (!isTransformOp(property.name) && property.name !== "xformOpOrder") continue;
    names.add(property.name);
    if (property.specType !== "attribute") continue;
    if (property.timeSamples !== undefined) lost.push(`time samples of ${property.name}`);
    if (property.spline !== undefined) lost.push(`the spline of ${property.name}`);
    if (property.connectionPaths !== undefined) lost.push(`connections of ${property.name}`);
    const isRemoved = property.name !== "xformOp:transform" && property.name !== "xformOpOrder";
    if (isRemoved && property.fields.size > 0) lost.push(`metadata of ${property.name}`);
  }
  for (const entry of opOrderOf(prim)) {
    const name = parseOpName(entry)?.attributeName;
    if (entry === RESET_XFORM_STACK || (name !== undefined && names.has(name))) continue;
    lost.push(`"${entry}", which the order lists and this prim does not author`);
  }
  return lost;
}
