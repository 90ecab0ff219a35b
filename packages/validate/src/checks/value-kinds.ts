/** Types of values that are stored alike. */
import { valueTypes } from "@usdkit/layer";

/** Whether a value can be read as either of two types, with the same text: `float3` and `color3f`, `token` and `string`. */
export function isSameStorage(a: string, b: string): boolean {
  if (a.endsWith("[]") !== b.endsWith("[]")) return false;
  const first = valueTypes.get(a.replace("[]", ""));
  const second = valueTypes.get(b.replace("[]", ""));
  if (first === undefined || second === undefined) return false;
  const isText = (kind: string): boolean => kind === "token" || kind === "string";
  const isAlike = first.kind === second.kind || (isText(first.kind) && isText(second.kind));
  return isAlike && first.dims.join() === second.dims.join() && first.quaternion === second.quaternion;
}
