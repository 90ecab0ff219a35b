/** Schemas of skeletons and skinning. */
import type { SchemaDescriptions } from "./schema-description.ts";

export const usdSkel: SchemaDescriptions = {
  SkelRoot: { summary: "The root of skinned geometry and its skeletons." },
  Skeleton: {
    summary: "A hierarchy of joints.",
    properties: {
      joints: "Path of each joint from the root joint, parents before children.",
      jointNames: "A unique name for each joint, for other programs.",
      bindTransforms: "World transform of each joint at the time of binding.",
      restTransforms: "Transform of each joint relative to its parent, if no animation sets it.",
    },
  },
  SkelAnimation: {
    summary: "Movement of joints and weights of blend shapes.",
    properties: {
      joints: "The joints that are animated, in the order of their values.",
      translations: "Translation of each joint relative to its parent.",
      rotations: "Rotation of each joint relative to its parent, as a unit quaternion.",
      scales: "Scale of each joint relative to its parent.",
      blendShapes: "The blend shapes that are animated, in the order of their weights.",
      blendShapeWeights: "Weight of each blend shape.",
    },
  },
  BlendShape: {
    summary: "A change of the points of a mesh, which an animation blends in.",
    properties: {
      offsets: "Movement of each point at full weight.",
      normalOffsets: "Change of each normal at full weight.",
      pointIndices: "Indices of the points that move; all of them if it is absent.",
    },
  },
  SkelBindingAPI: {
    summary: "Binds geometry to a skeleton, an animation and blend shapes.",
    properties: {
      "skel:skeleton": "The skeleton that deforms the geometry.",
      "skel:animationSource": "The animation of the skeleton.",
      "skel:joints": "The joints that the indices count, if not those of the skeleton in its order.",
      "skel:blendShapes": "Name of each blend shape in the animation.",
      "skel:blendShapeTargets": "The blend shape prim for each name.",
      "primvars:skel:jointIndices": "Indices of the joints that move each point.",
      "primvars:skel:jointWeights": "Weight of each joint that moves a point.",
      "primvars:skel:geomBindTransform": "World transform of the geometry at the time of binding.",
      "primvars:skel:skinningMethod": "Linear blending or dual quaternions.",
    },
  },
};
