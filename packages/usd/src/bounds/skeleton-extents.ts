/** Extents of Skeleton and SkelRoot prims: those of the joints of their skeletons (UsdSkel). */
import { isA } from "@usdkit/schemas";
import { identityMatrix, isFiniteMatrix, rowMatrix, type RowMatrix, type Vector3 } from "@usdkit/transforms";
import { XformCache } from "../imageable/xform-cache.ts";
import type { XformQueries } from "../imageable/xform-queries.ts";
import type { PrimNode } from "../prims/prim-node.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { skeletonSpace } from "../skel/joint-transforms.ts";
import { floatsAt, localTransforms, readAnimation, readSkeleton, type Skeleton } from "../skel/read-skeleton.ts";
import { animationOf, BINDING_ATTRIBUTES, skelBinding, type SkelBinding } from "../skel/skel-binding.ts";
import type { StageTime } from "../values/attribute-value.ts";
import { numbersOf } from "../values/plain-numbers.ts";
import { alignedRange, emptyRange, isEmptyRange, unionOf, type Range } from "./box.ts";
import { rangeAt } from "./extents.ts";

/** A prim that a skeleton moves. */
interface SkinnedPrim {
  readonly prim: PrimNode;
  readonly binding: SkelBinding;
}

interface Visit {
  readonly prim: PrimNode;
  readonly above: SkelBinding | undefined;
}

/** The time of the first sample of any attribute. */
const EARLIEST = -Number.MAX_VALUE;

/** The extents of skeletons at a time. */
export class SkeletonExtents {
  private readonly reader: StageReader;
  private readonly time: StageTime;
  /** At the default time, whatever the time of the extents is, as in the reference (26.11). */
  private readonly xforms: XformCache;

  constructor(queries: XformQueries, time: StageTime) {
    this.reader = queries.reader;
    this.time = time;
    this.xforms = new XformCache(queries, null);
  }

  /**
   * Returns the extent of a Skeleton, which contains the pivots of its joints; undefined if it has no pose.
   *
   * @param top the instance in whose prototype it is: what it and those above it name does not count, as prototypes are shared
   */
  ofSkeleton(prim: PrimNode, top: PrimNode | undefined): Range | undefined {
    const joints = this.joints(prim, readSkeleton(this.reader, prim), top);
    return joints && pivotRange(joints);
  }

  /**
   * Returns the extent of a SkelRoot: the extents of the skeletons that the prims below are bound to, larger by what the prims extend
   * beyond the joints when they were bound. Without bound prims, those of the skeletons below.
   *
   * @param top as of {@link ofSkeleton}
   */
  ofRoot(root: PrimNode, top: PrimNode | undefined): Range {
    const { skeletons, bound } = this.find(root);
    let range = emptyRange;
    const add = (prim: PrimNode, skinned: readonly SkinnedPrim[]): void => {
      const skeleton = readSkeleton(this.reader, prim);
      const joints = this.joints(prim, skeleton, top);
      if (joints === undefined || joints.length === 0 || typeof skeleton === "string") return;
      const { matrix } = this.xforms.relative(prim, root);
      range = unionOf(range, padded(pivotRange(joints, matrix), this.padding(skeleton, skinned)));
    };
    if (bound.size === 0) for (const prim of skeletons) add(prim, []);
    for (const [prim, skinned] of bound) add(prim, skinned);
    return range;
  }

