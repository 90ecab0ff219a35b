import { counted } from "@usdkit/base";
import { addedItems, valueText, type AttributeSpec, type ListOp, type PropertySpec } from "@usdkit/layer";

/** Maximum number of targets that are named. */
const MAX_PATHS = 3;

/** Returns the value of a property as part of a line: `35`, `(0, 1.5, 6)`, `[4096 elements]`, `24 time samples`, `</World/Main>`. */
export function describeValue(spec: PropertySpec): string {
  if (spec.specType === "relationship") return spec.targetPaths === undefined ? "" : describePaths(spec.targetPaths);
  return describeAttribute(spec);
}

function describeAttribute({ defaultValue, timeSamples, spline, connectionPaths }: AttributeSpec): string {
  const parts: string[] = [];
  if (defaultValue !== undefined) parts.push(valueText(defaultValue));
  if (timeSamples !== undefined) parts.push(counted(timeSamples.times.length, "time sample"));
  if (spline !== undefined) parts.push(`spline of ${counted(spline.knots.length, "knot")}`);
  if (connectionPaths !== undefined) parts.push(`connected to ${describePaths(connectionPaths)}`);
  return parts.join(", ");
}

function describePaths(listOp: ListOp<string>): string {
  const paths = addedItems(listOp);
  return paths.length > MAX_PATHS ? counted(paths.length, "target") : paths.map((path) => `<${path}>`).join(", ");
}
