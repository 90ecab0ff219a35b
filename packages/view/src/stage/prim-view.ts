/** A prim of a stage with its variant sets and its properties. */
import { fieldText, type Value } from "@usdkit/layer";
import { schemaPropertyNames, splitPropertyPath, variantSetsOf, type ResolvedValue, type Stage } from "@usdkit/usd";
import type { PrimView, PropertyRow, VariantChoice, VariantSetView } from "../protocol/stage-messages.ts";
import { materialViews } from "./material-views.ts";
import { samplesText, shortText, specRows } from "./opinion-rows.ts";
import { hasPrim, primRow, type ViewedStage } from "./prim-rows.ts";

/** Maximum number of properties of a prim that are listed. */
const MAX_PROPERTIES = 2000;
/** Maximum number of variants of a set that are listed. */
const MAX_VARIANTS = 1000;
/** Maximum number of variant sets of a prim that are listed. */
const MAX_SETS = 100;

/** What of a prim is asked for. */
export interface PrimViewOptions {
  /** Of the values; null: default values, and of attributes without one what has the value. */
  readonly time: number | null;
  readonly chosen: readonly VariantChoice[];
  /** By instance. */
  readonly prototypes: ReadonlyMap<string, string>;
}

/** Returns a prim; null if the stage has none at the path. */
export function primView(
  viewed: ViewedStage,
  prim: string,
  { time, chosen, prototypes }: PrimViewOptions,
): PrimView | null {
  const { stage, values } = viewed;
  if (!hasPrim(stage, prim)) return null;
  const authored = new Set(stage.properties(prim));
  const schemas = values.schemas(prim);
  const names = [...new Set([...authored, ...schemaPropertyNames(schemas)])].sort();
  const rows = names
    .slice(0, MAX_PROPERTIES)
    .map((name) => propertyRow(viewed, { path: `${prim}.${name}`, isAuthored: authored.has(name) }, time))
    .filter((row) => row !== undefined);
  return {
    row: primRow(viewed, prim),
    apiSchemas: schemas.apiSchemas,
    variantSets: variantSets(viewed, prim, chosen),
    prototype: prototypes.get(prim) ?? null,
    properties: rows,
    hiddenProperties: Math.max(0, names.length - MAX_PROPERTIES),
    specs: specRows(viewed, prim),
    materials: materialViews(viewed, prim),
  };
}

function variantSets(
  { stage }: ViewedStage,
  prim: string,
  chosen: readonly VariantChoice[],
): readonly VariantSetView[] {
  return variantSetsOf(stage, prim)
    .slice(0, MAX_SETS)
    .map(({ name, variants, selection }) => ({
      name,
      variants: variants.slice(0, MAX_VARIANTS),
      selected: selection,
      isChosen: chosen.some((each) => each.prim === prim && each.set === name),
    }));
}

/** Returns a property as a row; undefined if neither a layer nor a schema has it. */
function propertyRow(
  viewed: ViewedStage,
  { path, isAuthored }: { readonly path: string; readonly isAuthored: boolean },
  time: number | null,
): PropertyRow | undefined {
  const { stage, values } = viewed;
  const { prim, property: name } = splitPropertyPath(path);
  const attribute = values.attribute(path);
  if (attribute === undefined) {
    if (!isAuthored) return undefined;
    const value = targetsText(stage, prim, name);
    return { name, typeName: "rel", value, source: "targets", samples: 0, isAuthored, field: null };
  }
  const { typeName } = attribute;
  const times = values.sampleTimes(path);
  const { value, source } = values.value(attribute, time);
  const field = typeName.endsWith("[]") ? null : fieldOf(value);
  const common = { name, typeName, samples: times.length, isAuthored, field };
  if (value !== undefined && source.kind !== "fallback") {
    return { ...common, value: shortText(value), source: source.kind };
  }
  if (times.length > 0) {
    const at = (i: number): ResolvedValue => values.value(attribute, times[i]);
    const samples = {
      times: Float64Array.from(times),
      value: (i: number) => at(i).value ?? { kind: "block" as const },
    };
    return { ...common, value: samplesText(samples), source: at(0).source.kind };
  }
  const spline = attribute.opinions.find(({ spec }) => spec.spline !== undefined)?.spec.spline;
  if (spline !== undefined) return { ...common, value: `${spline.knots.length} knots`, source: "spline" };
  const connections = isAuthored ? targetsText(stage, prim, name) : NO_TARGETS;
  if (connections !== NO_TARGETS) return { ...common, value: connections, source: "connections" };
  return { ...common, value: value === undefined && source.isBlocked ? "None" : shortText(value), source: source.kind };
}

/** The text of an empty list. */
const NO_TARGETS = "[]";

function targetsText(stage: Stage, prim: string, name: string): string {
  return fieldText({ kind: "pathListOp", listOp: { explicit: [...stage.targets(prim, name).targets] } });
}

/** Returns a value as the user types it: a string without its quotes, if it has none. */
function fieldOf(value: Value | undefined): string {
  if (value === undefined) return "";
  const isText = value.kind === "typed" && !value.isArray && typeof value.data === "string";
  const isPlain = isText && !/^["'@]|^None$/u.test(value.data.trim());
  return isPlain ? value.data : shortText(value);
}
