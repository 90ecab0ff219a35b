/** The skeletons of a stage, and their poses. */
import { isA } from "@usdkit/schemas";
import { identityMatrix, type RowMatrix } from "@usdkit/transforms";
import { mayVary, type PrimNode } from "@usdkit/usd";
import {
  ANIMATED,
  animationOf,
  floatsAt,
  indicesIn,
  localTransforms,
  readAnimation,
  readSkeleton,
  skeletonSpace,
  type SkelAnimation,
  type Skeleton,
} from "@usdkit/usd/skel";
import { poseOf, type Pose } from "../skel/deformation.ts";
import { skinningTransforms } from "../skel/joint-transforms.ts";
import type { StageMoment, StageSource } from "./stage-source.ts";

/** A Skeleton prim with its animation. */
export interface StageSkeleton {
  readonly prim: PrimNode;
  /** Undefined, with `fault`, if it moves nothing. */
  readonly skeleton: Skeleton | undefined;
  readonly animation: SkelAnimation | undefined;
  readonly fault: string;
  /** Whether its pose may be another one at another time. */
  readonly varies: boolean;
  /** The same for all instances of a skeleton with the same animation. */
  readonly key: string;
}

/** The joints of a skeleton at a time. */
export interface SkeletonJoints {
  /** Of each joint: its parent, which comes before it; −1 for a root. */
  readonly parents: Int32Array;
  readonly matrices: readonly RowMatrix[];
}

interface KeptPose {
  readonly moment: StageMoment;
  readonly pose: Pose | string;
}

/** Reads skeletons once, and evaluates each pose once for a time. */
export class StageSkeletons {
  readonly #source: StageSource;
  readonly #skeletons: Map<PrimNode, StageSkeleton> = new Map();
  readonly #definitions: Map<number, Skeleton | string> = new Map();
  readonly #poses: Map<string, KeptPose> = new Map();

  constructor(source: StageSource) {
    this.#source = source;
  }

  /** Returns a skeleton. */
  of(prim: PrimNode): StageSkeleton {
    const known = this.#skeletons.get(prim);
    if (known !== undefined) return known;
    const { reader } = this.#source;
    const definition = this.#definition(prim);
    const source = animationOf(reader, prim);
    const animation = source && readAnimation(reader, source);
    const isVarying = (name: string): boolean => {
      const attribute = animation && reader.attribute(animation.prim, name);
      return attribute !== undefined && mayVary(attribute);
    };
    const found: StageSkeleton = {
      prim,
      skeleton: typeof definition === "string" ? undefined : definition,
      animation,
      fault: typeof definition === "string" ? definition : "",
      varies: ANIMATED.some(isVarying),
      key: `${prim.source} ${animation?.prim.source ?? ""}`,
    };
    this.#skeletons.set(prim, found);
    return found;
  }

  /** Returns the matrices from the spaces of joints to that of the skeleton at a time, or why there are none. */
  joints(moment: StageMoment, { skeleton, animation, fault }: StageSkeleton): SkeletonJoints | string {
    if (skeleton === undefined) return fault;
    const local = localTransforms(skeleton, animation, (name) => this.#animated(moment, animation, name));
    const { parents } = skeleton;
    return typeof local === "string" ? local : { parents, matrices: skeletonSpace(parents, local) };
  }

  /** Returns the pose of a skeleton at a time, or why it has none. */
  pose(moment: StageMoment, { skeleton, animation, fault, varies, key }: StageSkeleton): Pose | string {
    if (skeleton === undefined) return fault;
    const known = this.#poses.get(key);
    if (known !== undefined && (!varies || known.moment === moment)) return known.pose;
    const local = localTransforms(skeleton, animation, (name) => this.#animated(moment, animation, name));
    const transforms = typeof local === "string" ? undefined : skinningTransforms(skeleton, local);
    const missing = "The skeleton has a bindTransform that cannot be inverted";
    // The joint after the last one does not move.
    const pose =
      typeof local === "string" ? local : transforms === undefined ? missing : poseOf([...transforms, identityMatrix]);
    this.#poses.set(key, { moment, pose });
    return pose;
  }

  /** Returns the weights of blend shapes at a time, 0 for those that the animation does not have. */
  weights(moment: StageMoment, { animation }: StageSkeleton, names: readonly string[]): Float32Array {
    const all = this.#animated(moment, animation, "blendShapeWeights");
    const places = indicesIn(animation?.blendShapes ?? [], names);
    return Float32Array.from(places, (place) => (place < 0 || place >= all.length ? 0 : all[place]));
  }

  #animated({ time }: StageMoment, animation: SkelAnimation | undefined, name: string): Float32Array {
    return animation === undefined ? new Float32Array() : floatsAt(this.#source.reader, animation.prim, name, time);
  }

  #definition(prim: PrimNode): Skeleton | string {
    if (!isA(prim.type, "Skeleton")) return `${prim.path} is no Skeleton`;
    const known = this.#definitions.get(prim.source);
    if (known !== undefined) return known;
    const read = readSkeleton(this.#source.reader, prim);
    this.#definitions.set(prim.source, read);
    return read;
  }
}
