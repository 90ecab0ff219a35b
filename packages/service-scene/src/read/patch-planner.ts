/** Plans what the service uses of a camera patch, during a walk. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import { payloadOf } from "../payload/payload-of.ts";
import { camera } from "../prims/camera.ts";
import { ignoredLayerMetadata, ignoredPrimMetadata } from "./ignored-metadata.ts";
import { ignoredList, ignoredProperties, type AddIgnored } from "./ignored-properties.ts";
import { planCamera } from "./plan-camera.ts";
import { isPatchCamera } from "./prims-that-count.ts";
import type { PlannedCamera, ScenePlan } from "./types.ts";
import type { PrimPlace, SceneVisitor } from "./walk-scene.ts";

/**
 * Builds the plan of a patch: the first `over` with camera attributes, and everything else as ignored (spec 2.8 rules 2 and 9).
 * The camera's world matrix is that of the patch alone: its ancestors in the scene of the session are unknown here.
 */
export class PatchPlanner {
  readonly visitor: SceneVisitor;
  readonly #ignored = ignoredList();
  /** Prims that are not an `over`, with everything under them. */
  readonly #leftOut: Set<PrimPlace> = new Set();
  #camera: PlannedCamera | null = null;

  constructor(layer: Layer) {
    const { add } = this.#ignored;
    ignoredLayerMetadata(layer, add);
    this.visitor = {
      prim: (prim, place) => this.#enter(prim, place),
      inactivePrim: ({ path }, parent) => {
        if (!this.#isLeftOut(parent)) add(path, "inactive", "inactive, with everything under it");
      },
    };
  }

  /** Returns the plan, after the walk. */
  plan(): ScenePlan {
    return {
      form: "patch",
      camera: this.#camera,
      resolution: null,
      resolutionSource: null,
      renderSettings: null,
      items: [],
      prims: [],
      ignored: this.#ignored.list,
    };
  }

  #enter(prim: PrimSpec, place: PrimPlace): void {
    const { add } = this.#ignored;
    const isBelow = this.#isLeftOut(place.parent);
    if (isBelow || prim.specifier !== "over") {
      if (prim.children.length > 0) this.#leftOut.add(place);
      if (isBelow) return;
      add(prim.path, "specifier", `a patch uses over: ${prim.specifier} is left out, with everything under it`);
      return;
    }
    ignoredPrimMetadata(prim, add);
    if (payloadOf(prim).length > 0) add(prim.path, "payload", NOT_THE_CAMERA);
    if (!isPatchCamera(prim)) ignoreAll(prim, add);
    else if (this.#camera === null) {
      this.#camera = planCamera(prim, place.worldMatrix);
      ignoreOthers(prim, add);
    } else add(prim.path, "camera", `only the first over with camera attributes counts, ${this.#camera.path}`);
  }

  #isLeftOut(place: PrimPlace | undefined): boolean {
    return place !== undefined && this.#leftOut.has(place);
  }
}

const NOT_THE_CAMERA = "a patch changes the camera alone";

function ignoreAll(prim: PrimSpec, add: AddIgnored): void {
  for (const { path } of prim.properties) add(path, "attribute", NOT_THE_CAMERA);
}

/** Adds the ignored properties of the camera's prim; the resolution stays that of the session. */
function ignoreOthers(prim: PrimSpec, add: AddIgnored): void {
  ignoredProperties(prim, camera, add);
  for (const { name, path } of prim.properties) if (name === "resolution") add(path, "resolution", NOT_THE_CAMERA);
}
