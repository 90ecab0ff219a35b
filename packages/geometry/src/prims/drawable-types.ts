import { concreteTypes } from "@usdkit/schemas/types";

/**
 * Prim types of OpenUSD that make an image: shapes, instancers, volumes and lights. Containers, cameras, skeletons, sounds and
 * materials make none.
 */
export const drawableTypes: ReadonlySet<string> = /* @__PURE__ */ concreteTypes(
  "Gprim",
  "PointInstancer",
  "GenerativeProcedural",
  "BoundableLightBase",
  "NonboundableLightBase",
  // Derives from UsdGeomXformable directly.
  "PluginLight",
);
