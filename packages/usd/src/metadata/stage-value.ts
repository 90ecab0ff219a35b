/** Authored values as values of the stage: times, asset paths and path expressions. */
import type { LayerOffset, TypedValue, Value } from "@usdkit/layer";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import type { NodeId } from "../graph/graph-node.ts";
import type { IndexGraph } from "../graph/index-graph.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import { mapAssetPaths } from "./evaluate-assets.ts";
import { mapPathExpression } from "./path-expressions.ts";
import { mapTyped, retimeValue } from "./retime.ts";

/** What values of the stage have for authored paths. */
export interface ValueMapping {
  /** Returns an asset path of a layer as the values of the stage have it. */
  readonly assetPath: (authored: string, layer: StageLayer, variables: ExpressionVariables) => string;
  /** Maps a path in an expression, after it was mapped to the stage. */
  readonly expressionPath?: ((path: string) => string) | undefined;
  /** Called for each path expression: it is mapped by the arcs, so that prims with the same opinions have different ones. */
  readonly onExpression?: (() => void) | undefined;
}

/** The site of a value. */
export interface ValueSite {
  readonly node: NodeId;
  /** Asset paths are relative to it. */
  readonly layer: StageLayer;
  /** Maps times of the layer to times of the stage. */
  readonly offset: LayerOffset;
}

/** The mapping of `StageValues`: expressions of asset paths are evaluated; "" for those that cannot be. */
export const evaluated: ValueMapping = {
  assetPath: (authored, _, variables) => {
    if (!isExpression(authored)) return authored;
    const { value } = evaluateExpression(authored, variables);
    return typeof value === "string" ? value : "";
  },
};

/** Returns a value of a layer as one of the stage. */
export function toStage(graph: IndexGraph, site: ValueSite, value: Value, mapping: ValueMapping): Value {
  return pathsToStage(graph, site, retimeValue(value, site.offset), mapping);
}

/** Returns a value whose times are those of the stage with its paths as those of the stage. */
export function pathsToStage(
  graph: IndexGraph,
  { node, layer }: Pick<ValueSite, "node" | "layer">,
  value: Value,
  { assetPath, expressionPath, onExpression }: ValueMapping,
): Value {
  if (value.kind !== "typed" && value.kind !== "dictionary") return value;
  const { variables } = graph.nodes[node].stack;
  const withAssets = mapAssetPaths(value, (authored) => assetPath(authored, layer, variables));
  return mapTyped(withAssets, (typed) => {
    if (typed.type.kind !== "pathExpression") return typed;
    onExpression?.();
    return mapTexts(typed, (text) => mapPathExpression(text, { graph, node }, expressionPath));
  });
}

function mapTexts(value: TypedValue, map: (text: string) => string): TypedValue {
  const { data } = value;
  if (typeof data === "string") return { ...value, data: map(data) };
  return isTexts(data) ? { ...value, data: data.map(map) } : value;
}

function isTexts(data: TypedValue["data"]): data is readonly string[] {
  return Array.isArray(data);
}
