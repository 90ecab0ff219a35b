/** What prims and properties of a stage may be moved where. */
import { quote } from "@usdkit/base";
import { propertyNames } from "../../index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../../paths/path-table.ts";
import { definedProperty } from "../../values/prim-schemas.ts";
import { splitPropertyPath } from "../../values/property-path.ts";
import { checkInstances, primPath, requirePrim } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { StageEditError } from "../stage-edit-error.ts";

/** A prim or property of the stage, and where it goes. */
export interface NamespaceEdit {
  readonly from: string;
  /** Undefined if it is deleted. */
  readonly to: string | undefined;
  /** The prim, of a property its owner. */
  readonly prim: PathId;
  /** "" for a prim. */
  readonly property: string;
}

/**
 * Returns the edit of the prim or property at a path.
 *
 * @throws StageEditError if there is no such object, it may not be edited, or it may not be at the new path
 */
export function namespaceEdit(context: EditContext, from: string, to: string | undefined): NamespaceEdit {
  const { prim, property } = splitPropertyPath(from);
  const id = primPath(context, prim, from);
  if (from === "/") throw new StageEditError('The root "/" cannot be moved or removed');
  if (!context.target.isLocal) {
    throw new StageEditError(`${context.target.description} is behind an arc`, {
      hint: "Names are changed in the layers of the stage itself: to change those of that layer, open it as the root",
    });
  }
  requirePrim(context, prim, "");
  checkInstances(context, prim);
  if (property !== "") checkProperty(context, prim, property);
  if (to !== undefined) checkNewPath(context, { from, to, isProperty: property !== "" });
  return { from, to, prim: id, property };
}

function checkProperty({ stage, values }: EditContext, prim: string, property: string): void {
  const index = stage.primIndex(prim);
  if (index === undefined || !propertyNames(index).includes(property)) {
    throw new StageEditError(`No layer has a property ${quote(`${prim}.${property}`)}`);
  }
  const schemas = values.schemas(prim);
  if (definedProperty(schemas, property) === undefined) return;
  throw new StageEditError(
    `${quote(property)} is defined by the schemas of ${quote(prim)}: its name cannot be changed`,
    {
      hint: 'Remove its opinions with {"op":"remove"}',
    },
  );
}

interface NewPath {
  readonly from: string;
  readonly to: string;
  readonly isProperty: boolean;
}

function checkNewPath(context: EditContext, { from, to, isProperty }: NewPath): void {
  const { stage } = context;
  const { paths } = stage;
  const { prim, property } = splitPropertyPath(to);
  const id = primPath(context, prim, to);
  if ((property !== "") !== isProperty || to === "/" || (isProperty && prim === "/")) {
    throw new StageEditError(`Expected the path of a ${isProperty ? "property" : "prim"}, found ${quote(to)}`);
  }
  if (exists(context, prim, property)) {
    throw new StageEditError(`There is ${quote(to)} already`, {
      hint: "Choose another name, or rename or remove that one first",
    });
  }
  checkInstances(context, prim);
  if (isProperty) return requirePrim(context, prim);
  const parent = paths.parent(id);
  if (to.startsWith(`${from}/`))
    throw new StageEditError(`${quote(from)} cannot be moved into itself, to ${quote(to)}`);
  if (parent === ROOT_PATH) return;
  requirePrim(context, paths.text(parent));
  const { prohibited } = stage.childNames(paths.text(parent));
  const isBack = stage.layerStack.relocates?.sourceToTarget.get(id) === paths.parse(from);
  if (prohibited.has(paths.element(id)) && !isBack) {
    throw new StageEditError(`${quote(to)} is the source of a relocation: no prim may have that path`);
  }
}

function exists({ stage, values }: EditContext, prim: string, property: string): boolean {
  const { paths } = stage;
  const id = paths.parse(prim);
  if (property !== "") {
    const index = stage.index(id);
    const isAuthored = index !== undefined && propertyNames(index).includes(property);
    return isAuthored || definedProperty(values.schemas(prim), property) !== undefined;
  }
  return stage.childNames(paths.text(paths.parent(id))).names.includes(paths.element(id));
}
