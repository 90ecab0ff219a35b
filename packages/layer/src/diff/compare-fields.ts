/** Compares the metadata of a spec field by field. */
import type { Field, FieldValue, ListOp, ListOpName, Spec, Value } from "../model/types.ts";
import { stringType } from "../fields-and-types/known-type.ts";
import { compareDictionaries, keysOf } from "./compare-dictionaries.ts";
import type { ItemKind } from "./compare-lists.ts";
import {
  compareListOps,
  compareLists,
  pairItems,
  pathItems,
  plainItems,
  referenceItems,
  subLayerItems,
} from "./compare-lists.ts";
import { compareValues } from "./compare-values.ts";
import type { SpecContext } from "./spec-context.ts";
import type { DiffItem } from "./types.ts";

/** A field of one or both specs; `path` is the path of the spec in the layer after. */
interface FieldPair {
  readonly path: string;
  readonly field: string;
  readonly before: FieldValue | undefined;
  readonly after: FieldValue | undefined;
}

/** The values before and after; undefined on a side without the field. */
type Sides<T> = readonly [before: T | undefined, after: T | undefined];

export function compareFields(before: Spec, after: Spec, context: SpecContext): void {
  const [a, b] = [before.fields, after.fields];
  if (a.size === 0 && b.size === 0) return;
  for (const [name, field] of a) {
    compareField(after, name, [authored(before, field), authored(after, b.get(name))], context);
  }
  for (const [name, field] of b) {
    if (!a.has(name)) compareField(after, name, [undefined, authored(after, field)], context);
  }
}

function compareField(spec: Spec, field: string, [before, after]: Sides<FieldValue>, context: SpecContext): void {
  if ((before === undefined && after === undefined) || context.ignoresField(field)) return;
  // Paths are built lazily: most fields are equal.
  comparePair({ path: spec.path, field, before, after }, context);
}

/** Returns the field's value; undefined if the format reads it as empty, or if the spec itself defines it. */
function authored({ specType }: Spec, field: Field | undefined): FieldValue | undefined {
  if (field === undefined) return undefined;
  const { name, value } = field;
  // The metadata's type replaces the prim's: `PrimSpec.typeName`.
  if (specType === "prim" && name === "typeName" && value.kind === "typed") return undefined;
  if (value.kind === "unregistered" && value.text === "") return undefined;
  if (value.kind === "subLayers" && value.items.length === 0) return undefined;
  if (value.kind === "unregisteredListOp") {
    const lists = Object.values(value.listOp) as readonly (readonly string[] | undefined)[];
    if (value.listOp.explicit === undefined && lists.every((items) => (items?.length ?? 0) === 0)) return undefined;
  }
  return value;
}

function comparePair(pair: FieldPair, context: SpecContext): void {
  const { before, after } = pair;
  const kind = before?.kind ?? after?.kind;
  if (before !== undefined && after !== undefined && before.kind !== after.kind) {
    context.emit({ kind: "metadata", ...pair, keys: [] });
    return;
  }
  switch (kind) {
    case "valueListOp":
      return compareListOp(pair, kind, plainItems, context);
    case "pathListOp":
      return compareListOp(pair, kind, pathItems, context);
    case "unregisteredListOp":
      return compareUnregistered(pair, context);
    case "referenceListOp":
      return compareListOp(pair, kind, referenceItems, context);
    case "names":
      return compareList(
        pair,
        context,
        plainItems,
        both(pair, kind, ({ names }) => names),
      );
    case "subLayers":
      return compareList(
        pair,
        context,
        subLayerItems,
        both(pair, kind, ({ items }) => items),
      );
    case "relocates":
      return compareList(
        pair,
        context,
        pairItems,
        both(pair, kind, ({ pairs }) => pairs),
      );
    default:
      compareWhole(pair, context);
  }
}

type OfKind<K extends FieldValue["kind"]> = Extract<FieldValue, { readonly kind: K }>;

/** The results of `pick` on both sides. */
function both<K extends FieldValue["kind"], T>(
  { before, after }: FieldPair,
  kind: K,
  pick: (value: OfKind<K>) => T,
): Sides<T> {
  const is = (value: FieldValue | undefined): value is OfKind<K> => value?.kind === kind;
  return [is(before) ? pick(before) : undefined, is(after) ? pick(after) : undefined];
}

function compareListOp<T extends DiffItem>(
  pair: FieldPair,
  kind: "valueListOp" | "pathListOp" | "referenceListOp",
  items: ItemKind<T>,
  { comparison, emit }: SpecContext,
): void {
  const [before, after] = both(pair, kind, (value) => value.listOp as OfKind<"valueListOp">["listOp"]);
  const { path, field } = pair;
  const changes = compareListOps(before, after, items as unknown as ItemKind<string | number | bigint>, comparison);
  for (const change of changes) emit({ kind: "list", path, field, ...change });
}

/** Returns the items of each operation as one string: only the unknown schema defines where an item ends. */
function compareUnregistered(pair: FieldPair, { comparison, emit }: SpecContext): void {
  const [before, after] = both(pair, "unregisteredListOp", ({ listOp }) => joined(listOp));
  const { path, field } = pair;
  for (const change of compareListOps(before, after, plainItems, comparison)) {
    emit({ kind: "list", path, field, ...change });
  }
}

function joined(listOp: ListOp<string>): ListOp<string> {
  const lists = Object.entries(listOp) as [ListOpName, readonly string[] | undefined][];
  return Object.fromEntries(
    lists.map(([name, items]) => [name, items?.length === 0 ? items : items && [items.join(", ")]]),
  );
}

function compareList<T extends DiffItem>(
  { path, field }: FieldPair,
  { comparison, emit }: SpecContext,
  items: ItemKind<T>,
  [before, after]: Sides<readonly T[]>,
): void {
  const change = compareLists(before, after, items, comparison);
  if (change !== undefined) emit({ kind: "list", path, field, operation: "explicit", ...change });
}

/** Values, dictionaries and maps; one side may be absent. */
function compareWhole(pair: FieldPair, context: SpecContext): void {
  const { path, field, before, after } = pair;
  const { emit, comparison, ignoresField } = context;
  if (before === undefined || after === undefined) {
    emit({ kind: "metadata", ...pair, keys: [] });
    return;
  }
  if (before.kind === "dictionary" && after.kind === "dictionary") {
    compareDictionaries(before, after, comparison, {
      onEntry: (keys, left, right, unlike) =>
        emit({ kind: "metadata", path, field, keys: keysOf(keys), before: left, after: right, ...unlike }),
      ignores: (keys) => ignoresField(field, keys),
    });
    return;
  }
  if (before.kind === "stringMap" && after.kind === "stringMap") {
    for (const key of new Set([...before.entries.keys(), ...after.entries.keys()])) {
      const [left, right] = [before.entries.get(key), after.entries.get(key)];
      if (left === right || ignoresField(field, { key, parent: undefined })) continue;
      emit({ kind: "metadata", path, field, keys: [key], before: text(left), after: text(right) });
    }
    return;
  }
  const unlike = compareValues(before as Value, after as Value, comparison);
  if (unlike !== undefined) emit({ kind: "metadata", ...pair, keys: [], ...unlike });
}

function text(data: string | undefined): Value | undefined {
  return data === undefined ? undefined : { kind: "typed", type: stringType, isArray: false, data };
}
