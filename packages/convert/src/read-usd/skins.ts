/** Joints and blend shapes of stages as skins and morph targets. */
import type { BlendShape, PrimRig, SkeletonRig, Skin } from "@usdkit/geometry";
import { identityMatrix, invertMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import type { Influences, MeshModel, MorphTarget, Vertices } from "../model/mesh.ts";
import { matrixTransform } from "./local-transform.ts";
import type { SceneDraft } from "./scene-draft.ts";
import type { ShapeMesh } from "./shapes.ts";

/** A skeleton with the nodes of its joints. */
export interface PlacedSkeleton {
  readonly rig: SkeletonRig;
  readonly joints: readonly number[];
}

/** Adds the joints of skeletons, and makes skins. */
export class SkinWriter {
  /** By path of the Skeleton prim. */
  readonly skeletons: Map<string, PlacedSkeleton> = new Map();
  readonly #draft: SceneDraft;
  readonly #skins: Map<string, number> = new Map();
  /** By path of the Skeleton prim, the joint that does not move. */
  readonly #still: Map<string, number> = new Map();

  constructor(draft: SceneDraft) {
    this.#draft = draft;
  }

  /** Returns a skeleton, with a node for each joint below that of the Skeleton prim. */
  place(rig: SkeletonRig): PlacedSkeleton {
    const { path, skeleton } = rig;
    const known = this.skeletons.get(path);
    if (known !== undefined) return known;
    const { joints, parents } = skeleton;
    const above = this.#nodeOf(path);
    const locals = localTransforms(skeleton);
    const places: number[] = [];
    for (const [i, joint] of joints.entries()) {
      const parent = parents[i] < 0 ? above : places[parents[i]];
      places.push(
        this.#draft.add(parent, {
          name: joint.slice(joint.lastIndexOf("/") + 1),
          source: path,
          transform: matrixTransform(locals[i]),
          world: identityMatrix,
          isKept: true,
        }),
      );
    }
    const placed = { rig, joints: places };
    this.skeletons.set(path, placed);
    return placed;
  }

  /** Returns a mesh with the joints and targets that move it, and its skin. */
  deformed(
    { mesh, pointOf }: ShapeMesh,
    { skeleton, skin, blendShapes }: PrimRig,
  ): { mesh: MeshModel; skin: number | null } {
    const placed = this.place(skeleton);
    const made = new Map<Vertices, Vertices>();
    const parts = mesh.parts.map((part) => {
      const { vertices } = part;
      const known = made.get(vertices) ?? {
        ...vertices,
        influences: skin === undefined ? null : influencesOf(skin, vertices.count, pointOf),
        targets: blendShapes.map((shape) => targetOf(shape, vertices, pointOf)),
      };
      made.set(vertices, known);
      return { ...part, vertices: known };
    });
    for (const { name, shapes } of blendShapes) {
      if (shapes.length > 1) this.#draft.losses.add(mesh.source, `Shapes on the way to "${name}" are not part of glTF`);
    }
    if (skin?.method === "dualQuaternion") {
      this.#draft.losses.add(
        mesh.source,
        "Dual quaternion skinning is not part of glTF: joints move vertices linearly",
      );
    }
    const targetNames = blendShapes.map(({ name }) => name);
    return {
      mesh: { ...mesh, parts, targetNames, targetWeights: targetNames.map(() => 0) },
      skin: skin === undefined ? null : this.#skin(placed, skin),
    };
  }

  #skin({ rig, joints }: PlacedSkeleton, skin: Skin): number {
    const { geomBindTransform, influences } = skin;
    const usesStill = influences.joints.includes(rig.skeleton.joints.length);
    const key = JSON.stringify([rig.path, geomBindTransform, usesStill]);
    const known = this.#skins.get(key);
    if (known !== undefined) return known;
    const binds = rig.skeleton.bindTransforms ?? [];
    const inverses = joints.map((_, i): RowMatrix => {
      const inverse = binds[i] === undefined ? undefined : invertMatrix(binds[i]);
      return multiplyMatrices(geomBindTransform, inverse ?? identityMatrix);
    });
    const place =
      this.#draft.skins.push({
        name: rig.path.slice(rig.path.lastIndexOf("/") + 1),
        source: rig.path,
        joints: usesStill ? [...joints, this.#stillJoint(rig.path)] : joints,
        inverseBindMatrices: usesStill ? [...inverses, geomBindTransform] : inverses,
      }) - 1;
    this.#skins.set(key, place);
    return place;
  }

  #stillJoint(path: string): number {
    const known = this.#still.get(path);
    if (known !== undefined) return known;
    const transform = matrixTransform(identityMatrix);
    const node = this.#draft.add(this.#nodeOf(path), {
      name: "Still",
      source: path,
      transform,
      world: identityMatrix,
      isKept: true,
    });
    this.#still.set(path, node);
    return node;
  }

  /** The node of a Skeleton prim, which may be invisible. */
  #nodeOf(path: string): number {
    const known = this.#draft.nodeOf.get(path);
    if (known !== undefined) return known;
    const above = path.slice(0, path.lastIndexOf("/"));
    const parent = above === "" ? null : this.#nodeOf(above);
    const node = this.#draft.add(parent, {
      name: path.slice(path.lastIndexOf("/") + 1),
      source: path,
      transform: matrixTransform(identityMatrix),
      world: identityMatrix,
    });
    this.#draft.nodeOf.set(path, node);
    return node;
  }
}

