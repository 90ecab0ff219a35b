/** Edits of attributes, and removal of prims and properties. */
import { specToEdit } from "./spec-to-edit.ts";
import type { AttributeSpec, Layer, PrimSpec, PropertySpec, RelationshipSpec, Value } from "@usdkit/layer";
import { quote } from "@usdkit/base";
import { EditError } from "../text-edits/edit-error.ts";
import { checkValueText, indentText } from "./fragment.ts";
import { insertBeforeStatement } from "./insert.ts";
import { lineEndAt } from "./lines.ts";
import { removeStatements } from "./remove.ts";
import { declarationOf } from "./set-field.ts";
import { propertyParts, rangeOf, sourceOf } from "./statement-parts.ts";
import type { TextEdit } from "../text-edits/text-edit.ts";
import { valueText } from "./value-text.ts";

/**
 * Returns the edits that set an attribute's default value; time samples, connections and metadata stay unchanged.
 *
 * ```ts
 * setAttributeValue(layer, "/World/Main.focalLength", "35");
 * ```
 *
 * @param value the text after `=` (`None` blocks), or a value
 * @throws EditError if there is no such attribute, or the value does not match its type
 */
export function setAttributeValue(layer: Layer, path: string, value: string | Value): TextEdit[] {
  const bytes = sourceOf(layer);
  const spec: AttributeSpec = attributeAt(layer, path);
  const text = valueText(value).trim();
  // Stryker disable next-line ConditionalExpression: what has the type passes the check, which takes time.
  if (!isOfType(value, spec)) checkValueText(path, spec.typeName, text);
  const parts = spec.statements.map((each) => propertyParts(bytes, each));
  const authored = parts.findLast((each) => each.isPlain && each.value !== undefined)?.value;
  if (authored !== undefined) {
    return [{ ...authored, text: indentText(text, "", lineEndAt(bytes, authored.start)) }];
  }
  const declared = parts.find((each) => each.isPlain);
  if (declared !== undefined) {
    const { end } = declared.name;
    return [{ start: end, end, text: ` = ${indentText(text, "", lineEndAt(bytes, end))}` }];
  }
  return [insertBeforeStatement(layer, spec.statements[0], `${declarationOf(spec)} = ${text}`)];
}

/** Whether a value has the type of an attribute: its text is valid then. */
function isOfType(value: string | Value, { valueType, isArray }: AttributeSpec): boolean {
  return typeof value === "object" && value.kind === "typed" && value.type === valueType && value.isArray === isArray;
}

/**
 * Returns the edits that remove a prim with its contents, the comments directly above it and the one at its end.
 * Paths that lead to it stay unchanged.
 *
 * @throws EditError if there is no such prim
 */
export function removePrim(layer: Layer, path: string): TextEdit[] {
  return removePrims(layer, [path]);
}

/**
 * Like {@link removePrim} for several prims: separate edits for neighbours would both remove the text between them.
 *
 * @throws EditError if one of them is not a prim
 */
export function removePrims(layer: Layer, paths: readonly string[]): TextEdit[] {
  return removeStatements(
    layer,
    paths.map((path) => rangeOf(primAt(layer, path))),
  );
}

/**
 * Returns the edits that remove every statement of a property, with its comments. Paths that lead to it stay
 * unchanged.
 *
 * @throws EditError if there is no such property
 */
export function removeProperty(layer: Layer, path: string): TextEdit[] {
  return removeProperties(layer, [path]);
}

/**
 * Like {@link removeProperty} for several properties.
 *
 * @throws EditError if one of them is not a property
 */
export function removeProperties(layer: Layer, paths: readonly string[]): TextEdit[] {
  return removeStatements(
    layer,
    paths.flatMap((path) => propertyAt(layer, path).statements),
  );
}

/** @throws EditError if there is no prim */
export function primAt(layer: Layer, path: string): PrimSpec {
  const spec = specToEdit(layer, path);
  if (spec.specType === "prim") return spec;
  throw new EditError(`Expected a prim at ${quote(path)}, found a spec of type ${spec.specType}`);
}

/** @throws EditError if there is no property */
export function propertyAt(layer: Layer, path: string): PropertySpec {
  const spec = specToEdit(layer, path);
  if (spec.specType === "attribute" || spec.specType === "relationship") return spec;
  throw new EditError(`Expected a property at ${quote(path)}, found a spec of type ${spec.specType}`);
}

/** @throws EditError if there is no attribute */
export function attributeAt(layer: Layer, path: string): AttributeSpec {
  const spec = specToEdit(layer, path);
  if (spec.specType === "attribute") return spec;
  throw new EditError(`Expected an attribute at ${quote(path)}, found a spec of type ${spec.specType}`);
}

/** @throws EditError if there is no relationship */
export function relationshipAt(layer: Layer, path: string): RelationshipSpec {
  const spec = specToEdit(layer, path);
  if (spec.specType === "relationship") return spec;
  throw new EditError(`Expected a relationship at ${quote(path)}, found a spec of type ${spec.specType}`);
}
