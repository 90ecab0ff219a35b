/** PointInstancers within each other. */
import type { RowMatrix } from "@usdkit/transforms";
import type { PrimNode } from "@usdkit/usd";
import type { VertexPrimvars, VertexValues } from "../model/geometry.ts";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { Primvar } from "../model/prim-reader.ts";
import { StagePrim, type WantedPrimvars } from "./stage-prim.ts";
import { KeptAttributes, type StageMoment } from "./stage-source.ts";
import type { StageShapes } from "./stage-shapes.ts";

/** The instances of a prototype of a PointInstancer. */
export interface Frame {
  readonly instancer: PrimNode;
  /** Of the instancer that this one is a prototype of. */
  readonly outer: Frame | undefined;
  readonly prototype: PrimNode;
  /** From the space above the prototype to the world: the instances once for each matrix of the outer frame. */
  readonly matrices: readonly RowMatrix[];
  /** Their indices among all instances of the instancer. */
  readonly instances: readonly number[];
}

/** Returns the frame that no other instancer is around. */
export function outermost(frame: Frame | undefined): Frame | undefined {
  let found = frame;
  while (found?.outer !== undefined) found = found.outer;
  return found;
}

/** Returns how many instancers are around. */
export function depthOf(frame: Frame | undefined): number {
  let depth = 0;
  for (let each = frame; each !== undefined; each = each.outer) depth++;
  return depth;
}

/** Whether an instancer is around itself. */
export function isWithinItself(instancer: PrimNode, frame: Frame | undefined): boolean {
  for (let each = frame; each !== undefined; each = each.outer) if (each.instancer === instancer) return true;
  return false;
}

/** What the primvars of instances are for. */
export interface InstancedShape {
  readonly shapes: StageShapes;
  readonly wanted: WantedPrimvars;
}

/** Returns the primvars of instancers that differ from instance to instance, one value for each matrix. Inner instancers are stronger. */
export function instancePrimvars(
  moment: StageMoment,
  frame: Frame,
  { shapes, wanted }: InstancedShape,
  problems: GeometryProblem[],
): VertexPrimvars {
  const found = new Map<string, VertexValues>();
  // Of each matrix: the one of the current frame that it is within; made when it is needed.
  let within = 1;
  for (let each: Frame | undefined = frame; each !== undefined; each = each.outer) {
    const { instancer, instances } = each;
    const kept = shapes.kept(instancer);
    const reader = new StagePrim(moment.source, instancer, { attributes: new KeptAttributes(moment, kept), wanted });
    const divisor = within;
    const indices = (): number[] => frame.matrices.map((_, i) => instances[Math.floor(i / divisor) % instances.length]);
    for (const name of reader.primvarNames()) {
      const primvar = found.has(name) ? undefined : reader.primvar(name);
      if (primvar === undefined || primvar.interpolation === "constant" || primvar.interpolation === "uniform")
        continue;
      const values = valuesOf(primvar, indices());
      if (values === undefined)
        reader.problem(`primvars:${name}`, "There is no value for each instance: it is ignored");
      else found.set(name, values);
    }
    problems.push(...kept.takeProblems());
    within *= instances.length;
  }
  return found;
}

function valuesOf({ components, values, indices }: Primvar, instances: readonly number[]): VertexValues | undefined {
  const result = new Float32Array(components * instances.length);
  for (const [i, instance] of instances.entries()) {
    const element = indices === null ? instance : (indices[instance] ?? -1);
    const from = components * element;
    if (element < 0 || from + components > values.length) return undefined;
    for (let k = 0; k < components; k++) result[components * i + k] = values[from + k];
  }
  return { components, values: result, isConstant: false };
}
