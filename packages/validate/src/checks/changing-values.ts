/** Whether values of a prim change over time. */
import { mayVary } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";

/** Whether an attribute has more than one value over time, as `UsdAttribute::ValueMightBeTimeVarying`: one sample is one value. */
export function changesOverTime(prim: CheckedPrim, name: string): boolean {
  const attribute = prim.attribute(name);
  if (attribute === undefined || !mayVary(attribute)) return false;
  if (attribute.hasClips || attribute.opinions.some(({ spec }) => spec.spline !== undefined)) return true;
  return prim.sampleTimes(name).length > 1;
}
