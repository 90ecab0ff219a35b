/** Values as the stage has them: asset paths anchored, time codes and path expressions in its times and paths. */
import type { DictionaryValue, FieldValue, LayerOffset, TypedValue, Value } from "@usdkit/layer";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import { composeOffsets, isNoOffset } from "../paths/layer-offset.ts";
import type { IndexGraph, NodeId } from "../graph/index-graph.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";
import type { StackedLayer } from "../layer-stack/layer-stack.ts";
import type { FlattenSource } from "./flatten-source.ts";

/** Where a value is authored, and how it becomes one of the stage. */
export interface ValueContext {
  readonly layer: StageLayer;
  /** From the layer's times to those of the stage. */
  readonly offset: LayerOffset;
  readonly variables: ExpressionVariables;
  readonly anchor: FlattenSource["anchor"];
}

/** Returns the context of the values of a spec. */
export function contextOf(
  source: FlattenSource,
  graph: IndexGraph,
  { node, layer, offset }: StackedLayer & { readonly node: NodeId },
): ValueContext {
  const { mapToRoot, stack } = graph.nodes[node];
  return {
    layer,
    offset: composeOffsets(mapToRoot.offset, offset),
    variables: stack.variables,
    anchor: source.anchor,
  };
}

/** Returns a value of metadata as the stage has it. */
export function resolveField(value: FieldValue, context: ValueContext): FieldValue {
  if (value.kind === "typed") return resolveTyped(value, context);
  return value.kind === "dictionary" ? resolveDictionary(value, context) : value;
}

/** Returns a value of an attribute as the stage has it. */
export function resolveAuthored(value: Value, context: ValueContext): Value {
  return value.kind === "typed" ? resolveTyped(value, context) : value;
}

function resolveTyped(value: TypedValue, context: ValueContext): TypedValue {
  const { data } = value;
  if (value.type.kind === "asset") {
    if (typeof data === "string") return { ...value, data: resolveAsset(data, context) };
    if (!isStrings(data)) return value;
    return { ...value, data: data.map((each) => resolveAsset(each, context)) };
  }
  if (value.type.kind === "timecode" && !isNoOffset(context.offset)) {
    const { offset, scale } = context.offset;
    if (typeof data === "number") return { ...value, data: scale * data + offset };
    if (data instanceof Float64Array) return { ...value, data: data.map((each) => scale * each + offset) };
  }
  return value;
}

function isStrings(data: TypedValue["data"]): data is readonly string[] {
  return Array.isArray(data);
}

function resolveAsset(authored: string, { variables, layer, anchor }: ValueContext): string {
  if (!isExpression(authored)) return anchor(authored, layer);
  const { value, error } = evaluateExpression(authored, variables);
  // The reference leaves an expression that it cannot evaluate as it is.
  if (error !== undefined) return authored;
  return typeof value === "string" ? anchor(value, layer) : "";
}

/** Nested dictionaries do not deepen the call stack. */
function resolveDictionary(dictionary: DictionaryValue, context: ValueContext): DictionaryValue {
  const root = new Map<string, Value>();
  const waiting: (readonly [from: DictionaryValue, to: Map<string, Value>])[] = [[dictionary, root]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, to] = next;
    for (const [key, value] of from.entries) {
      if (value.kind === "dictionary") {
        const inner = new Map<string, Value>();
        to.set(key, { kind: "dictionary", entries: inner });
        waiting.push([value, inner]);
      } else to.set(key, resolveAuthored(value, context));
    }
  }
  return { kind: "dictionary", entries: root };
}