/** Transforms at rest, in the space of the parent joint. */
function localTransforms({
  joints,
  parents,
  restTransforms,
  bindTransforms,
}: SkeletonRig["skeleton"]): readonly RowMatrix[] {
  if (restTransforms !== null) return restTransforms;
  return joints.map((_, i) => {
    const bind = bindTransforms?.[i] ?? identityMatrix;
    const above = parents[i] < 0 ? undefined : bindTransforms?.[parents[i]];
    const inverse = above && invertMatrix(above);
    return inverse === undefined ? bind : multiplyMatrices(bind, inverse);
  });
}

/** Returns the joints of each vertex: each joint once, without weights of zero, so that weights add up to 1. */
function influencesOf({ influences }: Skin, count: number, pointOf: Uint32Array | null): Influences {
  const { perPoint, joints, weights, isRigid } = influences;
  const perVertex = Math.max(1, perPoint);
  const result = {
    joints: new Uint16Array(perVertex * count),
    weights: new Float32Array(perVertex * count),
    perVertex,
  };
  for (let vertex = 0; vertex < count; vertex++) {
    const from = isRigid ? 0 : perPoint * (pointOf?.[vertex] ?? vertex);
    const at = perVertex * vertex;
    let [used, sum] = [0, 0];
    for (let k = from; k < from + perPoint; k++) {
      const weight = weights[k];
      if (!(weight > 0)) continue;
      let place = 0;
      while (place < used && result.joints[at + place] !== joints[k]) place++;
      if (place === used) result.joints[at + used++] = joints[k];
      result.weights[at + place] += weight;
      sum += weight;
    }
    if (sum === 0) result.weights[at] = 1;
    else if (Math.abs(sum - 1) > 1e-6) for (let k = at; k < at + used; k++) result.weights[k] /= sum;
  }
  return result;
}

/** The whole shape of a blend shape, which is that of the weight 1. */
function targetOf({ pointIndices, shapes }: BlendShape, vertices: Vertices, pointOf: Uint32Array | null): MorphTarget {
  const shape = shapes.find(({ weight }) => Math.abs(weight - 1) < 1e-6) ?? shapes.at(-1);
  if (shape === undefined) return { positions: null, normals: null };
  const { count, normals } = vertices;
  const hasNormals = normals !== null && shape.normalOffsets.length === shape.offsets.length;
  return {
    positions: atVertices(shape.offsets, { pointIndices, pointOf, count }),
    normals: hasNormals ? atVertices(shape.normalOffsets, { pointIndices, pointOf, count }) : null,
  };
}

function atVertices(
  offsets: Float32Array,
  { pointIndices, pointOf, count }: { pointIndices: Int32Array | null; pointOf: Uint32Array | null; count: number },
): Float32Array {
  if (pointIndices === null && pointOf === null) return offsets;
  const placeOf = pointIndices && new Map(Array.from(pointIndices, (point, i) => [point, i]));
  const result = new Float32Array(3 * count);
  for (let vertex = 0; vertex < count; vertex++) {
    const point = pointOf?.[vertex] ?? vertex;
    const place = placeOf === null ? point : placeOf.get(point);
    if (place === undefined) continue;
    for (let k = 0; k < 3; k++) result[3 * vertex + k] = offsets[3 * place + k];
  }
  return result;
}
