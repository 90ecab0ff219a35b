/** Specs of one path in the layers of a stack, and how their values become those of one layer. */
import type { Field, LayerOffset, Value } from "@usdkit/layer";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import type { ExpressionVariables } from "../expressions/expression-value.ts";
import type { StackedLayer } from "../layer-stack/stacked-spec.ts";
import { mapAssetPaths } from "../metadata/evaluate-assets.ts";
import { retimeValue } from "../metadata/retime.ts";
import { composeOffsets } from "../paths/layer-offset.ts";
import type { StageLayer } from "../resolve/stage-layer.ts";

/** A spec of a layer of the stack. */
export interface LayerSpec<Spec> extends StackedLayer {
  readonly spec: Spec;
}

/** A spec with fields. */
export type FieldsSpec = LayerSpec<{ readonly fields: ReadonlyMap<string, Field> }>;

/** What all values of a layer stack are mapped with. */
export interface LayerMapping {
  /** Time codes per second of the layer stack; undefined if offsets of arcs are to be as they are authored. */
  readonly timeCodesPerSecond: number | undefined;
  /** Returns an asset path of a layer as the one layer has it; "" for an expression without a value that is a path. */
  readonly asset: (authored: string, layer: StageLayer) => string;
}

/**
 * Returns the mapping of asset paths to paths that lead to the same files from anywhere.
 *
 * @param anchor makes such a path of one in a layer
 */
export function anchoredAssets(
  variables: ExpressionVariables,
  anchor: (assetPath: string, layer: StageLayer) => string,
): LayerMapping["asset"] {
  return (authored, layer) => {
    if (!isExpression(authored)) return anchor(authored, layer);
    const { value } = evaluateExpression(authored, variables);
    return typeof value === "string" ? anchor(value, layer) : "";
  };
}

/** Returns a value with its times in those of the stack, and its asset paths from anywhere. */
export function mapValue(mapping: LayerMapping, { layer, offset }: StackedLayer, value: Value): Value {
  return mapAssetPaths(retimeValue(value, offset), (path) => mapping.asset(path, layer));
}

/**
 * Returns the offset of an arc as one that has the same effect in a layer with the time codes per second of the stack. The
 * reference leaves out the difference of time codes per second, so that it has an effect twice (OpenUSD 3072).
 */
export function mapArcOffset(
  { timeCodesPerSecond }: LayerMapping,
  { layer, offset }: StackedLayer,
  arc: LayerOffset,
): LayerOffset {
  const composed = composeOffsets(offset, arc);
  const scale = timeCodesPerSecond === undefined ? 1 : layer.timeCodesPerSecond / timeCodesPerSecond;
  return scale === 1 ? composed : { offset: composed.offset, scale: composed.scale * scale };
}
