/** The skeletons, skins and blend shapes of a stage as data, for programs that deform meshes themselves. */
import type { Stage } from "@usdkit/usd";
import { inheritedBinding, type SkelAnimation, type Skeleton } from "@usdkit/usd/skel";
import type { GeometryProblem } from "../model/geometry-problem.ts";
import type { BlendShape, Skin } from "../skel/skin.ts";
import { floatsOf } from "./number-arrays.ts";
import { KeptValues } from "./kept-values.ts";
import { readBlendShapes } from "./read-blend-shapes.ts";
import { readSkin, skinFault } from "./read-skin.ts";
import { StageSkeletons } from "./stage-skeletons.ts";
import { KeptAttributes, stageSource, type StageSource } from "./stage-source.ts";

/** A Skeleton prim. */
export interface SkeletonRig {
  /** Path of the prim: joints are in its space. */
  readonly path: string;
  readonly skeleton: Skeleton;
  /** The animation of its joints and of the weights of blend shapes; undefined without one. */
  readonly animation: SkelRigAnimation | undefined;
}

/** A SkelAnimation prim. */
export interface SkelRigAnimation {
  readonly path: string;
  readonly joints: readonly string[];
  readonly blendShapes: readonly string[];
}

/** What deforms the points of a prim. */
export interface PrimRig {
  readonly skeleton: SkeletonRig;
  /** Undefined: joints do not move it. */
  readonly skin: Skin | undefined;
  readonly blendShapes: readonly BlendShape[];
}

/** Finds what deforms the prims of a stage. Do not use it any more after the stage has changed. */
export class StageRigs {
  readonly #source: StageSource;
  readonly #skeletons: StageSkeletons;

  constructor(stage: Stage) {
    this.#source = stageSource(stage);
    this.#skeletons = new StageSkeletons(this.#source);
  }

  /**
   * Returns what deforms a prim with some points; undefined if nothing does.
   *
   * @param problems gets what is wrong
   */
  of(path: string, points: number, problems: GeometryProblem[] = []): PrimRig | undefined {
    const { reader } = this.#source;
    const prim = reader.prim(path);
    const binding = inheritedBinding(reader, prim);
    if (prim === undefined || binding?.isDeformable !== true || binding.skeleton === undefined) return undefined;
    const { prim: skeletonPrim, skeleton, animation, fault } = this.#skeletons.of(binding.skeleton);
    const problem = (property: string, message: string): void => {
      problems.push({ path, property, message });
    };
    if (skeleton === undefined) {
      problem("skel:skeleton", `${fault}: the prim does not move`);
      return undefined;
    }
    const kept = new KeptValues();
    const attributes = new KeptAttributes({ source: this.#source, time: null }, kept);
    const read = readSkin(this.#source, attributes, binding, skeleton);
    const failed = typeof read === "string" ? read : read && skinFault(read, points);
    if (failed !== undefined) problem("skel:skeleton", `${failed}: joints do not move it`);
    const skin = typeof read === "string" || failed !== undefined ? undefined : read;
    const blendShapes = readBlendShapes(reader, prim, points, problem);
    problems.push(...kept.takeProblems());
    if (skin === undefined && blendShapes.length === 0) return undefined;
    return { skeleton: { path: skeletonPrim.path, skeleton, animation: rigAnimation(animation) }, skin, blendShapes };
  }

  /** Returns the animation of a Skeleton prim; undefined without one. */
  animation(skeleton: string): SkelRigAnimation | undefined {
    const prim = this.#source.reader.prim(skeleton);
    return prim && rigAnimation(this.#skeletons.of(prim).animation);
  }

  /** Returns the number of points of a prim: those of the first of its samples. */
  points(path: string): number {
    const { reader } = this.#source;
    const prim = reader.prim(path);
    const attribute = prim && reader.attribute(prim, "points");
    if (attribute === undefined) return 0;
    const time = reader.sampleTimes(attribute).at(0) ?? null;
    return (floatsOf(reader.attributeValue(attribute, time))?.length ?? 0) / 3;
  }
}

function rigAnimation(animation: SkelAnimation | undefined): SkelRigAnimation | undefined {
  return animation && { path: animation.prim.path, joints: animation.joints, blendShapes: animation.blendShapes };
}
