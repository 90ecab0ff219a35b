/** Joints and weights of vertices. */
import type { PlainProperty } from "@usdkit/layer";
import type { Influences, MeshModel, MeshPart } from "../model/mesh.ts";
import type { UsdWriter } from "./usd-writer.ts";
import { arrayValue } from "./values.ts";

/** A part of a mesh as a prim. */
export interface DeformedPart {
  readonly mesh: MeshModel;
  readonly part: MeshPart;
  /** The node that shows it; undefined for prototypes. */
  readonly node: number | undefined;
  /** Path of the prim. */
  readonly path: string;
}

/** Returns the properties with which joints move the vertices of a part; undefined if none do. */
export function skinProperties(
  { scene, layout, losses }: UsdWriter,
  { part, node }: DeformedPart,
): readonly PlainProperty[] | undefined {
  const { influences } = part.vertices;
  if (node === undefined || influences === null) return undefined;
  const skeleton = layout.skeletonOfNode.get(node);
  const { skin } = scene.nodes[node];
  if (skeleton === undefined || skin === null) return undefined;
  if (part.topology.kind !== "triangles") {
    losses.add(part.source, "Joints move triangles only: these lines or points stay where they are");
    return undefined;
  }
  const tokenOf = new Map(skeleton.joints.map((joint, i) => [joint, skeleton.tokens[i]]));
  const tokens = scene.skins[skin].joints.map((joint) => tokenOf.get(joint) ?? "");
  const isWhole = tokens.length === skeleton.tokens.length && tokens.every((token, i) => token === skeleton.tokens[i]);
  const { joints, weights, perVertex } = trimmed(influences);
  const metadata = { elementSize: perVertex, interpolation: "vertex" };
  return [
    {
      name: "primvars:skel:jointIndices",
      type: "int[]",
      value: arrayValue("int", Int32Array.from(joints)),
      metadata,
    },
    { name: "primvars:skel:jointWeights", type: "float[]", value: arrayValue("float", weights), metadata },
    ...(isWhole ? [] : [{ name: "skel:joints", type: "token[]", value: tokens, uniform: true }]),
    { name: "skel:skeleton", type: "rel", targets: [skeleton.path] },
  ];
}

/** Returns the influences without the columns that no vertex uses. */
function trimmed({ joints, weights, perVertex }: Influences): Influences {
  let used = 1;
  for (let i = 0; i < weights.length; i++) if (weights[i] > 0) used = Math.max(used, (i % perVertex) + 1);
  if (used === perVertex) return { joints, weights, perVertex };
  const isKept = (_: number, i: number): boolean => i % perVertex < used;
  return { joints: joints.filter(isKept), weights: weights.filter(isKept), perVertex: used };
}
