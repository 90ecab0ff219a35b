/** Sets and removes metadata. */
import { quote } from "@usdkit/base";
import {
  DumpValueError,
  fieldDefinitions,
  fieldOfDump,
  nearestName,
  type FieldSpecKind,
  type FieldValue,
  type Spec,
} from "@usdkit/layer";
import { declarePrim, keepComments, removeField, setField } from "@usdkit/usda";
import { ensurePrim, ensureProperty, placeOf, requirePrim, type Place } from "../authoring.ts";
import { attributeDeclaration, relationshipDeclaration } from "../declarations.ts";
import type { EditContext } from "../edit-context.ts";
import { checkTypeName, shownValue } from "../edit-names.ts";
import { newSpec } from "../new-property.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { MetadataEdit } from "../stage-edit.ts";

/** Parts of a prim's declaration, which are not written as metadata. */
const declared: ReadonlySet<string> = new Set(["specifier", "typeName"]);

/** Sets a metadata field, or removes it from the target. */
export function setMetadata(context: EditContext, edit: MetadataEdit): void {
  const place = placeOf(context, edit.path);
  const { prim, property, document, specPath } = place;
  requirePrim(context, prim);
  if (property === "" && prim !== "/" && declared.has(edit.field)) return declare(context, place, edit);
  const kind = kindOf(context, place);
  const field = fieldName(kind, edit.field, document.find(specPath));
  const effect = { kind: "field", path: specPath, field } as const;
  if (edit.value === null) {
    if (document.find(specPath)?.fields.has(field) !== true) return;
    return context.apply(document, removeField(document.layer, specPath, field), effect);
  }
  const value = readField(kind, field, edit);
  let text = document;
  if (property !== "") text = ensureProperty(context, place, declarationOf(context, place));
  else if (prim !== "/") ensurePrim(context, place);
  const edits = keepComments(text.layer, setField(text.layer, specPath, field, value));
  context.apply(text, edits, effect);
}

function declare(context: EditContext, place: Place, { field, value }: MetadataEdit): void {
  if (typeof value !== "string" || (field === "specifier" && !/^(?:def|over|class)$/u.test(value))) {
    const expected = field === "specifier" ? '"def", "over" or "class"' : "a type name";
    throw new StageEditError(
      `Expected ${expected} for the ${field} of ${quote(place.prim)}, found ${shownValue(value)}`,
    );
  }
  if (field === "typeName") checkTypeName(value);
  ensurePrim(context, place);
  const { document, owner } = place;
  context.apply(document, declarePrim(document.layer, owner, { [field]: value }), {
    kind: "field",
    path: owner,
    field,
  });
}

function kindOf({ values }: EditContext, place: Place): FieldSpecKind {
  const { prim, property } = place;
  if (property === "") return prim === "/" ? "layer" : "prim";
  const isAttribute = values.attribute(`${prim}.${property}`) !== undefined || newSpec(place)?.specType === "attribute";
  return isAttribute ? "attribute" : "relationship";
}

function declarationOf(context: EditContext, place: Place): string {
  const isAttribute = kindOf(context, place) === "attribute";
  const { values } = context;
  const { prim, property } = place;
  if (!isAttribute && newSpec(place) === undefined && values.propertyOpinions(`${prim}.${property}`).length === 0) {
    throw new StageEditError(`${quote(prim)} has no property ${quote(property)}`, {
      hint: "Set its value or targets first",
    });
  }
  return isAttribute ? attributeDeclaration(context, place, {}).text : relationshipDeclaration(context, place);
}

/** Returns the name of a field for its name or keyword. */
function fieldName(kind: FieldSpecKind, name: string, spec: Spec | undefined): string {
  const defined = [...fieldDefinitions.values()].filter(({ on }) => on.includes(kind));
  const found = defined.find((each) => each.name === name || each.keyword === name);
  if (found !== undefined && (found.syntax !== "none" || spec?.fields.has(found.name) === true)) return found.name;
  const names = defined.flatMap((each) => (each.syntax === "none" ? [] : [each.keyword ?? each.name]));
  const nearest = nearestName(name, names);
  const meant = nearest === undefined ? "" : `; did you mean ${quote(nearest)}?`;
  throw new StageEditError(`Specs of the kind ${quote(kind)} have no metadata field ${quote(name)}${meant}`);
}

function readField(kind: FieldSpecKind, field: string, { path, value }: MetadataEdit): FieldValue {
  try {
    return fieldOfDump(kind, field, value);
  } catch (error) {
    if (!(error instanceof DumpValueError)) throw error;
    throw new StageEditError(`The value of ${quote(field)} of ${quote(path)} is not valid: ${error.message}`, {
      cause: error,
    });
  }
}
