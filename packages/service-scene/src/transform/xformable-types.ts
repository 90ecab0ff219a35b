import { concreteTypes } from "@usdkit/schemas/types";

/** Transformable prim types of the format, including those of the service: UsdGeomXformable and what derives from it. */
export const xformableTypes: ReadonlySet<string> = /* @__PURE__ */ concreteTypes("Xformable");
