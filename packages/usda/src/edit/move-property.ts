/** Moves properties to other prims of a layer. */
import { decodeUtf8, quote } from "@usdkit/base";
import type { Layer } from "@usdkit/layer";
import { isNamespacedIdentifier } from "../scan/identifiers.ts";
import { EditError } from "../text-edits/edit-error.ts";
import { applyEdits, mergeEdits, type TextEdit } from "../text-edits/text-edit.ts";
import { propertyAt } from "./edits.ts";
import { indentText } from "./fragment.ts";
import { insertProperties } from "./insert.ts";
import { indentAt, lineEndAt, surroundingsOf } from "./lines.ts";
import { relocatePaths } from "./relocate-paths.ts";
import { removeStatements } from "./remove.ts";
import { propertyParts, sourceOf } from "./statement-parts.ts";

/**
 * Returns the edits that move a property with its comments to another prim. Paths of the layer that lead to it follow.
 *
 * ```ts
 * moveProperty(layer, "/World/Chair.price", "/World/Shop.price");
 * ```
 *
 * @throws EditError if there is no such property or prim, or the new name is invalid or taken
 */
export function moveProperty(layer: Layer, path: string, newPath: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const { statements } = propertyAt(layer, path);
  const dot = newPath.lastIndexOf(".");
  const name = newPath.slice(dot + 1);
  if (!isNamespacedIdentifier(name)) {
    throw new EditError(`Expected identifiers joined by ":" as the name of a property, found ${quote(name)}`);
  }
  const paths = relocatePaths(layer, { from: path, to: newPath });
  const texts: string[] = [];
  const inside: TextEdit[] = [];
  for (const statement of statements) {
    const { start, end } = surroundingsOf(layer, statement);
    const own = paths.filter((edit) => start <= edit.start && edit.end <= end);
    inside.push(...own);
    const renamed: TextEdit = { ...propertyParts(bytes, statement).name, text: name };
    const moved = mergeEdits([renamed], own).map((edit) => ({
      ...edit,
      start: edit.start - start,
      end: edit.end - start,
    }));
    const text = applyEdits(bytes.subarray(start, end), moved);
    const indent = indentAt(bytes, statement.start).length;
    texts.push(indentText(decodeUtf8(text, 0, text.length), "", lineEndAt(bytes, start), indent));
  }
  const inserted = insertProperties(layer, newPath.slice(0, dot), texts.join("\n"));
  const outside = paths.filter((edit) => !inside.includes(edit));
  return mergeEdits(outside, removeStatements(layer, statements), inserted);
}
