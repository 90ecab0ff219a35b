/** Removes the values of an attribute. */
import type { Layer } from "@usdkit/layer";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { mergeEdits } from "../text-edits/text-edit.ts";
import { attributeAt } from "./edits.ts";
import { keepComments } from "./keep-comments.ts";
import { removeStatementText } from "./remove.ts";
import { declarationOf } from "./set-field.ts";
import { propertyParts, sourceOf } from "./statement-parts.ts";

const VALUES: ReadonlySet<string> = new Set(["timeSamples", "spline"]);

/**
 * Returns the edits that remove the default value, the time samples and the spline of an attribute, as `UsdAttribute.Clear` does.
 * The attribute stays declared, with its metadata and connections.
 *
 * ```ts
 * clearAttribute(layer, "/World/Ball.radius"); // `double radius = 2` becomes `double radius`
 * ```
 *
 * @throws EditError if there is no such attribute
 */
export function clearAttribute(layer: Layer, path: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec = attributeAt(layer, path);
  const edits: TextEdit[][] = [clearDefault(layer, path)];
  let isDeclared = spec.statements.some((each) => !VALUES.has(propertyParts(bytes, each).member));
  for (const statement of spec.statements) {
    if (!VALUES.has(propertyParts(bytes, statement).member)) continue;
    if (isDeclared) edits.push(removeStatementText(layer, statement));
    else edits.push(keepComments(layer, [{ ...statement, text: declarationOf(spec) }]));
    isDeclared = true;
  }
  return mergeEdits(...edits);
}

/**
 * Returns the edits that remove the default value of an attribute; time samples and splines stay.
 *
 * @throws EditError if there is no such attribute
 */
export function clearDefault(layer: Layer, path: string): TextEdit[] {
  const bytes = sourceOf(layer);
  const edits: TextEdit[][] = [];
  for (const statement of attributeAt(layer, path).statements) {
    const { isPlain, name, value } = propertyParts(bytes, statement);
    if (!isPlain || value === undefined) continue;
    edits.push(keepComments(layer, [{ start: name.end, end: value.end, text: "" }], statement.start));
  }
  return mergeEdits(...edits);
}
