/** Edits of the targets of relationships and the connections of attributes. */
import { decodeUtf8 } from "@usdkit/base";
import type { ByteRange, Layer, ListOp, PropertySpec } from "@usdkit/layer";
import { ByteWriter } from "../print/byte-writer.ts";
import { forEachOperation, writePaths } from "../print/print-list-ops.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";
import { attributeAt, relationshipAt } from "./edits.ts";
import { indentText } from "./fragment.ts";
import { insertAfterProperty } from "./insert.ts";
import { keepComments } from "./keep-comments.ts";
import { indentAt, lineEndAt } from "./lines.ts";
import { removeStatementText } from "./remove.ts";
import { declarationOf } from "./set-field.ts";
import { propertyParts, sourceOf } from "./statement-parts.ts";

/**
 * Returns the edits that set the targets of a relationship; undefined removes them. Its declaration and metadata stay unchanged.
 *
 * ```ts
 * setTargets(layer, "/World/Chair.material:binding", { explicit: ["/World/Looks/Wood"] });
 * ```
 *
 * @throws EditError if there is no such relationship
 */
export function setTargets(layer: Layer, path: string, targets: ListOp<string> | undefined): TextEdit[] {
  const spec = relationshipAt(layer, path);
  const bytes = sourceOf(layer);
  const edits: TextEdit[][] = [];
  const operations: ByteRange[] = [];
  // The explicit list is the value of the declaration, if there is one.
  let explicit = targets?.explicit;
  for (const statement of spec.statements) {
    const { isPlain, member, name, value } = propertyParts(bytes, statement);
    if (member !== "") continue;
    if (!isPlain) operations.push(statement);
    else if (explicit !== undefined) {
      const text = ` = ${indentText(pathsText(explicit), indentAt(bytes, statement.start), lineEndAt(bytes, statement.start))}`;
      edits.push(keepComments(layer, [{ start: name.end, end: value?.end ?? name.end, text }], statement.start));
      explicit = undefined;
    } else if (value !== undefined) {
      edits.push(keepComments(layer, [{ start: name.end, end: value.end, text: "" }], statement.start));
    }
  }
  const left = explicit === undefined ? { ...targets, explicit } : targets;
  const words = `${spec.variability === "varying" ? "varying " : ""}rel ${spec.name}`;
  edits.push(replaceStatements(layer, spec, operations, statementsText(left, words)));
  return mergeEdits(...edits);
}

/**
 * Returns the edits that set the connections of an attribute; undefined removes them. Its values and metadata stay unchanged.
 *
 * @throws EditError if there is no such attribute
 */
export function setConnections(layer: Layer, path: string, connections: ListOp<string> | undefined): TextEdit[] {
  const spec = attributeAt(layer, path);
  const bytes = sourceOf(layer);
  const own = spec.statements.filter((each) => propertyParts(bytes, each).member === "connect");
  const words = `${spec.variability === "uniform" ? "uniform " : ""}${spec.typeName} ${spec.name}.connect`;
  return replaceStatements(layer, spec, own, statementsText(connections, words));
}

/** Replaces statements of a property by others. It stays declared. */
function replaceStatements(
  layer: Layer,
  spec: PropertySpec,
  statements: readonly ByteRange[],
  text: string,
): TextEdit[] {
  const bytes = sourceOf(layer);
  const [first, ...others] = statements;
  const last = spec.statements.at(-1);
  if (first === undefined) return text === "" || last === undefined ? [] : [insertAfterProperty(layer, last, text)];
  const isAlone = statements.length === spec.statements.length;
  const written = text === "" && isAlone ? declarationOf(spec) : text;
  const removed = others.map((each) => removeStatementText(layer, each));
  if (written === "") return mergeEdits(removeStatementText(layer, first), ...removed);
  const indented = indentText(written, indentAt(bytes, first.start), lineEndAt(bytes, first.start));
  return mergeEdits(keepComments(layer, [{ ...first, text: indented }]), ...removed);
}

/** Returns a statement for each operation, one per line. */
function statementsText(paths: ListOp<string> | undefined, words: string): string {
  const lines: string[] = [];
  if (paths !== undefined) {
    forEachOperation(paths, (operation, items) => lines.push(`${operation}${words} = ${pathsText(items)}`));
  }
  return lines.join("\n");
}

function pathsText(paths: readonly string[]): string {
  const writer = new ByteWriter(256);
  writePaths(writer, paths, 0, true);
  return decodeUtf8(writer.bytes, 0, writer.length);
}
