/** Composed values written to another layer of their stage. */
import type { Value } from "@usdkit/layer";
import {
  parseLayerName,
  splitPropertyPath,
  StageEditError,
  StageValues,
  type Stage,
  type StageAttribute,
  type StageLayer,
} from "@usdkit/usd";
import { decidingOpinion } from "@usdkit/validate/stage";
import type { Authored, AuthorTarget } from "../host/composition.ts";

/** Layers that are offered. */
const MAX_TARGETS = 8;

/**
 * Returns the layers that can get the value of an attribute as an opinion of their own, the strongest first: texts of the root layer
 * stack, and those behind arcs that have opinions about the prim. None for values that are animated, or that nothing defines.
 */
export function authorTargets(stage: Stage, path: string): readonly AuthorTarget[] {
  if (composedDefault(stage, path) === undefined) return [];
  const { prim, property } = splitPropertyPath(path);
  const deciding = decidingOpinion(stage, { prim, property, field: "default" })?.layer;
  const local = stage.layerStack.layers.map(({ layer }) => layer);
  const layers = [...new Set([...local, ...stage.primStack(prim).map(({ layer }) => layer)])];
  const at = deciding === undefined ? layers.length : layers.indexOf(deciding);
  return layers
    .map((layer, index) => ({ layer, hiddenBy: index > at && deciding !== undefined ? uriOf(deciding) : undefined }))
    .filter(({ layer }) => layer !== deciding && isText(layer))
    .slice(0, MAX_TARGETS)
    .map(({ layer, hiddenBy }) => ({ uri: uriOf(layer), hiddenBy }));
}

/** Writes the value of an attribute to a layer of a stage, which is changed by it. */
export async function authorValue(stage: Stage, path: string, targetUri: string): Promise<Authored> {
  const found = composedDefault(stage, path);
  const target = stage.layers.find((layer) => isText(layer) && uriOf(layer) === targetUri);
  if (found === undefined || target === undefined) return { texts: [] };
  const { typeName, variability, custom, value } = found;
  const edit = { op: "set", path, value, type: typeName, uniform: variability === "uniform", custom } as const;
  try {
    const { layers } = await stage.edit({ target: target.identifier }, [edit]);
    const texts = layers.map(({ document, before, after }) => ({
      uri: uriOf(document.stageLayer),
      before: before.text,
      after: after.text,
    }));
    return { texts };
  } catch (error) {
    if (!(error instanceof StageEditError)) throw error;
    return { texts: [], problem: error.message };
  }
}

interface ComposedDefault extends Pick<StageAttribute["definition"], "typeName" | "variability" | "custom"> {
  readonly value: Value;
}

function composedDefault(stage: Stage, path: string): ComposedDefault | undefined {
  const values = new StageValues(stage);
  const attribute = values.attribute(path);
  if (attribute === undefined || values.sampleTimes(path).length > 0) return undefined;
  const { value, source } = values.value(attribute, null);
  if (value === undefined || (source.kind !== "default" && source.kind !== "fallback")) return undefined;
  const { typeName, variability, custom } = attribute.definition;
  return { typeName, variability, custom, value };
}

function uriOf({ anchor }: StageLayer): string {
  return parseLayerName(anchor).file;
}

/** Whether a layer is a text file, which an editor can show. */
function isText({ opened }: StageLayer): boolean {
  return opened?.encoding === "usda" && opened.inner.length === 0;
}
