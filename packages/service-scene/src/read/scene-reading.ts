/** Reads a layer as a scene in one walk, shared by the plan and the rules of `@usdkit/validate`. */
import type { Layer, PrimSpec } from "@usdkit/layer";
import type { PrimTypes } from "../prims/definition.ts";
import { primTypes as defaultPrimTypes } from "../prims/index.ts";
import { PatchPlanner } from "./patch-planner.ts";
import { sceneFormOf } from "./prims-that-count.ts";
import { ScenePlanner } from "./scene-planner.ts";
import type { ReadingForm, ScenePlan } from "./types.ts";
import { walkScene, type PrimPlace, type SceneVisitor, type WalkOptions } from "./walk-scene.ts";

/** Options of {@link SceneReading}. */
export interface SceneReadingOptions {
  /** Default: a patch if every root prim is an `over`, otherwise a full scene. */
  readonly form?: ReadingForm | undefined;
  /** Default: those of the service. */
  readonly primTypes?: PrimTypes | undefined;
  /** Whether {@link SceneReading.plan} will be called; default true, and false for the form `layer`. A plan reads every property. */
  readonly isPlanned?: boolean | undefined;
}

/**
 * The results of one walk over a layer: cameras, RenderSettings and, if requested, the {@link ScenePlan}. Other readers share
 * the walk: their visitors are passed to {@link SceneReading.walk}.
 */
export class SceneReading {
  readonly layer: Layer;
  readonly form: ReadingForm;
  readonly primTypes: PrimTypes;
  /** Cameras in the order of the traversal: a full scene is rendered with the first one (spec 2.8 rule 2). */
  readonly cameras: PrimSpec[] = [];
  /** RenderSettings in the order of the traversal: a full scene uses the first (spec 2.8 rule 4). */
  readonly renderSettings: PrimPlace[] = [];
  readonly #planner: ScenePlanner | PatchPlanner | undefined;
  #plan: ScenePlan | undefined;

  constructor(layer: Layer, { form, primTypes = defaultPrimTypes, isPlanned = true }: SceneReadingOptions = {}) {
    this.layer = layer;
    this.form = form ?? sceneFormOf(layer);
    this.primTypes = primTypes;
    if (!isPlanned || this.form === "layer") return;
    this.#planner = this.form === "patch" ? new PatchPlanner(layer) : new ScenePlanner(layer, primTypes);
  }

  /** Walks over the layer. The cameras and RenderSettings up to a prim are known when `visitors` see it. */
  walk(visitors: readonly SceneVisitor[] = [], options: Pick<WalkOptions, "memory" | "onThrow"> = {}): void {
    const own: SceneVisitor = { prim: (_, place) => this.#enter(place) };
    const planner = this.#planner === undefined ? [] : [this.#planner.visitor];
    const { layer, form, primTypes } = this;
    walkScene(layer, [own, ...planner, ...visitors], { ...options, isFullScene: form === "scene", primTypes });
  }

  /**
   * Returns the plan, after the walk.
   *
   * @throws {TypeError} if it was not planned
   */
  plan(): ScenePlan {
    if (this.#planner === undefined) throw new TypeError("The scene was read without a plan");
    return (this.#plan ??= this.#planner.plan());
  }

  #enter(place: PrimPlace): void {
    const role = place.definition?.role;
    if (role === "camera") this.cameras.push(place.prim);
    else if (role === "renderSettings") this.renderSettings.push(place);
  }
}
