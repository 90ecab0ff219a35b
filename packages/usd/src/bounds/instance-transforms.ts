/** Transforms of the instances of a PointInstancer at a time (`UsdGeomPointInstancer::ComputeInstanceTransformsAtTime`). */
import {
  identityMatrix,
  multiplyMatrices,
  quaternionMatrix,
  rotationMatrix,
  scaleMatrix,
  unsafeRowMatrix,
  type RowMatrix,
} from "@usdkit/transforms";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { bracketingTimes, type StageTime } from "../values/attribute-value.ts";
import { numbersOf, type PlainNumbers } from "../values/plain-numbers.ts";

/** The instances of a PointInstancer at a time. */
export interface PointInstances {
  /** For each instance, the index of its prototype among the targets of `prototypes`. */
  readonly protoIndices: Int32Array;
  /** For each instance, the matrix from the space of the prototype prim's parent to that of the instancer. */
  readonly transforms: readonly RowMatrix[];
  /** Returns one of the transforms, without those of all others: there may be millions. */
  readonly transformAt: (instance: number) => RowMatrix;
  /** For each instance, whether neither `invisibleIds` nor `inactiveIds` names it. */
  readonly mask: readonly boolean[];
  /** The number of ids differs from that of the instances: the reference then has no extent. */
  readonly isMaskMismatched: boolean;
}

/** `UsdTimeCode::SafeStep`. */
const SAFE_STEP = Number.EPSILON * 1e6 * 10 * 2;
/** `UsdTimeCode::EarliestTime`. */
const EARLIEST = -Number.MAX_VALUE;

/** Returns the instances; undefined without indices of prototypes, or if the number of positions differs from theirs. */
export function pointInstances(reader: StageReader, prim: PrimNode, time: StageTime): PointInstances | undefined {
  const protoIndices = numbersOf(reader.value(prim, "protoIndices", time));
  if (!(protoIndices instanceof Int32Array)) return undefined;
  const count = protoIndices.length;
  const positions = sampleAt(reader, prim, "positions", time);
  if (positions === undefined || (count > 0 && positions.numbers.length !== count * 3)) return undefined;
  const velocities = alignedWith(positions, sampleAt(reader, prim, "velocities", time));
  const accelerations = velocities && alignedWith(velocities, sampleAt(reader, prim, "accelerations", time));
  const single = numbersOf(reader.value(prim, "orientationsf", EARLIEST));
  const orientation = single !== undefined && single.length > 0 ? "orientationsf" : "orientations";
  const sampledOrientations = sampleAt(reader, prim, orientation, time);
  const angular =
    sampledOrientations?.numbers.length === count * 4
      ? alignedWith(sampledOrientations, sampleAt(reader, prim, "angularVelocities", time), 3 / 4)
      : undefined;
  const isInterpolated = velocities === undefined && angular === undefined;
  const read = (name: string, sampled: Sample | undefined, components: number): PlainNumbers | undefined => {
    const interpolated = isInterpolated ? numbersOf(reader.value(prim, name, time)) : undefined;
    const numbers = interpolated?.length === count * components ? interpolated : sampled?.numbers;
    return numbers?.length === count * components ? numbers : undefined;
  };
  const motion: Motion = {
    positions: read("positions", positions, 3) ?? [],
    scales: read("scales", sampleAt(reader, prim, "scales", time), 3),
    orientations: read(orientation, sampledOrientations, 4),
    velocities: velocities?.numbers,
    accelerations: accelerations?.numbers,
    angularVelocities: angular?.numbers,
    seconds: secondsSince(reader, velocities, time),
    angularSeconds: secondsSince(reader, angular, time),
  };
  const transformAt = (i: number): RowMatrix => transformOf(motion, i);
  let all: readonly RowMatrix[] | undefined;
  return {
    protoIndices,
    get transforms() {
      return (all ??= Array.from({ length: count }, (_, i) => transformAt(i)));
    },
    transformAt,
    ...maskOf(reader, prim, time, count),
  };
}

/** An array at the sample at or before a time, and the samples around it. */
interface Sample {
  readonly numbers: PlainNumbers;
  /** Null: the value is not sampled. */
  readonly time: StageTime;
  readonly lower: number;
  readonly upper: number;
}

