/** Whether layers have a value for an attribute, and whether it changes over time. */
import { isAnimated } from "./attribute-definition.ts";
import type { StageAttribute } from "./attribute.ts";

/**
 * Whether a layer or a clip has the value of an attribute (`UsdAttribute::HasAuthoredValue`): not if `None` hides all weaker
 * opinions, nor if only the schema has a value.
 */
export function hasAuthoredValue({ sources }: StageAttribute): boolean {
  let isAnimated = true;
  for (const source of sources) {
    if ("clips" in source) {
      if (isAnimated) return true;
      continue;
    }
    const { timeSamples, spline, defaultValue } = source.spec;
    if (isAnimated && ((timeSamples !== undefined && timeSamples.times.length > 0) || spline !== undefined))
      return true;
    if (defaultValue === undefined) continue;
    if (defaultValue.kind === "animationBlock") isAnimated = false;
    else return defaultValue.kind !== "block";
  }
  return false;
}

/** Whether the value of an attribute may differ from one time to another: it has samples, a spline or clips. */
export function mayVary(attribute: StageAttribute): boolean {
  return (
    isAnimated(attribute.definition) || (attribute.hasClips && attribute.sources.some((source) => "clips" in source))
  );
}
