/**
 * Skeletons of stages: joints, animations, and which prims they move (UsdSkel). `@usdkit/geometry` deforms points with them, and
 * `BoundsCache` of `@usdkit/usd` has the extents of skeletons.
 */
export { indicesIn, jointParents } from "./joint-order.ts";
export { composedTransforms, skeletonSpace } from "./joint-transforms.ts";
export type { JointComponents } from "./joint-transforms.ts";
export { ANIMATED, floatsAt, localTransforms, readAnimation, readSkeleton } from "./read-skeleton.ts";
export type { SkelAnimation, Skeleton } from "./read-skeleton.ts";
export {
  animationOf,
  BINDING_ATTRIBUTES,
  bindingVaries,
  hasBindingApi,
  inheritedBinding,
  skelBinding,
} from "./skel-binding.ts";
export type { SkelBinding } from "./skel-binding.ts";
