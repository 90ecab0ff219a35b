/** Visits the prims of a stage that have shapes. */
import { isIdentityMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { counted } from "@usdkit/base";
import type { PrimNode } from "@usdkit/usd";
import { inheritedBinding, skelBinding, type SkelBinding } from "@usdkit/usd/skel";
import type { VertexPrimvars } from "../model/geometry.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import { drawableTypes } from "../prims/drawable-types.ts";
import { geometryTypes } from "../prims/registry.ts";
import type { DrawMode, DrawModes } from "./draw-modes.ts";
import { depthOf, instancePrimvars, isWithinItself, outermost, type Frame } from "./instancer-frames.ts";
import { instancesByPrototype } from "./point-instancers.ts";
import type { Drawable, UndrawnPrim } from "./stage-drawables.ts";
import type { Shape, ShapeSpace } from "./shape.ts";
import type { StageShapes } from "./stage-shapes.ts";
import type { StageMoment } from "./stage-source.ts";
import { UnknownTypes } from "./unknown-types.ts";

/** Matrices of all drawables, and of the prototypes of all instancers: those within each other multiply. */
const MOST_MATRICES = 1 << 20;
/** A visit of an instancer counts as a matrix, and as so many times more with each instancer around it: they may lead to each other. */
const NESTED_VISIT = 16;

const PURPOSES: ReadonlySet<string> = new Set(["default", "render", "proxy", "guide"]);

const noPrimvars: VertexPrimvars = new Map();

/** A prim to visit; outside of instancers without a frame. */
interface Step {
  readonly prim: PrimNode;
  readonly frame: Frame | undefined;
  /** The skeleton of the prim above it. */
  readonly binding: SkelBinding | undefined;
  /** The draw mode of the prim above it; undefined if that is no model. */
  readonly mode: string | undefined;
}

/** Collects the drawables of a stage at a time. */
export class StageWalk {
  readonly drawables: Drawable[] = [];
  readonly notDrawn: UndrawnPrim[] = [];
  readonly hidden: { invisible: number; readonly purposes: Map<string, number> } = {
    invisible: 0,
    purposes: new Map(),
  };
  readonly #moment: StageMoment;
  readonly #shapes: StageShapes;
  readonly #purposes: ReadonlySet<string>;
  readonly #problems: GeometryProblem[];
  /** Paths of the instancers outside of others, and whether something of them is drawn. */
  readonly #instancers = new Map<string, boolean>();
  readonly #types = new UnknownTypes();
  /** Of all drawables. */
  #matrices = 0;
  /** Matrices of the prototypes of all instancers. */
  #placedPrototypes = 0;

  /** @param purposes of the prims that are drawn */
  constructor(moment: StageMoment, shapes: StageShapes, purposes: ReadonlySet<string>, problems: GeometryProblem[]) {
    this.#moment = moment;
    this.#shapes = shapes;
    this.#purposes = purposes;
    this.#problems = problems;
  }

  /** Visits all prims, and stops after each: what it has drawn is in `drawables`. */
  *steps(): Generator<void, void, undefined> {
    const waiting: Step[] = [
      { prim: this.#moment.source.reader.pseudoRoot, frame: undefined, binding: undefined, mode: "default" },
    ];
    for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
      for (const next of this.#visit(step).toReversed()) waiting.push(next);
      yield;
    }
    for (const problem of this.#types.problems()) this.#problems.push(problem);
    for (const [path, isDrawn] of this.#instancers) {
      if (!isDrawn) this.notDrawn.push({ path, type: "PointInstancer", reason: "empty" });
    }
  }

  /** Draws a prim; returns the prims to visit next. */
  #visit(step: Step): readonly Step[] {
    const { prim, frame } = step;
    const { source, visibility } = this.#moment;
    const below = (binding: SkelBinding | undefined, mode: string | undefined): readonly Step[] =>
      Array.from(source.reader.children(prim), (child) => ({ prim: child, frame, binding, mode }));
    if (prim === source.reader.pseudoRoot) return below(undefined, step.mode);
    // Prototypes may be below an over, which hides them elsewhere.
    const isDefined = frame === undefined ? prim.isDefined : prim.hasDefiningSpecifier;
    if (!prim.isActive || !isDefined || prim.isAbstract) return [];
    // What is above a prototype does not hide it.
    const shown = visibility.authored(prim);
    if (shown === "invisible") {
      this.hidden.invisible++;
      return [];
    }
    if (shown !== "inherited") {
      const found = shown === "" ? "a value of another type" : JSON.stringify(shown);
      this.#problem(prim.path, "visibility", `Expected "inherited" or "invisible", found ${found}: the prim is drawn`);
    }
    this.#types.visit(source.reader, prim);
    const { ignored } = source.queries.query(prim);
    if (ignored.length > 0) {
      const names = ignored.map((name) => JSON.stringify(name)).join(", ");
      this.#problem(prim.path, "xformOpOrder", `There is no transform op ${names}: it is ignored`);
    }
    const mode = this.#drawMode(step);
    if (mode?.applied !== undefined) {
      this.#drawStandIn(step, mode.applied);
      return [];
    }
    if (prim.type === "PointInstancer") return this.#prototypes(step);
    const binding = skelBinding(source.reader, prim, step.binding);
    this.#draw({ prim, frame, binding });
    // The prims of a prototype are models whatever is above the instance.
    return below(binding, mode?.mode);
  }

  #drawMode({ prim, mode }: Step): ReturnType<DrawModes["of"]> {
    const { modes } = this.#shapes;
    if (modes === null || (mode === undefined && prim.parent?.isInstance !== true)) return undefined;
    return modes.of(prim, mode ?? "default");
  }

  #drawStandIn({ prim, frame }: Step, mode: DrawMode): void {
    if (!this.#isShown(prim)) return;
    const shape = this.#shapes.modes?.shape(this.#moment, prim, mode, this.#problems);
    this.#place(prim, frame, shape);
  }

  /** @param fallback the purpose of a prim that has the default one */
  #isShown(prim: PrimNode, fallback = "default"): boolean {
    const own = this.#moment.source.purposes.info(prim).purpose;
    const purpose = own === "default" ? fallback : own;
    if (this.#purposes.has(purpose)) return true;
    const { purposes } = this.hidden;
    if (!purposes.has(purpose) && !PURPOSES.has(purpose)) {
      const found = `Expected "default", "render", "proxy" or "guide", found ${JSON.stringify(purpose)}`;
      this.#problem(prim.path, "purpose", `${found}: prims of this purpose are not drawn`);
    }
    purposes.set(purpose, (purposes.get(purpose) ?? 0) + 1);
    return false;
  }

  #draw({ prim, frame, binding }: Omit<Step, "mode">): void {
    const { type } = prim;
    if (type === "Skeleton" && this.#shapes.hasBones) {
      if (this.#isShown(prim, "guide"))
        this.#place(prim, frame, this.#shapes.bones(this.#moment, prim, this.#problems));
      return;
    }
    const make = geometryTypes.get(type);
    if ((make === undefined && !drawableTypes.has(type)) || !this.#isShown(prim)) return;
    if (make === undefined) this.notDrawn.push({ path: prim.path, type, reason: "unsupported" });
    else this.#place(prim, frame, this.#shapes.shape(this.#moment, { prim, make, binding }, this.#problems));
  }

  /** Adds the shape of a prim where it is. */
  #place(prim: PrimNode, frame: Frame | undefined, shape: Shape | undefined): void {
    const { type } = prim;
    if (shape === undefined) {
      this.notDrawn.push({ path: prim.path, type, reason: "empty" });
      return;
    }
    const path = outermost(frame)?.instancer.path ?? prim.path;
    const { geometry, materials, space } = shape;
    const matrices = this.#worldMatrices(space, frame);
    this.#matrices += matrices.length;
    if (this.#matrices > MOST_MATRICES) {
      this.#problem(path, "", `The stage has more than ${MOST_MATRICES} shapes: it is not drawn`);
      if (frame === undefined) this.notDrawn.push({ path, type, reason: "limit" });
      return;
    }
    if (frame !== undefined) this.#instancers.set(path, true);
    const instanced =
      frame === undefined
        ? noPrimvars
        : instancePrimvars(this.#moment, frame, { shapes: this.#shapes, wanted: shape.wanted }, this.#problems);
    this.drawables.push({ path, source: prim.path, type, geometry, materials, matrices, instancePrimvars: instanced });
  }

  #worldMatrices({ prim, matrix }: ShapeSpace, frame: Frame | undefined): readonly RowMatrix[] {
    const { xforms } = this.#moment;
    const above = frame?.prototype.parent;
    const space = above === undefined ? xforms.localToWorld(prim) : xforms.relative(prim, above).matrix;
    const local = matrix === undefined ? space : multiplyMatrices(matrix, space);
    if (frame === undefined) return [local];
    return isIdentityMatrix(local) ? frame.matrices : frame.matrices.map((each) => multiplyMatrices(local, each));
  }

  /** Returns the prototypes of an instancer, with their instances. */
  #prototypes(step: Step): readonly Step[] {
    const { reader } = this.#moment.source;
    const { prim: instancer, frame: outer } = step;
    const problem = (property: string, message: string): void => {
      this.#problem(instancer.path, property, message);
    };
    if (outer === undefined && this.#isShown(instancer)) this.#instancers.set(instancer.path, false);
    if (this.#placedPrototypes > MOST_MATRICES) return [];
    if (isWithinItself(instancer, outer)) {
      problem("prototypes", "A prototype contains the instancer itself: it is not drawn there");
      return [];
    }
    const targets = reader.forwardedTargets(instancer, "prototypes");
    const worlds = this.#worldMatrices({ prim: instancer, matrix: undefined }, outer);
    this.#placedPrototypes += NESTED_VISIT ** depthOf(outer);
    const kept = this.#shapes.kept(instancer);
    const instances = instancesByPrototype(this.#moment, instancer, { kept, most: MOST_MATRICES });
    this.#problems.push(...kept.takeProblems());
    return Array.from(instances).flatMap(([index, { matrices, indices, count }]) => {
      const target = targets[index];
      const prototype = target === undefined ? undefined : reader.prim(target);
      if (prototype === undefined) {
        const what = target === undefined ? `no target ${index}` : `no prim at ${target}`;
        problem("prototypes", `There is ${what}: ${counted(count, "instance")} cannot be drawn`);
        return [];
      }
      this.#placedPrototypes += worlds.length * count;
      if (this.#placedPrototypes > MOST_MATRICES) {
        problem("protoIndices", `The stage has more than ${MOST_MATRICES} instances: those of ${target} are not drawn`);
        return [];
      }
      const placed =
        worlds.length === 1 ? within(matrices, worlds[0]) : worlds.flatMap((world) => within(matrices, world));
      const binding = inheritedBinding(reader, prototype.parent);
      const mode = this.#shapes.modes?.below(prototype.parent);
      const frame = { instancer, outer, prototype, matrices: placed, instances: indices };
      return [{ prim: prototype, frame, binding, mode }];
    });
  }

  #problem(path: string, property: string, message: string): void {
    this.#problems.push({ path, property, message });
  }
}

/** Returns matrices within a space; they are the same ones if it is the world. */
function within(matrices: readonly RowMatrix[], world: RowMatrix): readonly RowMatrix[] {
  return isIdentityMatrix(world) ? matrices : matrices.map((matrix) => multiplyMatrices(matrix, world));
}
