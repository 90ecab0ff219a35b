/** Sets targets of relationships and connections of attributes. */
import { DumpValueError, fieldOfDump, type ListOp } from "@usdkit/layer";
import { setConnections, setTargets } from "@usdkit/usda";
import { ensureProperty, placeOf, requirePrim, type Place } from "../authoring.ts";
import { attributeDeclaration, relationshipDeclaration } from "../declarations.ts";
import type { EditContext } from "../edit-context.ts";
import { pathInTarget } from "../edit-target.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { TargetsEdit } from "../stage-edit.ts";

/** Sets the targets of a relationship or the connections of an attribute. */
export function setPaths(context: EditContext, edit: TargetsEdit): void {
  const place = placeOf(context, edit.path);
  const { specPath, prim } = place;
  requirePrim(context, prim);
  const isConnection = edit.op === "connect";
  const declaration = isConnection
    ? attributeDeclaration(context, place, edit).text
    : relationshipDeclaration(context, place);
  const paths = edit.value === null ? undefined : pathsInTarget(context, place, edit.value);
  if (paths === undefined && place.document.property(specPath) === undefined) return;
  const text = ensureProperty(context, place, declaration);
  const set = isConnection ? setConnections : setTargets;
  context.apply(text, set(text.layer, specPath, paths), { kind: "value", path: specPath });
}

function pathsInTarget({ stage }: EditContext, place: Place, value: NonNullable<TargetsEdit["value"]>): ListOp<string> {
  const mapped = (paths: readonly string[] | undefined): readonly string[] | undefined =>
    paths?.map((path) => pathInTarget(stage, place, path));
  const { explicit, added, prepended, appended, deleted, ordered } = listOpOf(value);
  return {
    explicit: mapped(explicit),
    added: mapped(added),
    prepended: mapped(prepended),
    appended: mapped(appended),
    deleted: mapped(deleted),
    ordered: mapped(ordered),
  };
}

function listOpOf(value: NonNullable<TargetsEdit["value"]>): ListOp<string> {
  try {
    // Any list op of paths: its form is that of targets.
    const field = fieldOfDump("prim", "inheritPaths", value);
    if (field.kind === "pathListOp") return field.listOp;
  } catch (error) {
    if (!(error instanceof DumpValueError)) throw error;
    throw new StageEditError(`The paths are not valid: ${error.message}`, { cause: error });
  }
  return {};
}