  /** Returns the skeletons below a SkelRoot, and the prims that skeletons move by skeleton. */
  private find(root: PrimNode): {
    readonly skeletons: readonly PrimNode[];
    readonly bound: ReadonlyMap<PrimNode, readonly SkinnedPrim[]>;
  } {
    const skeletons: PrimNode[] = [];
    const bound = new Map<PrimNode, SkinnedPrim[]>();
    const waiting: Visit[] = [{ prim: root, above: undefined }];
    for (let visit = waiting.pop(); visit !== undefined; visit = waiting.pop()) {
      const { prim, above } = visit;
      if (isA(prim.type, "Skeleton")) skeletons.push(prim);
      const binding = skelBinding(this.reader, prim, above);
      const skeleton = binding?.skeleton;
      if (binding?.isDeformable === true && skeleton?.isActive === true && isA(skeleton.type, "Skeleton")) {
        const others = bound.get(skeleton);
        if (others === undefined) bound.set(skeleton, [{ prim, binding }]);
        else others.push({ prim, binding });
      }
      const children = [...this.reader.children(prim)];
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i];
        if (child.isActive && child.isDefined && !child.isAbstract) waiting.push({ prim: child, above: binding });
      }
    }
    return { skeletons, bound };
  }

  /** Returns the transforms of the joints in the space of a skeleton; undefined if there are none. */
  private joints(
    prim: PrimNode,
    skeleton: Skeleton | string,
    top: PrimNode | undefined,
  ): readonly RowMatrix[] | undefined {
    if (typeof skeleton === "string") return undefined;
    const source = animationOf(this.reader, prim, top);
    const animation = source && readAnimation(this.reader, source);
    const value = (name: string): Float32Array =>
      source === undefined ? new Float32Array() : floatsAt(this.reader, source, name, this.time);
    const local = localTransforms(skeleton, animation, value);
    return typeof local === "string" ? undefined : skeletonSpace(skeleton.parents, local);
  }

  /** Returns by how much prims extend beyond the joints at rest; 0 for those without an authored extent. */
  private padding(skeleton: Skeleton, skinned: readonly SkinnedPrim[]): number {
    if (skeleton.restTransforms === null) return 0;
    const rest = pivotRange(skeletonSpace(skeleton.parents, skeleton.restTransforms));
    let padding = 0;
    for (const { prim, binding } of skinned) {
      const numbers = numbersOf(this.reader.value(prim, "extent", EARLIEST));
      if (numbers?.length !== 6) continue;
      const { minimum, maximum } = alignedRange({ range: rangeAt(numbers, 0), matrix: this.bindTransform(binding) });
      for (let axis = 0; axis < 3; axis++) {
        const below = Math.fround(rest.minimum[axis] - Math.fround(minimum[axis]));
        const over = Math.fround(Math.fround(maximum[axis]) - rest.maximum[axis]);
        padding = Math.max(padding, below, over);
      }
    }
    return padding;
  }

  private bindTransform({ geomBindTransform }: SkelBinding): RowMatrix {
    if (geomBindTransform === undefined) return identityMatrix;
    const numbers = numbersOf(this.reader.value(geomBindTransform, BINDING_ATTRIBUTES.geomBindTransform, EARLIEST));
    const matrix = numbers?.length === 16 ? rowMatrix(Array.from(numbers)) : identityMatrix;
    return isFiniteMatrix(matrix) ? matrix : identityMatrix;
  }
}

/** Returns the range of the origins of joints, in single precision. */
function pivotRange(joints: readonly RowMatrix[], by: RowMatrix = identityMatrix): Range {
  let range = emptyRange;
  for (const joint of joints) {
    const [x, y, z] = [joint[12], joint[13], joint[14]].map(Math.fround);
    const at = (axis: number): number =>
      Math.fround(x * by[axis] + y * by[4 + axis] + z * by[8 + axis] + by[12 + axis]);
    const pivot: Vector3 = [at(0), at(1), at(2)];
    range = unionOf(range, { minimum: pivot, maximum: pivot });
  }
  return range;
}

function padded(range: Range, padding: number): Range {
  if (isEmptyRange(range)) return range;
  const { minimum, maximum } = range;
  const moved = ([x, y, z]: Vector3, by: number): Vector3 => [
    Math.fround(x + by),
    Math.fround(y + by),
    Math.fround(z + by),
  ];
  return { minimum: moved(minimum, -padding), maximum: moved(maximum, padding) };
}
