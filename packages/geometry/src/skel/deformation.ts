/** How joints and blend shapes deform the points of a prim. */
import { unsafeRowMatrix, type RowMatrix } from "@usdkit/transforms";
import { skinPointsByRotations, turnNormals } from "./dual-quaternion-skinning.ts";
import { decomposedTransforms, type DecomposedTransforms } from "./dual-quaternions.ts";
import { addNormalOffsets, addPointOffsets } from "./blend-shapes.ts";
import { skinNormals, skinPoints } from "./linear-skinning.ts";
import { inverseTranspose, normalPart } from "./matrix3.ts";
import type { BlendShape, Influences, Skin } from "./skin.ts";

/** What deforms the points of a prim at a time. */
export interface Deformation {
  /** Undefined: blend shapes alone. */
  readonly skin: { readonly skin: Skin; readonly pose: Pose } | undefined;
  readonly blendShapes: readonly BlendShape[];
  /** Of the blend shapes. */
  readonly weights: Float32Array;
}

/** The pose of a skeleton. */
export interface Pose {
  /** Of joints, 16 numbers each: from where points were bound to where they are, in the space of the skeleton. */
  readonly transforms: Float64Array;
  /** The same for normals, nine numbers each. */
  readonly normalTransforms: Float64Array;
  /** Made when they are needed. */
  decomposed?: DecomposedTransforms;
  decomposedNormals?: DecomposedTransforms;
}

/** Returns the pose of joints. */
export function poseOf(transforms: readonly RowMatrix[]): Pose {
  const flat = new Float64Array(16 * transforms.length);
  const normals = new Float64Array(9 * transforms.length);
  for (const [i, matrix] of transforms.entries()) {
    flat.set(matrix, 16 * i);
    const part = normalPart(matrix);
    normals.set(inverseTranspose(part) ?? part, 9 * i);
  }
  return { transforms: flat, normalTransforms: normals };
}

/** Returns points that are moved by blend shapes, and then by joints: these are in the space of the skeleton. */
export function deformPoints(points: Float32Array, { skin, blendShapes, weights }: Deformation): Float32Array {
  let moved = points;
  if (blendShapes.length > 0) {
    moved = points.slice();
    addPointOffsets(moved, blendShapes, weights);
  }
  return skin === undefined ? moved : skinnedPoints(moved, skin.skin, skin.pose);
}

function skinnedPoints(points: Float32Array, skin: Skin, pose: Pose): Float32Array {
  const { influences, geomBindTransform: bind, method } = skin;
  if (method === "classicLinear") return skinPoints(points, bind, pose.transforms, influences);
  pose.decomposed ??= decomposedTransforms(pose.transforms);
  return skinPointsByRotations(points, bind, pose.decomposed, influences);
}

/**
 * Returns normals that are turned with the points, of any length.
 *
 * @param normals flat; changed
 * @param pointOf of each normal its point; null: normals are in the order of points
 */
export function deformNormals(
  normals: Float32Array,
  pointOf: Int32Array | null,
  { skin, blendShapes, weights }: Deformation,
): Float32Array {
  if (pointOf === null && blendShapes.length > 0) addNormalOffsets(normals, blendShapes, weights);
  if (skin === undefined) return normals;
  const { pose } = skin;
  const { influences, geomBindTransform, method } = skin.skin;
  const part = normalPart(geomBindTransform);
  const bind = inverseTranspose(part) ?? part;
  if (method === "classicLinear") {
    return skinNormals(normals, pointOf, { bind, transforms: pose.normalTransforms }, influences);
  }
  pose.decomposedNormals ??= decomposedTransforms(padded(pose.normalTransforms));
  return turnNormals(normals, pointOf, { bind, transforms: pose.decomposedNormals }, influences);
}

/** Returns matrices of nine numbers as matrices of 16. */
function padded(transforms: Float64Array): Float64Array {
  const count = transforms.length / 9;
  const result = new Float64Array(16 * count);
  for (let i = 0; i < count; i++) {
    for (let row = 0; row < 3; row++)
      result.set(transforms.subarray(9 * i + 3 * row, 9 * i + 3 * row + 3), 16 * i + 4 * row);
    result[16 * i + 15] = 1;
  }
  return result;
}

/** Returns the matrix of a prim that a skeleton moves as a whole, from its space to that of the skeleton. */
export function rigidTransform(skin: Skin, pose: Pose): RowMatrix {
  // The joints move the ends of the axes and the origin.
  const frame = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  const { joints, weights, perPoint } = skin.influences;
  const repeated: Influences = {
    perPoint,
    joints: Int32Array.from({ length: 4 * perPoint }, (_, i) => joints[i % perPoint]),
    weights: Float32Array.from({ length: 4 * perPoint }, (_, i) => weights[i % perPoint]),
    isRigid: false,
  };
  const moved = skinnedPoints(frame, { ...skin, influences: repeated }, pose);
  const row = (at: number): number[] => [0, 1, 2].map((k) => moved[at + k] - moved[9 + k]);
  return unsafeRowMatrix([...row(0), 0, ...row(3), 0, ...row(6), 0, moved[9], moved[10], moved[11], 1]);
}
