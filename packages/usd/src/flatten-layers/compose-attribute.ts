/** The values that the attribute specs of several layers compose to. */
import type { ArrayEditValue, AttributeSpec, Value } from "@usdkit/layer";
import { retimeSpline } from "../flatten/retime-spline.ts";
import { composesOver, composeValues } from "../metadata/compose-values.ts";
import { toStage } from "../metadata/stage-value.ts";
import type { ValueSources } from "../values/attribute.ts";
import { splineOf, timeSamplesOf } from "../values/time-samples.ts";

/** The values of an attribute spec. */
export type AttributeData = Pick<AttributeSpec, "defaultValue" | "timeSamples" | "spline">;

/**
 * Returns the values of one spec with the effect of all: the strongest default, and the time samples or the spline that no stronger
 * opinion hides. Array edits and path expressions are composed with what is weaker. What they change may also be weaker than all of
 * the specs: then they stay edits and expressions, joined in one.
 *
 * @param attribute with the specs of one path in the layers of a stack as its opinions, and without a fallback
 */
export function composeAttribute(attribute: ValueSources): AttributeData {
  const defaultValue = composeDefault(attribute);
  const animated = splineOf(attribute);
  if (animated !== undefined) {
    return { defaultValue, timeSamples: undefined, spline: retimeSpline(animated.spline, animated.offset) };
  }
  return { defaultValue, timeSamples: timeSamplesOf(attribute, join), spline: undefined };
}

function composeDefault(attribute: ValueSources): Value | undefined {
  const composing: Value[] = [];
  let animationBlock: Value | undefined;
  for (const opinion of attribute.opinions) {
    const { defaultValue } = opinion.spec;
    if (defaultValue === undefined) continue;
    if (defaultValue.kind === "animationBlock") animationBlock ??= defaultValue;
    else if (defaultValue.kind === "block") {
      // A blocked value has no effect at other times only, where the edit changes the fallback.
      return defaultValue;
    } else {
      const value = toStage(attribute.graph, opinion, defaultValue, attribute.mapping);
      if (!composesOver(value)) return composeValues(composing, value);
      composing.push(value);
    }
  }
  // What is weaker than the stack is still to be composed.
  return composing.length === 0 ? animationBlock : join(composing);
}

/** Returns a value that composes over weaker ones as all do, strongest first. */
function join(values: readonly Value[]): Value {
  return values.reduceRight(composeOver);
}

/** Returns a value that composes over weaker ones as the two do. */
function composeOver(weaker: Value, stronger: Value): Value {
  if (stronger.kind !== "arrayEdit") return composeValues([stronger], weaker) ?? stronger;
  return weaker.kind === "arrayEdit" ? joinEdits(weaker, stronger) : stronger;
}

const EDIT_START = "edit [";
const NO_OPERATION = "edit []";

/** Returns an edit with the operations of the first and then those of the second. */
function joinEdits(first: ArrayEditValue, second: ArrayEditValue): ArrayEditValue {
  if (first.text === NO_OPERATION) return second;
  if (second.text === NO_OPERATION) return first;
  const { type } = second;
  const text = joinTexts(first.text, second.text);
  if (first.pieces === undefined && second.pieces === undefined) return { kind: "arrayEdit", type, text };
  // Both begin and end with a piece that is no element.
  const [before, after] = [first.pieces ?? [first.text], second.pieces ?? [second.text]];
  const seam = joinTexts(before.at(-1) ?? "", after[0]);
  return { kind: "arrayEdit", type, text, pieces: [...before.slice(0, -1), seam, ...after.slice(1)] };
}

function joinTexts(first: string, second: string): string {
  return `${first.slice(0, -1)}; ${second.slice(EDIT_START.length)}`;
}
