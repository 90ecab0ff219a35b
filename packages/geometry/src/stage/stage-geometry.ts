/** The shapes of a stage at any time. */
import type { Stage, StageReader, StageTime } from "@usdkit/usd";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { Drawable, StageDrawables } from "./stage-drawables.ts";
import { circularBindings } from "./stage-materials.ts";
import { StageShapes, type ShapeOptions } from "./stage-shapes.ts";
import { stageMoment, stageSource, type StageSource } from "./stage-source.ts";
import { StageWalk } from "./stage-walk.ts";

/** What of a stage has shapes, and how they are made. */
export interface StageGeometryOptions {
  /** Purposes of prims that are drawn: `default`, `render`, `proxy`, `guide`. Default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes with a subdivision scheme are subdivided, 0 to 8. Default: 0. */
  readonly subdivisionLevel?: number | undefined;
  /**
   * Primvars that the geometry has besides `displayColor` and `displayOpacity`: `used`, the default, for those that its materials read;
   * `all` for all of one to four floats.
   */
  readonly primvars?: "used" | "all" | undefined;
  /** Whether skeletons and blend shapes move points. Default: true. */
  readonly isPosed?: boolean | undefined;
  /** Whether models are drawn as the bounds, axes or cards that they author (`model:drawMode`). Default: true. */
  readonly hasDrawModes?: boolean | undefined;
  /** Whether skeletons are drawn as their bones, if `purposes` has `guide`. Default: false. */
  readonly hasBones?: boolean | undefined;
}

/**
 * The shapes of a stage at any time. What does not vary over time is made once: it is the same object at all times. Do not use it any more
 * after the stage has changed.
 *
 * ```ts
 * const shapes = new StageGeometry(stage);
 * for (const time of [1, 2, 3]) {
 *   const { drawables } = shapes.at(time);
 *   console.log(time, drawables.length);
 * }
 * ```
 */
export class StageGeometry {
  readonly #source: StageSource;
  readonly #purposes: ReadonlySet<string>;
  readonly #shapes: StageShapes;
  readonly #shapeOptions: ShapeOptions;

  /** @param stage or a reader of it, whose prims the caller visits too */
  constructor(
    stage: Stage | StageReader,
    {
      purposes = ["default", "render"],
      subdivisionLevel = 0,
      primvars = "used",
      isPosed = true,
      hasDrawModes = true,
      hasBones = false,
    }: StageGeometryOptions = {},
  ) {
    this.#source = stageSource(stage);
    this.#purposes = new Set(purposes);
    const hasAllPrimvars = primvars === "all";
    this.#shapeOptions = { subdivisionLevel, hasAllPrimvars, isPosed, hasBones, hasDrawModes, isKept: true };
    this.#shapes = new StageShapes(this.#source, this.#shapeOptions);
  }

  /**
   * Returns the shapes of all visible prims at a time.
   *
   * @param time a time code; null for default values
   */
  at(time: StageTime): StageDrawables {
    const steps = this.steps(time);
    for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
  }

  /** As {@link at}, with a step for each prim, which yields all that was found so far: for other work in between. */
  *steps(time: StageTime): Generator<readonly Drawable[], StageDrawables, undefined> {
    const problems: GeometryProblem[] = [];
    const walk = new StageWalk(stageMoment(this.#source, time), this.#shapes, this.#purposes, problems);
    for (const _ of walk.steps()) yield walk.drawables;
    const { drawables, notDrawn, hidden } = walk;
    return { drawables, notDrawn, hidden, problems: withoutRepeated([...problems, ...circularBindings(this.#source)]) };
  }

  /**
   * Makes the shapes of all visible prims at a time one after the other, and keeps only those of prototypes: for stages that are larger than
   * the memory.
   *
   * ```ts
   * const shapes = new StageGeometry(stage).each(24);
   * for (let next = shapes.next(); next.done !== true; next = shapes.next()) console.log(next.value.path);
   * ```
   *
   * @returns what is not drawn, and the problems
   */
  *each(time: StageTime): Generator<Drawable, Omit<StageDrawables, "drawables">, undefined> {
    const problems: GeometryProblem[] = [];
    const shapes = new StageShapes(this.#source, { ...this.#shapeOptions, isKept: false });
    const walk = new StageWalk(stageMoment(this.#source, time), shapes, this.#purposes, problems);
    for (const _ of walk.steps()) yield* walk.drawables.splice(0);
    const { notDrawn, hidden } = walk;
    return { notDrawn, hidden, problems: withoutRepeated([...problems, ...circularBindings(this.#source)]) };
  }
}

/** A prototype is visited once for each way that leads to it. */
function withoutRepeated(problems: readonly GeometryProblem[]): readonly GeometryProblem[] {
  const once = new Map(
    problems.map((problem) => [`${problem.path}\n${problem.property}\n${problem.message}`, problem]),
  );
  return [...once.values()];
}
