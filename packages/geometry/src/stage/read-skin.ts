/** Reads how prims are bound to skeletons, and their blend shapes. */
import { isFiniteMatrix, identityMatrix, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import { numbersOf, textOf, textsOf, type PrimNode, type Primvar } from "@usdkit/usd";
import { BINDING_ATTRIBUTES, indicesIn, type SkelBinding, type Skeleton } from "@usdkit/usd/skel";
import type { Influences, Skin } from "../skel/skin.ts";
import { floatsOf, integersOf } from "./number-arrays.ts";
import type { KeptAttributes, StageSource } from "./stage-source.ts";

/**
 * Returns how a prim is bound to a skeleton, or what is wrong; undefined without influences. Joints of the prim that the skeleton does not
 * have are the one after its last: it does not move.
 */
export function readSkin(
  source: StageSource,
  attributes: KeptAttributes,
  binding: SkelBinding,
  skeleton: Skeleton,
): Skin | string | undefined {
  if (binding.indices === undefined || binding.weights === undefined) return undefined;
  const indices = source.primvars.find(binding.indices, BINDING_ATTRIBUTES.indices);
  const weights = source.primvars.find(binding.weights, BINDING_ATTRIBUTES.weights);
  if (indices === undefined || weights === undefined) return undefined;
  const influences = readInfluences(attributes, { indices, weights }, jointsOf(attributes, binding, skeleton));
  if (typeof influences === "string") return influences;
  const geomBindTransform = matrixAt(attributes, binding.geomBindTransform);
  if (geomBindTransform === undefined) return "The geomBindTransform has numbers that are not finite";
  const method = binding.method && textOf(attributes.value(binding.method, BINDING_ATTRIBUTES.method));
  if (method !== undefined && method !== "classicLinear" && method !== "dualQuaternion") {
    return `Expected the skinning method "classicLinear" or "dualQuaternion", found ${JSON.stringify(method)}`;
  }
  return { skeleton: skeleton.path, influences, method: method ?? "classicLinear", geomBindTransform };
}

/** Returns why a skin does not fit a prim with some points; undefined if it does. */
export function skinFault({ influences: { joints, perPoint, isRigid } }: Skin, points: number): string | undefined {
  if (isRigid || joints.length === perPoint * points) return undefined;
  return `There are ${joints.length / perPoint} points with joint indices, and ${points} points`;
}

/** Returns of each joint that influences name its index in the skeleton. */
function jointsOf(attributes: KeptAttributes, { joints }: SkelBinding, skeleton: Skeleton): Int32Array {
  const own = joints && textsOf(attributes.value(joints, BINDING_ATTRIBUTES.joints));
  const still = skeleton.joints.length;
  return own === undefined
    ? Int32Array.from(skeleton.joints.keys())
    : indicesIn(skeleton.joints, own).map((joint) => (joint < 0 ? still : joint));
}

interface InfluencePrimvars {
  readonly indices: Primvar;
  readonly weights: Primvar;
}

function readInfluences(
  attributes: KeptAttributes,
  { indices, weights }: InfluencePrimvars,
  jointOf: Int32Array,
): Influences | string {
  const { interpolation, elementSize } = indices;
  if (elementSize !== weights.elementSize) {
    return `The joint indices have ${elementSize} elements for each point, and the weights ${weights.elementSize}`;
  }
  if (interpolation !== weights.interpolation || (interpolation !== "constant" && interpolation !== "vertex")) {
    return `Expected joint indices and weights with the interpolation "vertex" or "constant", found "${interpolation}" and "${weights.interpolation}"`;
  }
  const joints = flattened(attributes, indices, integersOf);
  const found = flattened(attributes, weights, floatsOf);
  const isRigid = interpolation === "constant";
  if (joints === undefined || found === undefined) return "The joint indices or weights have no values";
  if (
    joints.length !== found.length ||
    joints.length % elementSize !== 0 ||
    (isRigid && joints.length !== elementSize)
  ) {
    return `There are ${joints.length} joint indices and ${found.length} weights, ${elementSize} for each point`;
  }
  const inSkeleton = new Int32Array(joints.length);
  for (let i = 0; i < joints.length; i++) {
    const joint = joints[i];
    if (joint < 0 || joint >= jointOf.length) return `The joint index ${joint} is beyond the ${jointOf.length} joints`;
    inSkeleton[i] = jointOf[joint];
  }
  const isFinite = found.every(Number.isFinite);
  return {
    perPoint: elementSize,
    joints: inSkeleton,
    weights: isFinite ? found : found.map((weight) => (Number.isFinite(weight) ? weight : 0)),
    isRigid,
  };
}

/** Returns the elements of a primvar with its indices resolved; undefined if they do not fit. */
function flattened<T extends Int32Array | Float32Array>(
  attributes: KeptAttributes,
  primvar: Primvar,
  numbers: (value: ReturnType<KeptAttributes["value"]>) => T | undefined,
): T | undefined {
  const values = numbers(attributes.attributeValue(primvar.prim, primvar.attribute));
  const indices = attributes.primvarIndices(primvar);
  if (values === undefined || indices === undefined) return values;
  const { elementSize } = primvar;
  const result = values.slice(0, 0);
  const all: number[] = [];
  for (const index of indices) {
    if (index < 0 || elementSize * (index + 1) > values.length) return undefined;
    for (let k = 0; k < elementSize; k++) all.push(values[elementSize * index + k]);
  }
  return (result instanceof Int32Array ? Int32Array.from(all) : Float32Array.from(all)) as T;
}

function matrixAt(attributes: KeptAttributes, prim: PrimNode | undefined): RowMatrix | undefined {
  const numbers = prim && numbersOf(attributes.value(prim, BINDING_ATTRIBUTES.geomBindTransform));
  if (numbers?.length !== 16) return identityMatrix;
  const matrix = rowMatrix(Array.from(numbers));
  return isFiniteMatrix(matrix) ? matrix : undefined;
}
