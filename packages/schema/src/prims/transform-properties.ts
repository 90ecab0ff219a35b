import type { PropertyDefinition } from "./definition.ts";

/** The place of a prim in its parent: the one transformation that the service reads. */
export const transformProperties: readonly PropertyDefinition[] = [
  {
    name: "xformOp:transform",
    kind: "attribute",
    type: "matrix4d",
    variability: "varying",
    fallback: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    description: "From the prim's space to its parent's; row vectors, the translation in the fourth row.",
    source: "spec 2.8",
  },
  {
    name: "xformOpOrder",
    kind: "attribute",
    type: "token[]",
    variability: "uniform",
    description: 'Which ops count, in their order; the service recommends ["xformOp:transform"].',
    source: "spec 2.8; UsdGeomXformable",
  },
];
