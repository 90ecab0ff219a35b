/** What the service will use of a camera patch. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { identityMatrix, type RowMatrix } from "../matrix/row-matrix.ts";
import { payloadOf } from "../payload/payload-of.ts";
import { camera } from "../prims/camera.ts";
import { worldMatrixBelow } from "../transform/service-matrix.ts";
import { ignoredLayerMetadata, ignoredPrimMetadata } from "./ignored-metadata.ts";
import { ignoredList, ignoredProperties, type AddIgnored } from "./ignored-properties.ts";
import { planCamera } from "./plan-camera.ts";
import { isPatchCamera } from "./prims-that-count.ts";
import { childrenInOrder, isActive } from "./traverse.ts";
import type { PlannedCamera, ScenePlan } from "./types.ts";

/**
 * Returns the first `over` with camera attributes, and everything else as ignored (spec 2.8 rules 2 and 9). The camera's world
 * matrix is that of the patch alone: its ancestors in the scene of the session are unknown here.
 */
export function readPatch(layer: Layer): ScenePlan {
  const { list, add } = ignoredList();
  let found: PlannedCamera | null = null;
  ignoredLayerMetadata(layer, add);
  const stack: { readonly prim: PrimSpec; readonly parentWorld: RowMatrix }[] = [];
  const push = (children: readonly PrimSpec[], parentWorld: RowMatrix): void => {
    for (let i = children.length - 1; i >= 0; i--) stack.push({ prim: children[i], parentWorld });
  };
  push(childrenInOrder(layer.root), identityMatrix);
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const { prim } = step;
    if (!isActive(prim)) add(prim.path, "inactive", "inactive, with everything under it");
    else if (prim.specifier !== "over") {
      add(prim.path, "specifier", `a patch uses over: ${prim.specifier} is left out, with everything under it`);
    } else {
      const world = worldMatrixBelow(prim, step.parentWorld);
      ignoredPrimMetadata(prim, add);
      if (payloadOf(prim).length > 0) add(prim.path, "payload", NOT_THE_CAMERA);
      if (!isPatchCamera(prim)) ignoreAll(prim, add);
      else if (found === null) {
        found = planCamera(prim, world);
        ignoreOthers(prim, add);
      } else add(prim.path, "camera", `only the first over with camera attributes counts, ${found.path}`);
      push(childrenInOrder(prim), world);
    }
  }
  return {
    form: "patch",
    camera: found,
    resolution: null,
    resolutionSource: null,
    renderSettings: null,
    items: [],
    prims: [],
    ignored: list,
  };
}

const NOT_THE_CAMERA = "a patch changes the camera alone";

function ignoreAll(prim: PrimSpec, add: AddIgnored): void {
  for (const { path } of prim.properties) add(path, "attribute", NOT_THE_CAMERA);
}

/** The properties of the camera's prim that do not count; the resolution stays that of the session. */
function ignoreOthers(prim: PrimSpec, add: AddIgnored): void {
  ignoredProperties(prim, camera, add);
  for (const { name, path } of prim.properties) if (name === "resolution") add(path, "resolution", NOT_THE_CAMERA);
}
