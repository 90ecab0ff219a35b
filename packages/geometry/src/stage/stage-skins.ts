/** Prims that skeletons and blend shapes deform. */
import type { RowMatrix } from "@usdkit/transforms";
import type { PrimNode } from "@usdkit/usd";
import { bindingVaries, type SkelBinding } from "@usdkit/usd/skel";
import { rigidTransform, type Deformation } from "../skel/deformation.ts";
import type { Skin } from "../skel/skin.ts";
import { floatsOf } from "./number-arrays.ts";
import { readBlendShapes } from "./read-blend-shapes.ts";
import { readSkin, skinFault } from "./read-skin.ts";
import { StageSkeletons, type StageSkeleton } from "./stage-skeletons.ts";
import type { KeptAttributes, StageMoment, StageSource } from "./stage-source.ts";

/** A prim with the skeleton that it is bound to. */
export interface SkinnedPrim {
  readonly prim: PrimNode;
  readonly binding: SkelBinding;
  readonly skeleton: StageSkeleton;
}

/** What a skeleton does to a prim at a time. */
export interface PosedPrim {
  /** Undefined: points stay where they are. */
  readonly deformation: Deformation | undefined;
  /** Whether the deformation may be another one at another time. */
  readonly varies: boolean;
  /** Undefined: the space of the prim. */
  readonly space: { readonly prim: PrimNode; readonly matrix: RowMatrix | undefined } | undefined;
}

/** Finds how prims are deformed. */
export class StageSkins {
  readonly skeletons: StageSkeletons;
  readonly #source: StageSource;

  constructor(source: StageSource) {
    this.#source = source;
    this.skeletons = new StageSkeletons(source);
  }

  /** Returns the skeleton that a binding names. */
  skeletonOf({ skeleton }: SkelBinding): StageSkeleton | undefined {
    return skeleton && this.skeletons.of(skeleton);
  }

  /** Returns how a prim is deformed. What cannot be is a problem, and the prim is drawn at rest. */
  pose(moment: StageMoment, attributes: KeptAttributes, skinned: SkinnedPrim): PosedPrim {
    const { prim, binding, skeleton } = skinned;
    const points = this.#points(moment, prim);
    const skin = this.#skin(attributes, skinned, points);
    const pose = skin && this.skeletons.pose(moment, skeleton);
    if (typeof pose === "string")
      attributes.problem(prim, "skel:skeleton", `${pose}: the prim is drawn without its skeleton`);
    if (skin !== undefined && skeleton.skeleton?.bindTransforms === null) {
      const message = "Expected as many matrices as joints: prims are drawn as if all joints had been at the origin";
      attributes.problem(skeleton.prim, "bindTransforms", message);
    }
    const isPosed = skin !== undefined && pose !== undefined && typeof pose !== "string";
    const isRigid = isPosed && skin.influences.isRigid;
    const blendShapes = attributes.kept.value("blend shapes", [points], () =>
      readBlendShapes(this.#source.reader, prim, points, (property, message) => {
        attributes.problem(prim, property, message);
      }),
    );
    const weights = this.skeletons.weights(
      moment,
      skeleton,
      blendShapes.map(({ name }) => name),
    );
    const isDeformed = (isPosed && !isRigid) || blendShapes.length > 0;
    return {
      deformation: isDeformed
        ? { skin: isPosed && !isRigid ? { skin, pose } : undefined, blendShapes, weights }
        : undefined,
      varies: skeleton.varies || bindingVaries(this.#source.reader, binding),
      space: isPosed ? { prim: skeleton.prim, matrix: isRigid ? rigidTransform(skin, pose) : undefined } : undefined,
    };
  }

  #points({ source: { reader }, time }: StageMoment, prim: PrimNode): number {
    const points = reader.attribute(prim, "points");
    return points === undefined ? 0 : (floatsOf(reader.attributeValue(points, time))?.length ?? 0) / 3;
  }

  /** Returns the skin of a prim if it fits its points. */
  #skin(attributes: KeptAttributes, { prim, binding, skeleton }: SkinnedPrim, points: number): Skin | undefined {
    const { skeleton: definition, fault } = skeleton;
    return attributes.kept.value("skin", [points], () => {
      const read = definition === undefined ? fault : readSkin(this.#source, attributes, binding, definition);
      if (read === undefined) return undefined;
      const failed = typeof read === "string" ? read : skinFault(read, points);
      if (failed === undefined && typeof read !== "string") return read;
      attributes.problem(prim, "skel:skeleton", `${failed}: the prim is drawn without its skeleton`);
      return undefined;
    });
  }
}
