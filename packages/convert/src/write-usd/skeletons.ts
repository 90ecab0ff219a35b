/** Skeleton prims. */
import type { PlainPrim, PlainProperty } from "@usdkit/layer";
import { identityMatrix, invertMatrix, multiplyMatrices, type RowMatrix } from "@usdkit/transforms";
import { nodeMatrix } from "../model/node-matrix.ts";
import { UniqueNames } from "../model/unique-names.ts";
import { ANIMATION_SET } from "./animated.ts";
import { restWeights, skelAnimation } from "./skel-animations.ts";
import type { SkeletonLayout } from "./skeleton-layout.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue } from "./values.ts";

const SOURCE = "skel:animationSource";

/** Returns a skeleton with its animations. */
export function skeletonPrim(writer: UsdWriter, skeleton: SkeletonLayout): PlainPrim {
  const { scene, options } = writer;
  const { joints, tokens, path } = skeleton;
  const rest = joints.map((joint) => nodeMatrix(scene.nodes[joint].transform));
  const names = joints.map((joint) => scene.nodes[joint].name);
  const isNamed = tokens.some((token, i) => token.slice(token.lastIndexOf("/") + 1) !== names[i] && names[i] !== "");
  const properties: PlainProperty[] = [
    {
      name: "bindTransforms",
      type: "matrix4d[]",
      value: matrices(bindTransforms(writer, skeleton, rest)),
      uniform: true,
    },
    ...(isNamed ? [{ name: "jointNames", type: "token[]", value: names, uniform: true }] : []),
    { name: "joints", type: "token[]", value: tokens, uniform: true },
    { name: "restTransforms", type: "matrix4d[]", value: matrices(rest), uniform: true },
  ];
  const taken = new UniqueNames(options.asciiNames);
  const { prims, sources, atRest } = animationPrims(writer, skeleton, taken);
  const binding = (name: string | undefined): PlainProperty[] =>
    name === undefined ? [] : [{ name: SOURCE, type: "rel", targets: [`${path}/${name}`] }];
  if (scene.animations.length > 1 && sources.size > 0) {
    for (const [i, variant] of writer.layout.animationNames.entries()) {
      writer.opinions.add(ANIMATION_SET, variant, path, binding(sources.get(i) ?? atRest));
    }
  } else properties.push(...binding(sources.get(0) ?? atRest));
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    type: "Skeleton",
    metadata: { apiSchemas: { prepended: ["SkelBindingAPI"] } },
    properties,
    children: prims,
  };
}

interface AnimationPrims {
  readonly prims: readonly PlainPrim[];
  /** By animation, the name of its prim. */
  readonly sources: ReadonlyMap<number, string>;
  /** The prim with the weights at rest, if targets have any. */
  readonly atRest: string | undefined;
}

function animationPrims(writer: UsdWriter, skeleton: SkeletonLayout, taken: UniqueNames): AnimationPrims {
  const { scene } = writer;
  const prims: PlainPrim[] = [];
  const sources = new Map<number, string>();
  for (const [i, animation] of scene.animations.entries()) {
    const properties = skelAnimation(writer, skeleton, animation);
    if (properties === undefined) continue;
    const name = taken.take(animation.name, "Animation");
    sources.set(i, name);
    prims.push({ name, type: "SkelAnimation", properties });
  }
  const isNeeded = skeleton.targetTokens.size > 0 && sources.size < Math.max(1, scene.animations.length);
  if (!isNeeded) return { prims, sources, atRest: undefined };
  const atRest = taken.take("Rest", "Rest");
  return {
    prims: [...prims, { name: atRest, type: "SkelAnimation", properties: restWeights(writer, skeleton) }],
    sources,
    atRest,
  };
}

/** Returns for each joint its transform in the skeleton when the vertices are where they are in the mesh. */
function bindTransforms(
  { scene, losses }: UsdWriter,
  { joints, inverseBinds }: SkeletonLayout,
  rest: readonly RowMatrix[],
): readonly RowMatrix[] {
  const parentOf = new Map(
    joints.flatMap((joint) => scene.nodes[joint].children.map((child) => [child, joint] as const)),
  );
  const places = new Map<number, RowMatrix>();
  return joints.map((joint, i) => {
    const parent = parentOf.get(joint);
    const above = parent === undefined ? identityMatrix : (places.get(parent) ?? identityMatrix);
    const place = multiplyMatrices(rest[i], above);
    places.set(joint, place);
    const inverse = inverseBinds[i];
    if (inverse === undefined) return place;
    const bind = invertMatrix(inverse);
    if (bind === undefined) {
      losses.add(
        scene.nodes[joint].source,
        "The inverse bind matrix of the joint has no inverse: its place at rest is used",
      );
      return place;
    }
    return bind;
  });
}

function matrices(list: readonly RowMatrix[]): ReturnType<typeof arrayValue> {
  const flat = new Float64Array(16 * list.length);
  for (const [i, matrix] of list.entries()) flat.set(matrix, 16 * i);
  return arrayValue("matrix4d", flat);
}
