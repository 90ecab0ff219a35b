/** The arcs that the specs of a site author, composed through its layers. */
import type { FieldValue, ReferenceItem } from "@usdkit/layer";
import type { CompositionError } from "../errors/composition-error.ts";
import { statementAt, type Statement } from "../errors/statement.ts";
import { evaluateExpression, isExpression } from "../expressions/evaluate-expression.ts";
import { folderOf } from "../open/paths.ts";
import { plainOffset } from "../paths/layer-offset.ts";
import type { PathId } from "../paths/path-table.ts";
import { applyListOp, reorder, type KeyedItem } from "./apply-list-op.ts";
import { specsAt, type LayerStack } from "./layer-stack.ts";
import type { ComposedReferences, SiteClass, SiteReference } from "./site-arcs.ts";
import type { StackedSpec } from "./stacked-spec.ts";

const noReferences: ComposedReferences = { items: [], errors: [] };
const noClasses: readonly SiteClass[] = [];
const noNames: readonly string[] = [];

/** Returns the references or payloads of a site. */
export function composeReferences(
  stack: LayerStack,
  path: PathId,
  field: "references" | "payload",
): ComposedReferences {
  const site = stack.sites.find(path);
  return site === undefined ? noReferences : (site.arcs[field] ??= readReferences(stack, path, field));
}

function readReferences(stack: LayerStack, path: PathId, field: "references" | "payload"): ComposedReferences {
  const errors: CompositionError[] = [];
  let items: readonly KeyedItem<SiteReference>[] = [];
  for (const source of weakToStrong(stack, path)) {
    const value = source.spec.fields.get(field)?.value;
    if (value?.kind !== "referenceListOp") continue;
    items = applyListOp(items, value.listOp, (item: ReferenceItem) => {
      const { layerOffset, primPath } = item;
      const statement = statementAt(source.layer, path, { name: field, item });
      const asset = evaluateAsset(stack, item.asset, statement, errors);
      if (asset === undefined) return undefined;
      // Relative paths in different folders are different assets.
      const place = asset === "" ? "" : folderOf(source.layer.anchor);
      const key = JSON.stringify([asset, place, primPath, layerOffset.offset, layerOffset.scale]);
      return { key, item: { asset, primPath, layerOffset: plainOffset(layerOffset), source, statement } };
    });
  }
  return { items: items.map(({ item }) => item), errors };
}

/** Returns the asset path of a reference with its expression evaluated; undefined if the reference is ignored. */
function evaluateAsset(
  stack: LayerStack,
  asset: string,
  statement: Statement,
  errors: CompositionError[],
): string | undefined {
  if (!isExpression(asset)) return asset;
  const { value, error } = evaluateExpression(asset, stack.variables);
  if (error !== undefined) {
    errors.push({ code: "EXPRESSION", message: `${error}; the arc is ignored`, statement });
  }
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the inherited or specialized paths of a site. */
export function composeClasses(
  stack: LayerStack,
  path: PathId,
  field: "inheritPaths" | "specializes",
): readonly SiteClass[] {
  const site = stack.sites.find(path);
  return site === undefined ? noClasses : (site.arcs[field] ??= readClasses(stack, path, field));
}

function readClasses(stack: LayerStack, path: PathId, field: "inheritPaths" | "specializes"): readonly SiteClass[] {
  let items: readonly KeyedItem<SiteClass>[] = [];
  for (const source of weakToStrong(stack, path)) {
    const value = source.spec.fields.get(field)?.value;
    if (value?.kind !== "pathListOp") continue;
    const statement = statementAt(source.layer, path, { name: field });
    items = applyListOp(items, value.listOp, (each: string) => ({ key: each, item: { path: each, statement } }));
  }
  return items.map(({ item }) => item);
}

/** Returns the names of the variant sets of a site. */
export function composeVariantSets(stack: LayerStack, path: PathId): readonly string[] {
  const site = stack.sites.find(path);
  return site === undefined ? noNames : (site.arcs.variantSetNames ??= readVariantSets(stack, path));
}

function readVariantSets(stack: LayerStack, path: PathId): readonly string[] {
  let items: readonly KeyedItem<string>[] = [];
  for (const { spec } of weakToStrong(stack, path)) {
    const value = spec.fields.get("variantSetNames")?.value;
    if (value?.kind !== "valueListOp") continue;
    items = applyListOp(items, value.listOp, (name) => ({ key: String(name), item: String(name) }));
  }
  return items.map(({ item }) => item);
}

/** Returns the names of the variants of a set, of all layers. */
export function composeVariants(stack: LayerStack, path: PathId, set: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { spec } of specsAt(stack, path)) {
    for (const { name, variants } of spec.variantSets) {
      if (name === set) for (const variant of variants) names.add(variant.name);
    }
  }
  return names;
}

/** Returns the strongest selection of a variant set that a site authors; "" selects none. */
export function composeSelection(
  stack: LayerStack,
  path: PathId,
  set: string,
  errors: CompositionError[],
): string | undefined {
  for (const { layer, spec } of specsAt(stack, path)) {
    const field = spec.fields.get("variantSelection");
    const selection = field?.value.kind === "stringMap" ? field.value.entries.get(set) : undefined;
    if (selection === undefined) continue;
    if (!isExpression(selection)) return selection;
    const { value, error } = evaluateExpression(selection, stack.variables);
    if (error === undefined && (typeof value === "string" || value === undefined)) return value ?? "";
    const message = `${error ?? "Expected a string"}; the selection of the variant set "${set}" is ignored`;
    errors.push({ code: "EXPRESSION", message, statement: statementAt(layer, path, { name: "variantSelection" }) });
  }
  return undefined;
}

/** Returns the value of a field of a site, of the strongest layer that has it. */
export function composeField(stack: LayerStack, path: PathId, field: string): FieldValue | undefined {
  for (const { spec } of specsAt(stack, path)) {
    const found = spec.fields.get(field);
    if (found !== undefined) return found.value;
  }
  return undefined;
}

/** Whether a spec of a site has children. */
export function hasChildren(stack: LayerStack, path: PathId): boolean {
  return specsAt(stack, path).some(({ spec }) => spec.children.length > 0);
}

/** Adds the names of a site's children or properties to those of weaker sites, and orders the children. */
export function addNames(stack: LayerStack, path: PathId, kind: "children" | "properties", names: Set<string>): void {
  const specs = specsAt(stack, path);
  for (let i = specs.length - 1; i >= 0; i--) {
    const { spec } = specs[i];
    for (const { name } of spec[kind]) names.add(name);
    const order = kind === "children" ? spec.fields.get("primOrder")?.value : undefined;
    if (order?.kind === "names") reorderNames(names, order.names);
  }
}

function reorderNames(names: Set<string>, order: readonly string[]): void {
  const keyed = (each: string): KeyedItem<string> => ({ key: each, item: each });
  const ordered = reorder([...names].map(keyed), [...new Set(order)].map(keyed));
  names.clear();
  for (const { item } of ordered) names.add(item);
}

function weakToStrong(stack: LayerStack, path: PathId): readonly StackedSpec[] {
  return [...specsAt(stack, path)].reverse();
}
