import { firstCamera, multiplyMatrices, readScene, serviceMatrix, worldMatrix, type RowMatrix } from "@usdkit/schema";
import { findSpec, type Layer, type PrimSpec } from "@usdkit/layer";
import type { CameraPose } from "@usdkit/raster";

/** Where a camera's matrix stands, beside its lens. */
const MATRIX = "xformOp:transform";

/**
 * What a patch changes of a scene's camera: lens values, and where it is in the world. A patch for another prim changes nothing.
 *
 * The place is the patch's own matrix in the space of the scene's parents: the patch alone does not know those.
 */
export function movedCamera(scene: Layer, patch: Layer): CameraPose {
  const camera = firstCamera(scene);
  const change = readScene(patch, { form: "patch" }).camera;
  if (camera === undefined || change === null || change.path !== camera.path) return {};
  const pose: Record<string, unknown> = {};
  for (const name of change.authored) {
    if (name in change) pose[name] = (change as unknown as Readonly<Record<string, unknown>>)[name];
  }
  const over = findSpec(patch, change.path);
  if (over?.specType === "prim" && change.authored.includes(MATRIX)) {
    pose["worldMatrix"] = placed(over, camera);
  }
  return pose;
}

function placed(over: PrimSpec, camera: PrimSpec): RowMatrix {
  const own = serviceMatrix(over);
  const { parent } = camera;
  return parent === undefined || parent.specType !== "prim" ? own : multiplyMatrices(own, worldMatrix(parent));
}
