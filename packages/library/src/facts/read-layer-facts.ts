/** Reads what the index keeps of a layer. */
import { visitLayer, type Layer, type PrimSpec } from "@usdkit/layer";
import {
  assetPathsOf,
  evaluateExpression,
  isExpression,
  layerVariables,
  numberOf,
  parseLayerName,
  textOf,
  type AuthoredPath,
  type ExpressionVariables,
} from "@usdkit/usd";
import type { FactLink, FactPrim, LayerFacts } from "./file-facts.ts";

/** Prims of a layer that the index lists; its counts have all. Prims of huge layers would be most of a database. */
export const MAX_PRIMS = 20_000;

const TILES = "<UDIM>";

/**
 * Returns what a layer holds. Nothing is composed: prims, types and links are those that the layer itself authors.
 *
 * @param problem The first problem of its text or bytes.
 */
export function readLayerFacts(
  layer: Layer,
  { encoding, problem }: Pick<LayerFacts, "encoding" | "problem">,
): LayerFacts {
  const prims: FactPrim[] = [];
  const types = new Map<string, number>();
  let primCount = 0;
  visitLayer(layer, {
    prim(prim) {
      primCount++;
      types.set(prim.typeName, (types.get(prim.typeName) ?? 0) + 1);
      if (prims.length < MAX_PRIMS) prims.push(primFacts(prim));
    },
  });
  const { fields } = layer.root;
  const variables = layerVariables(layer);
  return {
    encoding,
    defaultPrim: textOf(fields.get("defaultPrim")?.value) ?? null,
    upAxis: textOf(fields.get("upAxis")?.value) ?? null,
    metersPerUnit: numberOf(fields.get("metersPerUnit")?.value) ?? null,
    prims,
    primCount,
    types: [...types],
    links: assetPathsOf(layer).map((each) => linkOf(each, variables)),
    problem,
  };
}

function primFacts({ path, typeName, specifier, fields }: PrimSpec): FactPrim {
  return { path, type: typeName, kind: textOf(fields.get("kind")?.value) ?? null, specifier };
}

/** Expressions have the variables of the layer itself: a stage that uses it may have others. */
function linkOf({ path: authored, arc, isTemplate }: AuthoredPath, variables: ExpressionVariables): FactLink {
  const path = isExpression(authored) ? valueOf(authored, variables) : authored;
  if (path === null) return { arc, authored, path, isPattern: false };
  const { file } = parseLayerName(path);
  return { arc, authored, path: file, isPattern: isTemplate === true || file.includes(TILES) };
}

function valueOf(expression: string, variables: ExpressionVariables): string | null {
  const { value, error } = evaluateExpression(expression, variables);
  return error === undefined && typeof value === "string" ? value : null;
}
