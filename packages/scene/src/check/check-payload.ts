/** Checks the payload of a Mesh or a splat prim. */
import { parsePayloadAsset } from "@usdkit/service-scene";
import { isPrimPath } from "./names.ts";
import { invalidValue, SceneError, showValue, type Named } from "./scene-error.ts";

/** `asset:/mesh/chair-01`, and the prim in it, if any. */
export interface Payload {
  readonly asset: string;
  readonly target: string | undefined;
}

/** Control characters and halves of surrogate pairs: no asset path can contain them. */
const UNFIT = /[\p{Cc}\p{Cs}]/u;

/**
 * Returns the payload, checked.
 *
 * @throws SceneError if the asset is not `<scheme>:/mesh/<id>`, or the target not an absolute prim path
 */
export function checkPayload(at: Named, asset: unknown, target: unknown): Payload {
  const expected = "<scheme>:/mesh/<mesh id>, as asset:/mesh/chair-01,";
  if (typeof asset !== "string" || UNFIT.test(asset)) throw invalidValue(at.path, "payload", asset, expected);
  const parsed = parsePayloadAsset(asset);
  if ("problem" in parsed) {
    const details = { primPath: at.path, property: "payload", value: asset, expected };
    throw new SceneError(`${at.path}.payload: found ${showValue(asset)}: ${parsed.problem}`, details);
  }
  if (target === undefined) return { asset, target };
  if (typeof target === "string" && isPrimPath(target)) return { asset, target };
  throw invalidValue(at.path, "payload", target, "an absolute prim path as target, as /mesh,");
}