function sampleAt(reader: StageReader, prim: PrimNode, name: string, time: StageTime): Sample | undefined {
  const attribute = reader.attribute(prim, name);
  if (attribute === undefined) return undefined;
  const bracket = time === null ? undefined : bracketingTimes(attribute, time);
  const numbers = numbersOf(reader.attributeValue(attribute, bracket?.lower ?? null));
  if (numbers === undefined) return undefined;
  if (time === null || bracket === undefined) return { numbers, time: null, lower: 0, upper: 0 };
  // At a sample the one after it is the upper one.
  const { lower, upper } =
    bracket.lower === bracket.upper ? (bracketingTimes(attribute, time + SAFE_STEP) ?? bracket) : bracket;
  return { numbers, time: bracket.lower, lower, upper };
}

/** Returns derivatives if their samples are at the times of those of the values, and as many. */
function alignedWith(values: Sample, derivatives: Sample | undefined, ratio = 1): Sample | undefined {
  if (values.time === null || derivatives === undefined || derivatives.time !== values.time) return undefined;
  const isAligned = derivatives.lower === values.lower && derivatives.upper === values.upper;
  return isAligned && derivatives.numbers.length === values.numbers.length * ratio && derivatives.numbers.length > 0
    ? derivatives
    : undefined;
}

function secondsSince({ stage }: StageReader, sample: Sample | undefined, time: StageTime): number {
  if (sample === undefined || sample.time === null || time === null) return 0;
  return (time - sample.time) / stage.layerStack.timeCodesPerSecond;
}

interface Motion {
  readonly positions: PlainNumbers;
  readonly scales: PlainNumbers | undefined;
  readonly orientations: PlainNumbers | undefined;
  readonly velocities: PlainNumbers | undefined;
  readonly accelerations: PlainNumbers | undefined;
  readonly angularVelocities: PlainNumbers | undefined;
  /** Since the sample of the velocities. */
  readonly seconds: number;
  readonly angularSeconds: number;
}

function transformOf(motion: Motion, i: number): RowMatrix {
  const { scales, orientations, angularVelocities, angularSeconds } = motion;
  const at = i * 3;
  let matrix = identityMatrix;
  if (scales !== undefined) matrix = scaleMatrix([scales[at], scales[at + 1], scales[at + 2]]);
  if (orientations !== undefined) {
    const from = i * 4;
    const rotation = quaternionMatrix([
      orientations[from],
      orientations[from + 1],
      orientations[from + 2],
      orientations[from + 3],
    ]);
    matrix = matrix === identityMatrix ? rotation : multiplyMatrices(matrix, rotation);
    if (angularVelocities !== undefined) {
      const [x, y, z] = [angularVelocities[at], angularVelocities[at + 1], angularVelocities[at + 2]];
      const degrees = angularSeconds * Math.fround(Math.hypot(x, y, z));
      matrix = multiplyMatrices(matrix, rotationMatrix([x, y, z], degrees));
    }
  }
  const moved = matrix.slice();
  for (let axis = 0; axis < 3; axis++) moved[12 + axis] = positionOf(motion, at + axis);
  return unsafeRowMatrix(moved);
}

/** In single precision after each operation, as in the reference. */
function positionOf({ positions, velocities, accelerations, seconds }: Motion, i: number): number {
  const { fround } = Math;
  if (velocities === undefined) return positions[i];
  const velocity =
    accelerations === undefined
      ? velocities[i]
      : fround(velocities[i] + fround(fround(seconds * accelerations[i]) * 0.5));
  return fround(positions[i] + fround(seconds * velocity));
}

function maskOf(
  reader: StageReader,
  prim: PrimNode,
  time: StageTime,
  count: number,
): Pick<PointInstances, "mask" | "isMaskMismatched"> {
  const inactive = reader.metadata(prim, "inactiveIds");
  const masked = new Set<number>(numbersOf(reader.value(prim, "invisibleIds", time)) ?? []);
  if (inactive?.kind === "valueListOp") for (const id of inactive.listOp.explicit ?? []) masked.add(Number(id));
  const everyone = Array.from({ length: count }, () => true);
  if (masked.size === 0) return { mask: everyone, isMaskMismatched: false };
  const ids = numbersOf(reader.value(prim, "ids", time)) ?? everyone.map((_, i) => i);
  const mask = Array.from(ids, (id) => !masked.has(id));
  return mask.includes(false)
    ? { mask, isMaskMismatched: mask.length !== count }
    : { mask: everyone, isMaskMismatched: false };
}
