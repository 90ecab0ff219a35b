/** Edits of the part before the body of a prim or variant: its declaration and its metadata. */
import type { Field, Layer, PrimLike, PrimSpec, Spec, Specifier } from "@usdkit/layer";
import { declarePrim } from "../edit/declare-prim.ts";
import { insertBeforeStatement, insertText } from "../edit/insert.ts";
import { keepComments } from "../edit/keep-comments.ts";
import { blanksBefore, indentAt, lineEndAt } from "../edit/lines.ts";
import { indentText } from "../edit/fragment.ts";
import { removeStatements } from "../edit/remove.ts";
import { removeField, setField } from "../edit/set-field.ts";
import { ownerParts, rangeOf, sourceOf } from "../edit/statement-parts.ts";
import { ByteWriter } from "../print/byte-writer.ts";
import { hasMetadata, writeMetadata } from "../print/print-metadata.ts";
import { decodeUtf8 } from "@usdkit/base";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { choose, type MergedFields, type Versions } from "./three-way.ts";

type Owner = Spec & PrimLike & { readonly specType: "pseudoRoot" | "prim" | "variant" };

/** Fields that are statements in the body, and the text that these begin with. */
const STATEMENTS: ReadonlyMap<string, string> = new Map([
  ["propertyOrder", "reorder properties"],
  ["primOrder", "reorder nameChildren"],
]);

/** Returns the edits of a prim's specifier and type. */
export function declarationEdits(
  layer: Layer,
  versions: Versions<PrimSpec> & { readonly ours: PrimSpec },
): { readonly edits: readonly TextEdit[]; readonly conflict: boolean } {
  const { base, ours, theirs } = versions;
  let conflict = false;
  const pick = (part: "specifier" | "typeName"): string =>
    choose({ base: base?.[part], ours: ours[part], theirs: theirs?.[part] }, String, () => (conflict = true)) ?? "";
  const [specifier, typeName] = [pick("specifier"), pick("typeName")];
  if (specifier === ours.specifier && typeName === ours.typeName) return { edits: [], conflict };
  return { edits: declarePrim(layer, ours.path, { specifier: specifier as Specifier, typeName }), conflict };
}

/** Returns the edits that give the spec its merged metadata: one field in place, several as a new block. */
export function fieldEdits(layer: Layer, ours: Owner, { values, changed }: MergedFields): TextEdit[] {
  const edits: TextEdit[] = [];
  const inBlock = changed.filter((name) => !STATEMENTS.has(name));
  for (const name of changed) if (STATEMENTS.has(name)) edits.push(...orderEdits(layer, ours, name, values.get(name)));
  const [only] = inBlock;
  if (inBlock.length === 1) {
    const value = values.get(only);
    const made = value === undefined ? removeField(layer, ours.path, only) : setField(layer, ours.path, only, value);
    edits.push(...keepComments(layer, made));
  } else if (inBlock.length > 1) edits.push(...blockEdits(layer, ours, values));
  return edits;
}

function orderEdits(layer: Layer, ours: Owner, name: string, value: Field["value"] | undefined): TextEdit[] {
  const entries = ours.fields.get(name)?.entries ?? [];
  const removed = removeStatements(
    layer,
    entries.slice(value === undefined ? 0 : 1).map(({ range }) => range),
  );
  if (value?.kind !== "names") return removed;
  const names = `[${value.names.map((each) => JSON.stringify(each)).join(", ")}]`;
  const [first] = entries;
  if (first !== undefined) return [...keepComments(layer, [{ ...first.valueRange, text: names }]), ...removed];
  const isRoot = ours.specType === "pseudoRoot";
  const statement = `${isRoot ? "reorder rootPrims" : (STATEMENTS.get(name) ?? "")} = ${names}`;
  const child = ours.children.at(0)?.range;
  return [child === undefined ? insertText(layer, ours, statement) : insertBeforeStatement(layer, child, statement)];
}

function blockEdits(layer: Layer, ours: Owner, values: MergedFields["values"]): TextEdit[] {
  const bytes = sourceOf(layer);
  const { metadata, nameEnd } = ownerParts(layer, ours);
  const fields = new Map(Array.from(values, ([name, value]) => [name, { name, value, entries: [] }]));
  const isRoot = ours.specType === "pseudoRoot";
  if (!hasMetadata(fields)) {
    if (metadata === undefined) return [];
    const start = isRoot ? metadata.open : blanksBefore(bytes, metadata.open);
    return keepComments(layer, [{ start, end: metadata.close + 1, text: "" }]);
  }
  const writer = new ByteWriter(1024);
  writeMetadata(writer, ours.specType, fields, 0);
  const block = decodeUtf8(writer.bytes, 0, writer.length);
  const at = metadata?.open ?? nameEnd;
  const lineEnd = lineEndAt(bytes, at);
  const text = indentText(block, indentAt(bytes, isRoot ? at : rangeOf(ours).start), lineEnd);
  if (metadata !== undefined) return keepComments(layer, [{ start: at, end: metadata.close + 1, text }]);
  const made = isRoot ? lineEnd + text + (at === bytes.length ? lineEnd : "") : ` ${text}`;
  return [{ start: at, end: at, text: made }];
}
