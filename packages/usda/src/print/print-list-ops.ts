import type { ListOp, ListOpName, ReferenceItem, SubLayerItem } from "@usdkit/layer";
import type { ByteWriter } from "./byte-writer.ts";
import { writeDictionary } from "./print-dictionary.ts";
import { writeDoubleText } from "./print-values.ts";
import { writeAsset, writeQuoted } from "./quote.ts";

/** The order in which the reference writes the operations of one list. */
const operations: readonly (readonly [name: ListOpName, word: string])[] = [
  ["deleted", "delete "],
  ["added", "add "],
  ["prepended", "prepend "],
  ["appended", "append "],
  ["ordered", "reorder "],
];

/**
 * Calls `statement` once for each operation of the list that text can express, with its keyword (`"prepend "`, or
 * `""` if the list is explicit).
 */
export function forEachOperation<T>(listOp: ListOp<T>, statement: (word: string, items: readonly T[]) => void): void {
  if (listOp.explicit !== undefined) {
    statement("", listOp.explicit);
    return;
  }
  for (const [name, word] of operations) {
    const items = listOp[name];
    if (items !== undefined && items.length > 0) statement(word, items);
  }
}

interface ListLayout {
  readonly indent: number;
  /** Whether a comma follows the last item too. */
  readonly lastComma: boolean;
}

/** Writes `None`, a single item, or `[` and one item per line. */
function writeItems<T>(
  writer: ByteWriter,
  items: readonly T[],
  layout: ListLayout,
  writeItem: (item: T) => void,
): void {
  if (items.length === 0) return writer.text("None");
  if (items.length === 1) return writeItem(items[0]);
  writeLines(writer, items, layout, writeItem);
}

function writeLines<T>(
  writer: ByteWriter,
  items: readonly T[],
  { indent, lastComma }: ListLayout,
  writeItem: (item: T) => void,
): void {
  writer.text("[\n");
  for (let i = 0; i < items.length; i++) {
    writer.indent(indent + 1);
    writeItem(items[i]);
    writer.text(lastComma || i + 1 < items.length ? ",\n" : "\n");
  }
  writer.indent(indent);
  writer.byte(93);
}

/** Paths of `inherits` and `specializes`; `lastComma` for targets and connections. */
export function writePaths(writer: ByteWriter, paths: readonly string[], indent: number, lastComma = false): void {
  writeItems(writer, paths, { indent, lastComma }, (path) => writer.text(`<${path}>`));
}

/** `["a", "b"]`, `[1, 2]` or `None`. */
export function writePlainItems(writer: ByteWriter, items: readonly (string | number | bigint)[]): void {
  if (items.length === 0) return writer.text("None");
  writer.byte(91);
  items.forEach((item, index) => {
    if (index > 0) writer.text(", ");
    if (typeof item === "string") writeQuoted(writer, item);
    else writer.text(String(item));
  });
  writer.byte(93);
}

function writeArc(writer: ByteWriter, item: ReferenceItem, indent: number): void {
  const { asset, primPath, customData } = item;
  const { offset, scale } = item.layerOffset;
  if (asset !== "") writeAsset(writer, asset);
  if (asset === "" || primPath !== "") writer.text(`<${primPath}>`);
  if (customData === undefined || customData.entries.size === 0) return writeLayerOffset(writer, offset, scale);
  writer.text(" (\n");
  if (offset !== 0) writeOffsetLine(writer, "offset = ", offset, indent + 1);
  if (scale !== 1) writeOffsetLine(writer, "scale = ", scale, indent + 1);
  writer.indent(indent + 1);
  writer.text("customData = ");
  writeDictionary(writer, customData, indent + 1);
  writer.byte(10);
  writer.indent(indent);
  writer.byte(41);
}

function writeOffsetLine(writer: ByteWriter, key: string, value: number, indent: number): void {
  writer.indent(indent);
  writer.text(key);
  writeDoubleText(writer, value);
  writer.byte(10);
}

/** Writes ` (offset = 1; scale = 2)`, or nothing for the identity. */
function writeLayerOffset(writer: ByteWriter, offset: number, scale: number): void {
  if (offset === 0 && scale === 1) return;
  writer.text(" (");
  if (offset !== 0) {
    writer.text("offset = ");
    writeDoubleText(writer, offset);
    if (scale !== 1) writer.text("; ");
  }
  if (scale !== 1) {
    writer.text("scale = ");
    writeDoubleText(writer, scale);
  }
  writer.byte(41);
}

/** Writes references and payloads. A single item without custom data is on the same line. */
export function writeArcs(writer: ByteWriter, items: readonly ReferenceItem[], indent: number): void {
  const [first] = items;
  const single = items.length === 1 && (first.customData === undefined || first.customData.entries.size === 0);
  if (items.length === 0) writer.text("None");
  else if (single) writeArc(writer, first, indent);
  else writeLines(writer, items, { indent, lastComma: false }, (item) => writeArc(writer, item, indent + 1));
}

export function writeSubLayers(writer: ByteWriter, items: readonly SubLayerItem[], indent: number): void {
  writeLines(writer, items, { indent, lastComma: false }, ({ asset, layerOffset }) => {
    writeAsset(writer, asset);
    writeLayerOffset(writer, layerOffset.offset, layerOffset.scale);
  });
}

/** Writes `{ </A>: </B>, … }`, one pair per line. */
export function writeRelocates(
  writer: ByteWriter,
  pairs: readonly (readonly [string, string])[],
  indent: number,
): void {
  writer.text("{\n");
  pairs.forEach(([from, to], index) => {
    writer.indent(indent + 1);
    // The reference writes this blank before the line's end.
    writer.text(`<${from}>: <${to}>${index + 1 < pairs.length ? ", " : ""}\n`);
  });
  writer.indent(indent);
  writer.byte(125);
}
