/** Sets and clears values of attributes. */
import { quote } from "@usdkit/base";
import { DumpValueError, valueOfDump, valueTypes, type LayerOffset, type Value } from "@usdkit/layer";
import {
  clearAttribute,
  clearDefault,
  removeTimeSample,
  setAttributeValue,
  setTimeSample,
  valueText,
} from "@usdkit/usda";
import { retimeValue } from "../../metadata/retime.ts";
import { invertOffset } from "../../paths/layer-offset.ts";
import { ensureProperty, placeOf, requirePrim } from "../authoring.ts";
import { attributeDeclaration, type AttributeDeclaration } from "../declarations.ts";
import type { EditContext } from "../edit-context.ts";
import { timeInTarget } from "../edit-target.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { ClearEdit, SetEdit } from "../stage-edit.ts";

/** Sets the default value of an attribute, or its value at a time. */
export function setValue(context: EditContext, edit: SetEdit): void {
  const place = placeOf(context, edit.path);
  const { document, specPath, prim } = place;
  requirePrim(context, prim);
  const declaration = attributeDeclaration(context, place, edit);
  const existing = document.property(specPath);
  const typeName = existing?.specType === "attribute" ? existing.typeName : declaration.typeName;
  const value = valueInTarget(edit, typeName, place.offset);
  const time = checkTime(edit.time ?? null);
  if (existing === undefined && time === null) {
    ensureProperty(context, place, statementOf(declaration, value), declaration.isKnown);
    return;
  }
  // Samples declare an attribute that is not custom.
  const isDeclared = time === null || declaration.text.startsWith("custom ");
  const statement = isDeclared ? declaration.text : `${declaration.text}.timeSamples = {}`;
  const text = ensureProperty(context, place, statement, declaration.isKnown);
  const edits =
    time === null
      ? setAttributeValue(text.layer, specPath, value)
      : setTimeSample(text.layer, specPath, timeInTarget(place, time), value);
  context.apply(text, edits, { kind: "value", path: specPath });
}

/** Removes values of an attribute from the target. */
export function clearValue(context: EditContext, edit: ClearEdit): void {
  const place = placeOf(context, edit.path);
  const { document, specPath, prim } = place;
  requirePrim(context, prim);
  attributeDeclaration(context, place, undefined);
  if (document.property(specPath)?.specType !== "attribute") return;
  const { layer } = document;
  const time = edit.time === undefined ? undefined : checkTime(edit.time);
  const edits =
    time === undefined
      ? clearAttribute(layer, specPath)
      : time === null
        ? clearDefault(layer, specPath)
        : removeTimeSample(layer, specPath, timeInTarget(place, time));
  context.apply(document, edits, { kind: "value", path: specPath });
}

/**
 * Returns the statement of a new attribute with its default value.
 *
 * @throws StageEditError if the value is none of the type
 */
export function newValueStatement(edit: SetEdit, declaration: AttributeDeclaration, offset: LayerOffset): string {
  return statementOf(declaration, valueInTarget(edit, declaration.typeName, offset));
}

function statementOf({ text }: AttributeDeclaration, value: Value): string {
  return `${text} = ${valueText(value)}`;
}

function valueInTarget(edit: SetEdit, typeName: string, offset: LayerOffset): Value {
  return retimeValue(readValue(edit, typeName), invertOffset(offset));
}

function readValue({ path, value }: SetEdit, typeName: string): Value {
  if (isModelValue(value)) return value;
  try {
    return valueOfDump(typeName, value);
  } catch (error) {
    if (!(error instanceof DumpValueError)) throw error;
    throw new StageEditError(`The value of ${quote(path)} is not valid: ${error.message}`, { cause: error });
  }
}

/** Whether a value is one of the model, as programs have them: its type is one of the table, which no JSON contains. */
function isModelValue(value: unknown): value is Value {
  const { kind, type } = (value ?? {}) as { readonly kind?: unknown; readonly type?: { readonly name?: unknown } };
  if (kind !== "typed" && kind !== "arrayEdit") return false;
  return typeof type?.name === "string" && valueTypes.get(type.name) === type;
}

function checkTime(time: number | null): number | null {
  if (time === null || Number.isFinite(time)) return time;
  throw new StageEditError(`Expected a finite time or null, found ${time}`);
}
