/** The arrays of meshes, read once for all rules. */
import { topologyProblem, type MeshFaces, type TopologyProblem } from "@usdkit/geometry/measures";
import type { Value } from "@usdkit/layer";
import { numbersOf, type PlainNumbers, type StageTime } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import { changesOverTime } from "./changing-values.ts";

/** The arrays of a mesh at its first sample. */
export interface MeshArrays extends MeshFaces {
  readonly positions: PlainNumbers;
  /** Whether the arrays are authored and the same at all times. */
  readonly isStatic: boolean;
  /** Undefined if the arrays fit together. */
  readonly problem: TopologyProblem | undefined;
}

const POINTS = "points";
const COUNTS = "faceVertexCounts";
const INDICES = "faceVertexIndices";
const none: Int32Array = new Int32Array(0);

/** The rules of a prim are called one after the other: only what was read last is kept. */
let last: { readonly prim: CheckedPrim; readonly arrays: MeshArrays } | undefined;

/** Returns the arrays of a mesh. */
export function meshArrays(prim: CheckedPrim): MeshArrays {
  if (last?.prim !== prim) last = { prim, arrays: read(prim) };
  return last.arrays;
}

/** Returns the arrays of a mesh whose faces can be used, and that do not change; undefined for others. */
export function staticMesh(prim: CheckedPrim): MeshArrays | undefined {
  const arrays = meshArrays(prim);
  return arrays.isStatic && arrays.problem === undefined ? arrays : undefined;
}

function read(prim: CheckedPrim): MeshArrays {
  const positions = numbersOf(prim.value(POINTS)) ?? [];
  const counts = integersOf(prim.value(COUNTS));
  const indices = integersOf(prim.value(INDICES));
  const topology = { counts, indices, points: Math.floor(positions.length / 3) };
  const isStatic = [POINTS, COUNTS, INDICES].every((name) => isAuthoredOnce(prim, name));
  return { ...topology, positions, isStatic, problem: topologyProblem(topology) };
}

/** Whether layers author an attribute, with one value for all times. */
export function isAuthoredOnce(prim: CheckedPrim, name: string): boolean {
  const attribute = prim.attribute(name);
  return attribute !== undefined && attribute.opinions.length > 0 && !changesOverTime(prim, name);
}

/** Returns the integers of an array; none for other values. */
export function integersOf(value: Value | undefined): Int32Array {
  const numbers = numbersOf(value);
  if (numbers === undefined) return none;
  return numbers instanceof Int32Array ? numbers : Int32Array.from(numbers);
}

/** Samples of a mesh that are checked: each may have arrays of any length. */
const MAX_SAMPLES = 200;

/** Returns the times at which the arrays of a mesh have samples, with its default if it has any; bounded. */
export function topologyTimes(prim: CheckedPrim): readonly StageTime[] {
  const times = new Set<number>();
  for (const name of [POINTS, COUNTS, INDICES]) {
    for (const time of prim.sampleTimes(name)) {
      if (times.size === MAX_SAMPLES) break;
      times.add(time);
    }
  }
  return [...times].sort((a, b) => a - b);
}

/** Returns what is wrong with the faces of a mesh at a time. */
export function topologyProblemAt(prim: CheckedPrim, time: StageTime): TopologyProblem | undefined {
  const points = numbersOf(prim.value(POINTS, time)) ?? [];
  return topologyProblem({
    counts: integersOf(prim.value(COUNTS, time)),
    indices: integersOf(prim.value(INDICES, time)),
    points: Math.floor(points.length / 3),
  });
}
