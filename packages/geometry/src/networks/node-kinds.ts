/** The nodes of networks that are evaluated. */
import { imageNodes } from "./image-nodes.ts";
import type { NodeKind } from "./node-kind.ts";
import { operations } from "./operations.ts";
import { operationNode, structuralNodes } from "./plain-nodes.ts";
import { primvarNodes } from "./primvar-nodes.ts";

/** By name: identifiers of UsdShade without types, and those of MaterialX without `ND_` and types. */
const kinds: ReadonlyMap<string, NodeKind> = new Map<string, NodeKind>([
  ...Array.from(operations, ([name, operation]) => [name, operationNode(name, operation)] as const),
  ...structuralNodes,
  ...primvarNodes,
  ...imageNodes,
]);

/** Returns the kind of a node and the types in its identifier; undefined if it cannot be evaluated. */
export function nodeKind(id: string): { readonly kind: NodeKind; readonly type: string } | undefined {
  const name = id.replace(/^ND_/u, "");
  // The longest name that is whole: `gltf_image` and not `gltf`.
  for (let end = name.length; end > 0; end = name.lastIndexOf("_", end - 1)) {
    const kind = kinds.get(name.slice(0, end));
    if (kind !== undefined) return { kind, type: name.slice(end + 1) };
  }
  return undefined;
}
