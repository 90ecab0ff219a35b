import { nearestName } from "@usdkit/layer";

/** Returns ` Did you mean "x"?`, or nothing if no name is near. */
export function didYouMean(name: string, names: Iterable<string>, prefix = ""): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "" : ` Did you mean "${prefix}${nearest}"?`;
}
