/** What predicates and the walk of a query ask about a prim. */
import type { FieldValue, Specifier } from "@usdkit/layer";
import { ArcType } from "../graph/graph-node.ts";
import { composedField, composedSpecifier, composedType } from "../index/prim-fields.ts";
import type { PrimIndex } from "../index/prim-index.ts";
import type { StagePrim } from "../instances/stage-prims.ts";
import type { PathTable } from "../paths/path-table.ts";
import type { StageReader } from "../prims/stage-reader.ts";
import { isConcrete } from "../values/prim-schemas.ts";
import { withBuiltInApis } from "../values/schema-properties.ts";
import { isKind } from "../prims/kinds.ts";

/** What finds the schemas of prims. */
type SchemaReader = Pick<StageReader, "schemas">;

/** A prim of a stage, with what its ancestors decide. */
export interface QueryPrim extends Pick<StagePrim, "isDefined" | "isAbstract"> {
  readonly index: PrimIndex;
  readonly reader: SchemaReader;
  readonly name: string;
  readonly specifier: Specifier;
  readonly kind: string | undefined;
  /** Its kind is one of models, and its parent is a group. */
  readonly isModel: boolean;
  readonly isGroup: boolean;
}

/** Returns a prim below another; the parent of a root prim, which is a group, is undefined. */
export function queryPrim(
  { path, isDefined, isAbstract }: Pick<StagePrim, "path" | "isDefined" | "isAbstract">,
  index: PrimIndex,
  { parent, reader }: { readonly parent: QueryPrim | undefined; readonly reader: SchemaReader },
): QueryPrim {
  const kind = textOf(composedField(index, "kind"));
  const isInGroup = parent === undefined || parent.isGroup;
  return {
    index,
    reader,
    name: path.slice(path.lastIndexOf("/") + 1),
    specifier: composedSpecifier(index),
    kind,
    isDefined,
    isAbstract,
    isModel: isInGroup && kind !== undefined && isKind(kind, "model"),
    isGroup: isInGroup && kind !== undefined && isKind(kind, "group"),
  };
}

/** Returns the type of a prim as authored, "" if it has none. */
export function typeOf({ index }: QueryPrim): string {
  return composedType(index);
}

/** Returns the type whose schema a prim has, "" if it has none. */
export function schemaTypeOf({ index, reader }: QueryPrim): string {
  const type = composedType(index);
  return type === "" || isConcrete(type) ? type : reader.schemas({ source: index.path }).schemaType;
}

/**
 * Returns the API schemas of a prim, with the names of instances: those that are applied to it, and those that its type and
 * these have built in.
 */
export function apiSchemasOf({ index, reader }: QueryPrim): readonly string[] {
  return withBuiltInApis(reader.schemas({ source: index.path }));
}

/** Returns the selection of a variant set that contributes to a prim, "" if there is none. */
export function selectionOf({ index: { graph } }: QueryPrim, set: string): string {
  for (let node = 0; node < graph.size; node++) {
    if (graph.nodes[node].type !== ArcType.variant) continue;
    const selection = selectionAt(graph.paths, graph.path(node), set);
    if (selection !== undefined) return selection;
  }
  return "";
}

function selectionAt(paths: PathTable, path: number, set: string): string | undefined {
  if (!paths.isVariant(path)) return undefined;
  const [name, selection] = paths.selection(path);
  return name === set ? selection : undefined;
}

function textOf(value: FieldValue | undefined): string | undefined {
  return value?.kind === "typed" && typeof value.data === "string" ? value.data : undefined;
}
