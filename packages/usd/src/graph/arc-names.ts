/** The words for arcs in messages and in JSON. */
import { ArcType } from "./graph-node.ts";

/** By kind: `references` for a reference. */
export const arcNames: Readonly<Record<ArcType, string>> = {
  [ArcType.root]: "local",
  [ArcType.inherit]: "inherits",
  [ArcType.variant]: "variants",
  [ArcType.relocate]: "relocates",
  [ArcType.reference]: "references",
  [ArcType.payload]: "payloads",
  [ArcType.specialize]: "specializes",
};
