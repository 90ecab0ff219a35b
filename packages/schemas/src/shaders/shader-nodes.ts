import type { ShaderNode } from "./shader-node.ts";
import { shaderNodeRows } from "./shader-nodes.generated.ts";

/** The shader nodes that OpenUSD defines, by identifier: those of UsdPreviewSurface, of Storm, and lights. */
export const shaderNodes: ReadonlyMap<string, ShaderNode> = new Map(shaderNodeRows.map((node) => [node.id, node]));

/**
 * Returns the node that `info:id` names; undefined for nodes of MaterialX and of renderers.
 *
 * @example shaderNodeOf("UsdUVTexture")?.inputs["st"].type // "float2"
 */
export function shaderNodeOf(id: string): ShaderNode | undefined {
  return shaderNodes.get(id);
}
