/** Collects the shapes of a stage. */
import { counted } from "@usdkit/base";
import { isFiniteMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import {
  Collections,
  MaterialBindings,
  pointInstances,
  Primvars,
  Purposes,
  StageReader,
  VisibilityCache,
  XformCache,
  XformQueries,
  type PrimNode,
  type Stage,
  type StageTime,
} from "@usdkit/usd";
import type { Geometry, GeometryProblem } from "../model/drawable.ts";
import type { GeometryOptions } from "../model/geometry-options.ts";
import type { PrimReader } from "../model/prim-reader.ts";
import { drawableTypes } from "../prims/drawable-types.ts";
import { geometryTypes, type MakeGeometry } from "../prims/registry.ts";
import type { Drawable, StageDrawables, UndrawnPrim } from "./stage-drawables.ts";
import { StageMaterials } from "./stage-materials.ts";
import { stagePrim, type StageSource } from "./stage-prim.ts";

/** What is collected. */
export interface DrawStageOptions {
  /** A time code; null, the default, for default values. */
  readonly time?: StageTime | undefined;
  /** Purposes of prims that are drawn: `default`, `render`, `proxy`, `guide`. Default: `default` and `render`. */
  readonly purposes?: readonly string[] | undefined;
  /** How many times meshes with a subdivision scheme are subdivided, 0 to 8. Default: 0. */
  readonly subdivisionLevel?: number | undefined;
}

/** Matrices of all drawables, and of the prototypes of all instancers: those within each other multiply. */
const MOST_MATRICES = 1 << 20;
/** A visit of an instancer counts as so many matrices: instancers within each other may be visited in any order. */
const VISIT = 32;

/**
 * Returns the shapes of all visible prims of a stage at a time. Prims below a PointInstancer are drawn as its prototypes only.
 *
 * ```ts
 * const { drawables, notDrawn, problems } = drawStage(stage, { time: 24 });
 * for (const { path, geometry, matrices } of drawables) console.log(path, geometry.type, matrices.length);
 * ```
 */
export function drawStage(
  stage: Stage,
  { time = null, purposes = ["default", "render"], subdivisionLevel = 0 }: DrawStageOptions = {},
): StageDrawables {
  const reader = new StageReader(stage);
  const bindings = new MaterialBindings(reader, new Collections(reader));
  const source: StageSource = { reader, primvars: new Primvars(reader), bindings, time };
  const problems: GeometryProblem[] = [];
  const drawing: Drawing = {
    source,
    materials: new StageMaterials(source, problems),
    xforms: new XformCache(new XformQueries(reader), time),
    visibility: new VisibilityCache(reader, time),
    purposes: new Purposes(reader),
    shownPurposes: new Set(purposes),
    options: { subdivisionLevel },
    shared: new Map(),
    drawables: [],
    notDrawn: [],
    problems,
    matrices: 0,
    placedPrototypes: 0,
  };
  const waiting: Step[] = [{ prim: reader.pseudoRoot, frame: undefined }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    for (const next of stepsBelow(drawing, step).toReversed()) waiting.push(next);
  }
  const { drawables, notDrawn } = drawing;
  // A prototype is visited once for each way that leads to it.
  const once = new Map(
    problems.map((problem) => [`${problem.path}\n${problem.property}\n${problem.message}`, problem]),
  );
  return { drawables, notDrawn, problems: [...once.values()] };
}

interface Drawing {
  readonly source: StageSource;
  readonly materials: StageMaterials;
  readonly xforms: XformCache;
  readonly visibility: VisibilityCache;
  readonly purposes: Purposes;
  readonly shownPurposes: ReadonlySet<string>;
  readonly options: GeometryOptions;
  /** By the prim that has the opinions, of prims in prototypes. */
  readonly shared: Map<number, Geometry | undefined>;
  readonly drawables: Drawable[];
  readonly notDrawn: UndrawnPrim[];
  readonly problems: GeometryProblem[];
  /** Of all drawables. */
  matrices: number;
  /** Matrices of the prototypes of all instancers. */
  placedPrototypes: number;
}

/** The instances of a prototype of a PointInstancer. */
interface Frame {
  readonly instancer: PrimNode;
  /** Of the instancer that this one is a prototype of. */
  readonly outer: Frame | undefined;
  readonly prototype: PrimNode;
  /** From the space above the prototype to the world. */
  readonly matrices: readonly RowMatrix[];
}

/** A prim to visit; outside of instancers without a frame. */
interface Step {
  readonly prim: PrimNode;
  readonly frame: Frame | undefined;
}

/** Draws a prim; returns the prims to visit next. */
function stepsBelow(drawing: Drawing, step: Step): readonly Step[] {
  const { prim, frame } = step;
  const { source, visibility } = drawing;
  if (prim !== source.reader.pseudoRoot) {
    if (!prim.isActive || !prim.isDefined || prim.isAbstract || !visibility.isVisible(prim)) return [];
    if (prim.type === "PointInstancer") return prototypes(drawing, step);
    draw(drawing, step);
  }
  return Array.from(source.reader.children(prim), (child) => ({ prim: child, frame }));
}

function draw(drawing: Drawing, { prim, frame }: Step): void {
  const { purposes, shownPurposes, notDrawn, drawables, problems } = drawing;
  const { type } = prim;
  const make = geometryTypes.get(type);
  if (make === undefined && !drawableTypes.has(type)) return;
  if (!shownPurposes.has(purposes.info(prim).purpose)) return;
  const path = outermost(frame)?.instancer.path ?? prim.path;
  if (make === undefined) {
    notDrawn.push({ path: prim.path, type, reason: "unsupported" });
    return;
  }
  const geometry = geometryOf(drawing, prim, make);
  if (geometry === undefined) {
    notDrawn.push({ path: prim.path, type, reason: "empty" });
    return;
  }
  const matrices = worldMatrices(drawing, { prim, frame });
  drawing.matrices += matrices.length;
  if (drawing.matrices <= MOST_MATRICES)
    drawables.push({ path, type, geometry, materials: drawing.materials.of(prim, geometry), matrices });
  else
    problems.push({ path, property: "", message: `The stage has more than ${MOST_MATRICES} shapes: it is not drawn` });
}

/** Instances of a prim have one geometry if nothing above them changes it. */
function geometryOf(
  { source, shared, options, problems }: Drawing,
  prim: PrimNode,
  make: MakeGeometry,
): Geometry | undefined {
  const { instance } = prim;
  const isShared = instance !== undefined && source.primvars.inheritable(instance).size === 0;
  if (isShared && shared.has(prim.source)) return shared.get(prim.source);
  const geometry = make(stagePrim(source, prim, problems), options);
  if (isShared) shared.set(prim.source, geometry);
  return geometry;
}

function worldMatrices({ xforms }: Drawing, { prim, frame }: Step): readonly RowMatrix[] {
  if (frame === undefined) return [xforms.localToWorld(prim)];
  const { parent } = frame.prototype;
  const local = parent === undefined ? xforms.localToWorld(prim) : xforms.relative(prim, parent).matrix;
  return frame.matrices.map((matrix) => multiplyMatrices(local, matrix));
}

function outermost(frame: Frame | undefined): Frame | undefined {
  let found = frame;
  while (found?.outer !== undefined) found = found.outer;
  return found;
}

function isWithinItself({ prim, frame }: Step): boolean {
  for (let each = frame; each !== undefined; each = each.outer) if (each.instancer === prim) return true;
  return false;
}

/** Returns the prototypes of an instancer, with their instances. */
function prototypes(drawing: Drawing, step: Step): readonly Step[] {
  const { source, problems } = drawing;
  const { prim: instancer, frame: outer } = step;
  if (drawing.placedPrototypes > MOST_MATRICES) return [];
  const reader = stagePrim(source, instancer, problems);
  if (isWithinItself(step)) {
    reader.problem("prototypes", "A prototype contains the instancer itself: it is not drawn there");
    return [];
  }
  const targets = source.reader.forwardedTargets(instancer, "prototypes");
  const worlds = worldMatrices(drawing, step);
  drawing.placedPrototypes += VISIT;
  return Array.from(instancesByPrototype(source, instancer, reader)).flatMap(([index, matrices]) => {
    const target = targets[index];
    const prototype = target === undefined ? undefined : source.reader.prim(target);
    if (prototype === undefined) {
      const what = target === undefined ? `no target ${index}` : `no prim at ${target}`;
      reader.problem("prototypes", `There is ${what}: ${counted(matrices.length, "instance")} cannot be drawn`);
      return [];
    }
    drawing.placedPrototypes += worlds.length * matrices.length;
    if (drawing.placedPrototypes > MOST_MATRICES) {
      reader.problem(
        "protoIndices",
        `The stage has more than ${MOST_MATRICES} instances: those of ${target} are not drawn`,
      );
      return [];
    }
    const placed = worlds.flatMap((world) => matrices.map((matrix) => multiplyMatrices(matrix, world)));
    return [{ prim: prototype, frame: { instancer, outer, prototype, matrices: placed } }];
  });
}

/** Returns the matrices of instances that are not masked by the index of their prototype, in ascending order. */
function instancesByPrototype(
  { reader, time }: StageSource,
  prim: PrimNode,
  report: PrimReader,
): ReadonlyMap<number, readonly RowMatrix[]> {
  const found = pointInstances(reader, prim, time);
  if (found === undefined) {
    report.problem("positions", "Expected as many positions as protoIndices: the instances are not drawn");
    return new Map();
  }
  const { protoIndices, transforms, mask } = found;
  const byPrototype = new Map<number, RowMatrix[]>();
  let notFinite = 0;
  for (const [i, matrix] of transforms.entries()) {
    if (!mask[i]) continue;
    if (!isFiniteMatrix(matrix)) {
      notFinite++;
      continue;
    }
    const list = byPrototype.get(protoIndices[i]);
    if (list === undefined) byPrototype.set(protoIndices[i], [matrix]);
    else list.push(matrix);
  }
  if (notFinite > 0)
    report.problem("positions", `${counted(notFinite, "instance")} cannot be drawn: the numbers are not finite`);
  return new Map(Array.from(byPrototype).toSorted(([a], [b]) => a - b));
}
