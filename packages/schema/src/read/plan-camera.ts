import type { PrimSpec } from "@usdkit/usda";
import { attributeValue } from "../authored/attribute-value.ts";
import { cameraAttributes } from "../camera/lens.ts";
import type { RowMatrix } from "../matrix/row-matrix.ts";
import { camera } from "../prims/camera.ts";
import type { PlannedCamera } from "./types.ts";

/** A camera, or an `over` that is taken for one, as the service reads it. */
export function planCamera(prim: PrimSpec, worldMatrix: RowMatrix): PlannedCamera {
  const authored: string[] = [];
  for (const { name, type } of camera.properties.values()) {
    if (attributeValue(prim, name, type) !== undefined) authored.push(name);
  }
  return { path: prim.path, worldMatrix, ...cameraAttributes(prim), authored };
}
