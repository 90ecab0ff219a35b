/** Reads Skeleton and SkelAnimation prims. */
import { isFiniteMatrix, rowMatrix, type RowMatrix } from "@usdkit/transforms";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { numbersOf, textsOf } from "../values/plain-numbers.ts";
import { indicesIn, jointParents } from "./joint-order.ts";
import { composedTransforms } from "./joint-transforms.ts";

/** A Skeleton prim. */
export interface Skeleton {
  /** Path of the prim. */
  readonly path: string;
  /** Paths of the joints within the skeleton: `Hips/Spine`. */
  readonly joints: readonly string[];
  /** Of each joint: its parent, which comes before it; −1 for a root. */
  readonly parents: Int32Array;
  /** Of each joint: from its space to that of the world when points were bound to it; null if there are not as many as joints. */
  readonly bindTransforms: readonly RowMatrix[] | null;
  /** Of each joint: from its space to that of its parent without an animation; null if there are not as many as joints. */
  readonly restTransforms: readonly RowMatrix[] | null;
}

/** Returns a skeleton, or what is wrong with it. */
export function readSkeleton(reader: StageReader, prim: PrimNode): Skeleton | string {
  const joints = textsOf(reader.value(prim, "joints", null)) ?? [];
  const parents = jointParents(joints);
  if (parents === undefined) return "A joint comes before its parent";
  return {
    path: prim.path,
    joints,
    parents,
    bindTransforms: matricesAt(reader, prim, "bindTransforms", joints.length),
    restTransforms: matricesAt(reader, prim, "restTransforms", joints.length),
  };
}

function matricesAt(reader: StageReader, prim: PrimNode, name: string, count: number): readonly RowMatrix[] | null {
  const numbers = numbersOf(reader.value(prim, name, null)) ?? [];
  if (numbers.length !== 16 * count) return null;
  const matrices = Array.from({ length: count }, (_, i) => rowMatrix(Array.from(numbers.slice(16 * i, 16 * i + 16))));
  return matrices.every(isFiniteMatrix) ? matrices : null;
}

/** A SkelAnimation. */
export interface SkelAnimation {
  readonly prim: PrimNode;
  readonly joints: readonly string[];
  readonly blendShapes: readonly string[];
}

/** The attributes of an animation that may vary over time. */
export const ANIMATED = ["translations", "rotations", "scales", "blendShapeWeights"] as const;

/** Returns an animation. */
export function readAnimation(reader: StageReader, prim: PrimNode): SkelAnimation {
  const texts = (name: string): readonly string[] => textsOf(reader.value(prim, name, null)) ?? [];
  return { prim, joints: texts("joints"), blendShapes: texts("blendShapes") };
}

/**
 * Returns the transforms of the joints of a skeleton in the spaces of their parents at a time: those of the animation, and for other joints
 * those at rest. A text says why there are none.
 *
 * @param value returns the value of an attribute of the animation
 */
export function localTransforms(
  skeleton: Skeleton,
  animation: SkelAnimation | undefined,
  value: (name: string) => Float32Array,
): readonly RowMatrix[] | string {
  const { joints, restTransforms } = skeleton;
  const isAnimated = animation !== undefined && animation.joints.length > 0 && joints.length > 0;
  const noRest = "The skeleton has no restTransforms, or not as many as joints";
  if (!isAnimated) return restTransforms ?? noRest;
  const places = indicesIn(animation.joints, joints);
  const isWhole = !places.includes(-1);
  if (!isWhole && restTransforms === null) return `${noRest}, and its animation does not have all joints`;
  const translations = value("translations");
  const animated = composedTransforms({ translations, rotations: value("rotations"), scales: value("scales") });
  if (animated?.length !== animation.joints.length || !animated.every(isFiniteMatrix)) return restTransforms ?? noRest;
  return Array.from(places, (place, i) => (place < 0 && restTransforms !== null ? restTransforms[i] : animated[place]));
}

/** Returns the numbers of an attribute; an empty list without a value. */
export function floatsAt(reader: StageReader, prim: PrimNode, name: string, time: number | null): Float32Array {
  const numbers = numbersOf(reader.value(prim, name, time)) ?? [];
  return numbers instanceof Float32Array ? numbers : Float32Array.from(numbers);
}
