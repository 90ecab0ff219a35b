/** The arrays of meshes, read once for all rules. */
import { topologyProblem, type MeshFaces, type TopologyProblem } from "@usdkit/geometry/measures";
import type { PropertySpec, Value } from "@usdkit/layer";
import { numbersOf, type PlainNumbers, type StageTime } from "@usdkit/usd";
import type { CheckedPrim } from "../rule/checked-prim.ts";
import { changesOverTime } from "./changing-values.ts";

const POINTS = "points";
const COUNTS = "faceVertexCounts";
const INDICES = "faceVertexIndices";
const none: Int32Array = new Int32Array(0);

/** What was measured of a mesh, by the function that measures it. */
type Measures = Map<(mesh: MeshArrays) => unknown, unknown>;

/** What was measured of the arrays of three specs: prims with other variants or instances of an asset have the same ones. */
interface MeasuredSpecs {
  readonly counts: PropertySpec;
  readonly indices: PropertySpec;
  readonly measures: Measures;
}

/** By the spec of the points. */
type MeasuredMeshes = Map<PropertySpec, MeasuredSpecs[]>;

const noMeshes = (): MeasuredMeshes => new Map();

/** The arrays of a mesh at its first sample, read when they are asked for. */
export class MeshArrays implements MeshFaces {
  /** Whether the arrays are authored and the same at all times. */
  readonly isStatic: boolean;
  private readonly prim: CheckedPrim;
  private readonly measures: Measures;
  private foundPositions: PlainNumbers | undefined;
  private foundCounts: Int32Array | undefined;
  private foundIndices: Int32Array | undefined;

  constructor(prim: CheckedPrim) {
    this.prim = prim;
    this.isStatic = [POINTS, COUNTS, INDICES].every((name) => isAuthoredOnce(prim, name));
    this.measures = (this.isStatic ? measuresOfSpecs(prim) : undefined) ?? new Map();
  }

  get positions(): PlainNumbers {
    return (this.foundPositions ??= numbersOf(this.prim.value(POINTS)) ?? []);
  }

  get counts(): Int32Array {
    return (this.foundCounts ??= integersOf(this.prim.value(COUNTS)));
  }

  get indices(): Int32Array {
    return (this.foundIndices ??= integersOf(this.prim.value(INDICES)));
  }

  get points(): number {
    return Math.floor(this.positions.length / 3);
  }

  /** Undefined if the arrays fit together. */
  get problem(): TopologyProblem | undefined {
    return this.measured(problemOf);
  }

  /** Returns what a function measures of the arrays. It is called once for all meshes that have the arrays of the same specs. */
  measured<Measure>(measure: (mesh: MeshArrays) => Measure): Measure {
    const { measures } = this;
    // What is kept for a function is what that function returned.
    if (measures.has(measure)) return measures.get(measure) as Measure;
    const found = measure(this);
    measures.set(measure, found);
    return found;
  }
}

/** The rules of a prim are called one after the other: only what was read last is kept. */
let last: { readonly prim: CheckedPrim; readonly arrays: MeshArrays } | undefined;

/** Returns the arrays of a mesh. */
export function meshArrays(prim: CheckedPrim): MeshArrays {
  if (last?.prim !== prim) last = { prim, arrays: new MeshArrays(prim) };
  return last.arrays;
}

/** Returns the arrays of a mesh whose faces can be used, and that do not change; undefined for others. */
export function staticMesh(prim: CheckedPrim): MeshArrays | undefined {
  const arrays = meshArrays(prim);
  return arrays.isStatic && arrays.problem === undefined ? arrays : undefined;
}

function problemOf({ counts, indices, points }: MeshArrays): TopologyProblem | undefined {
  return topologyProblem({ counts, indices, points });
}

/** Returns what is known of the specs that author the arrays of a mesh; undefined if these are not the only ones. */
function measuresOfSpecs(prim: CheckedPrim): Measures | undefined {
  const points = onlySpec(prim, POINTS);
  const counts = onlySpec(prim, COUNTS);
  const indices = onlySpec(prim, INDICES);
  if (points === undefined || counts === undefined || indices === undefined) return undefined;
  // Not a `WeakMap`: collecting garbage takes longer with one than measuring.
  const meshes = prim.ofCheck(noMeshes);
  let known = meshes.get(points);
  if (known === undefined) meshes.set(points, (known = []));
  let found = known.find((each) => each.counts === counts && each.indices === indices);
  if (found === undefined) known.push((found = { counts, indices, measures: new Map() }));
  return found.measures;
}

function onlySpec(prim: CheckedPrim, name: string): PropertySpec | undefined {
  const attribute = prim.attribute(name);
  return attribute === undefined || attribute.hasClips || attribute.opinions.length !== 1
    ? undefined
    : attribute.opinions[0].spec;
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
