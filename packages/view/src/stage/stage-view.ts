/** The metadata and the layers of a stage. */
import { fieldText, type LayerOffset } from "@usdkit/layer";
import { evaluateExpression, isExpression, type StageLayer } from "@usdkit/usd";
import type { LayerRow, MetadataRow, StageView } from "../protocol/stage-messages.ts";
import { primPage, type ViewedStage } from "./prim-rows.ts";

/** Maximum number of layers that are listed. */
const MAX_LAYERS = 5000;
/** Fields of every stage with their fallbacks, in the order of the page. */
const STAGE_FIELDS: readonly (readonly [name: string, fallback: string])[] = [
  ["defaultPrim", ""],
  ["upAxis", '"Y"'],
  ["metersPerUnit", "0.01"],
  ["kilogramsPerUnit", "1"],
  ["startTimeCode", "0"],
  ["endTimeCode", "0"],
  ["timeCodesPerSecond", "24"],
  ["framesPerSecond", "24"],
];
/** Fields that other parts of the page show. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(["subLayers", "subLayerOffsets", "primOrder", "primChildren"]);

/** Returns the metadata and the layers of a stage. */
export function stageView(viewed: ViewedStage, textProblem: string | null): StageView {
  const rows = layerRows(viewed);
  return {
    metadata: metadataRows(viewed),
    layers: rows.slice(0, MAX_LAYERS),
    hiddenLayers: Math.max(0, rows.length - MAX_LAYERS),
    rootPrims: primPage(viewed, "/", Number.MAX_SAFE_INTEGER).total,
    textProblem,
  };
}

function metadataRows({ stage, values }: ViewedStage): readonly MetadataRow[] {
  const { layers, rootLayer } = stage.layerStack;
  const rows: MetadataRow[] = STAGE_FIELDS.map(([name, fallback]) => {
    const value = values.metadata("/", name);
    return { name, value: value === undefined ? fallback : fieldText(value), isAuthored: value !== undefined };
  });
  const named = new Set(STAGE_FIELDS.map(([name]) => name));
  const authored = [layers[0]?.layer, rootLayer].flatMap((layer) => [...(layer?.layer.root.fields.keys() ?? [])]);
  for (const name of new Set(authored)) {
    const value = named.has(name) || SHOWN_ELSEWHERE.has(name) ? undefined : values.metadata("/", name);
    if (value !== undefined) rows.push({ name, value: fieldText(value), isAuthored: true });
  }
  return rows;
}

interface Step extends Pick<LayerRow, "depth" | "kind"> {
  readonly layer: StageLayer;
  readonly offset: LayerOffset;
  /** The layers above it: a layer that contains itself is not followed. */
  readonly above: readonly StageLayer[];
}

const identity: LayerOffset = { offset: 0, scale: 1 };

/** Returns the session layer and the root layer with their sublayers, parents first, and then the layers of arcs. */
function layerRows({ stage, name }: ViewedStage): readonly LayerRow[] {
  const rows: LayerRow[] = [];
  const { layers, rootLayer } = stage.layerStack;
  const top = { offset: identity, depth: 0, above: [] };
  const waiting: Step[] = [{ ...top, layer: rootLayer, kind: "root" }];
  const [first] = layers;
  if (first !== undefined && first.layer !== rootLayer) waiting.push({ ...top, layer: first.layer, kind: "session" });
  const seen = new Set<StageLayer>();
  const row = (layer: StageLayer, parts: Pick<LayerRow, "depth" | "kind">, offset = identity): void => {
    const { identifier } = layer;
    rows.push({ layer: identifier, name: name(identifier), ...parts, offset: offsetText(offset) });
  };
  for (let step = waiting.pop(); step !== undefined && rows.length <= MAX_LAYERS; step = waiting.pop()) {
    const { layer, offset, depth, kind, above } = step;
    seen.add(layer);
    row(layer, { depth, kind }, offset);
    const field = layer.layer.root.fields.get("subLayers")?.value;
    const items = field?.kind === "subLayers" ? field.items : [];
    const inside = [...above, layer];
    for (const { asset, layerOffset } of items.toReversed()) {
      const path = isExpression(asset) ? evaluateExpression(asset, stage.layerStack.variables).value : asset;
      const sublayer = typeof path === "string" ? stage.findLayer(path, layer) : undefined;
      if (sublayer === undefined || inside.includes(sublayer)) continue;
      waiting.push({ layer: sublayer, offset: layerOffset, depth: depth + 1, kind: "sublayer", above: inside });
    }
  }
  for (const layer of stage.layers) if (!seen.has(layer)) row(layer, { depth: 0, kind: "arc" });
  return rows;
}

function offsetText({ offset, scale }: LayerOffset): string {
  const parts = [offset === 0 ? "" : `offset ${offset}`, scale === 1 ? "" : `scale ${scale}`];
  return parts.filter(Boolean).join(", ");
}
