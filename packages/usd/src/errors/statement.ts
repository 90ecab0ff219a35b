/** Statements of layers, by their place in the composed data: they stay right when the layer has new contents. */
import type { ByteRange, FieldValue, ReferenceItem, SubLayerItem } from "@usdkit/layer";
import type { PathId } from "../paths/path-table.ts";
import type { SiteSpec, StageLayer } from "../resolve/stage-layer.ts";

/** The statement of a layer that an error is about. */
export interface Statement {
  readonly layer: StageLayer;
  /** The bytes in the text; undefined in crates. */
  readonly range?: ByteRange | undefined;
  /** The spec that has the statement. */
  readonly spec?: SiteSpec | undefined;
}

/** A field of a spec, or an item or entry of its value. */
export interface StatementField {
  readonly name: string;
  /** The item as the field has it. */
  readonly item?: ReferenceItem | SubLayerItem | undefined;
  /** Position of a pair of relocates. */
  readonly pair?: number | undefined;
}

/**
 * Returns the statement of a spec, or of one of its fields. Its spec and its bytes are looked up when they are read, so that what
 * is kept across edits of the layer has the present ones.
 */
export function statementAt(layer: StageLayer, path: PathId, field?: StatementField): Statement {
  const item = field?.item;
  const value = item && layer.find(path)?.fields.get(field.name)?.value;
  const index = value === undefined ? (field?.pair ?? -1) : itemsOf(value).indexOf(item);
  return new SiteStatement(layer, path, field?.name, index);
}

class SiteStatement implements Statement {
  readonly layer: StageLayer;
  private readonly path: PathId;
  private readonly field: string | undefined;
  /** Position among the items or pairs of the field; -1 for the field itself. */
  private readonly item: number;

  constructor(layer: StageLayer, path: PathId, field: string | undefined, item: number) {
    this.layer = layer;
    this.path = path;
    this.field = field;
    this.item = item;
  }

  get spec(): SiteSpec | undefined {
    return this.layer.find(this.path);
  }

  get range(): ByteRange | undefined {
    const { spec, field, item } = this;
    if (field === undefined) return spec?.range;
    const found = spec?.fields.get(field);
    if (found === undefined) return undefined;
    if (item < 0) return found.entries[0]?.range;
    if (found.value.kind === "relocates") return found.value.ranges?.[item];
    return itemsOf(found.value)[item]?.range;
  }
}

/** Returns the items of a list of arcs or sublayers, of all its operations. */
function itemsOf(value: FieldValue): readonly (ReferenceItem | SubLayerItem | undefined)[] {
  if (value.kind === "subLayers") return value.items;
  if (value.kind !== "referenceListOp") return [];
  const { explicit, added, prepended, appended, deleted, ordered } = value.listOp;
  return [explicit, added, prepended, appended, deleted, ordered].flatMap((items) => items ?? []);
}
