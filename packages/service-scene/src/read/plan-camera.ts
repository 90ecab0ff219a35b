import type { PrimSpec } from "@usdkit/layer";
import { attributeValue } from "../prims/attribute-value.ts";
import { cameraAttributes } from "../camera/lens.ts";
import type { RowMatrix } from "@usdkit/transforms";
import { camera } from "../prims/camera.ts";
import type { PlannedCamera } from "./types.ts";

/** Returns a camera, or an `over` of one, as the service reads it. */
export function planCamera(prim: PrimSpec, worldMatrix: RowMatrix): PlannedCamera {
  const authored: string[] = [];
  for (const { name, type, allowedTokens } of camera.properties.values()) {
    const value = attributeValue(prim, name, type);
    const counts = typeof value !== "string" || allowedTokens === undefined || allowedTokens.includes(value);
    if (value !== undefined && counts) authored.push(name);
  }
  return { path: prim.path, worldMatrix, ...cameraAttributes(prim), authored };
}
