/** The specs of a layer as rows of a tree. */
import type { Layer, PrimSpec, Spec, VariantSetSpec, VariantSpec } from "@usdkit/layer";
import { isActive } from "@usdkit/service-scene";
import type { LineIndex } from "@usdkit/validate";
import type { TreeRow } from "../protocol/document-messages.ts";

const MAX_ROWS = 200_000;

type TreeSpec = PrimSpec | VariantSetSpec | VariantSpec;

/** Returns the prims, variant sets and variants of a layer, parents first; without recursion, since layers may be deep. */
export function treeRows(
  layer: Layer,
  lines: LineIndex,
): { readonly rows: readonly TreeRow[]; readonly hidden: number } {
  const rows: TreeRow[] = [];
  let hidden = 0;
  const stack: { readonly spec: TreeSpec; readonly depth: number }[] = [];
  const push = (specs: readonly TreeSpec[], depth: number): void => {
    for (let i = specs.length - 1; i >= 0; i--) stack.push({ spec: specs[i], depth });
  };
  push(below(layer.root), 0);
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { spec, depth } = next;
    const contents = below(spec);
    push(contents, depth + 1);
    if (rows.length < MAX_ROWS) rows.push(rowOf({ spec, depth, hasChildren: contents.length > 0 }, lines));
    else hidden++;
  }
  return { rows, hidden };
}

function below(spec: Spec): readonly TreeSpec[] {
  switch (spec.specType) {
    case "attribute":
    case "relationship":
      return [];
    case "variantSet":
      return spec.variants;
    default:
      return [...spec.variantSets, ...spec.children];
  }
}

function rowOf(
  { spec, depth, hasChildren }: { readonly spec: TreeSpec; readonly depth: number; readonly hasChildren: boolean },
  lines: LineIndex,
): TreeRow {
  const place = spec.nameRange ?? spec.range ?? { start: 0, end: 0 };
  return {
    kind: spec.specType,
    path: spec.path,
    name: spec.name,
    typeName: spec.specType === "prim" ? spec.typeName : "",
    notes: spec.specType === "prim" ? notesOf(spec) : [],
    depth,
    hasChildren,
    start: lines.positionAt(place.start),
    endLine: lines.lineAt(Math.max(place.start, (spec.range?.end ?? 1) - 1)),
  };
}

function notesOf(prim: PrimSpec): string[] {
  const notes = prim.specifier === "def" ? [] : [prim.specifier as string];
  if (!isActive(prim)) notes.push("inactive");
  return notes;
}
