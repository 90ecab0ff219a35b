/** Specs for opinions: found or created in the target. */
import { quote } from "@usdkit/base";
import { nearestName, type FieldValue } from "@usdkit/layer";
import { createPrim, setField, type NewPrim } from "@usdkit/usda";
import { hasOpinions } from "../index/prim-index.ts";
import { NO_PATH, ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import type { EditContext } from "./edit-context.ts";
import { checkDepth, checkPropertyName, checkPrototype } from "./edit-names.ts";
import type { TargetSite } from "./edit-target.ts";
import type { EditedText } from "./edited-text.ts";
import { withItem } from "./list-op-items.ts";
import { StageEditError } from "./stage-edit-error.ts";

/** Where the opinions about a prim or property go. */
export interface Place extends TargetSite {
  /** The prim on the stage. */
  readonly prim: string;
  /** Name of the property; "" for a prim. */
  readonly property: string;
  readonly document: EditedText;
  /** Path of the prim's spec. */
  readonly owner: string;
  /** Path of the spec. */
  readonly specPath: string;
}

/**
 * Returns where the opinions about the prim or property at a path of the stage go.
 *
 * @throws StageEditError if it is no such path, the prim is shared by instances, or the target cannot have opinions about it
 */
export function placeOf(context: EditContext, path: string): Place {
  const { stage, target } = context;
  const { prim, property } = splitPropertyPath(path);
  const id = primPath(context, prim, path);
  if (target.isLocal) checkInstances(context, prim, target.variantOf);
  const site = target.siteOf(id);
  const owner = stage.paths.text(site.path);
  const specPath = property === "" ? owner : `${owner}.${property}`;
  const document = context.textOf(context.document(site.layer), specPath);
  return { ...site, prim, property, document, owner, specPath };
}

/**
 * Returns the path of a prim.
 *
 * @throws StageEditError if it is not the absolute path of a prim of the stage
 */
export function primPath({ stage: { paths } }: EditContext, prim: string, path: string = prim): PathId {
  checkDepth(prim);
  const id = paths.parse(prim);
  if (id === NO_PATH || paths.hasVariants(id) || !prim.startsWith("/")) {
    throw new StageEditError(`Expected the absolute path of a prim or property, found ${quote(path)}`);
  }
  checkPrototype(prim);
  return id;
}

/**
 * @param hint what to do if no prim has a similar name; "" for nothing
 * @throws StageEditError if there is no such prim on the stage
 */
export function requirePrim({ stage }: EditContext, prim: string, hint = 'Add it first, with {"op":"add"}'): void {
  const index = stage.primIndex(prim);
  if (prim === "/" || hasOpinions(index)) return;
  const parent = prim.slice(0, Math.max(1, prim.lastIndexOf("/")));
  const name = prim.slice(prim.lastIndexOf("/") + 1);
  const nearest = nearestName(name, [...stage.childNames(parent).names]);
  const meant = nearest === undefined ? "" : `; did you mean ${quote(`${parent === "/" ? "" : parent}/${nearest}`)}?`;
  throw new StageEditError(`The stage has no prim ${quote(prim)}${meant}`, {
    hint: nearest === undefined && hint !== "" ? hint : undefined,
  });
}

/**
 * @param variantOf an instance whose variant has the opinions: instances share it
 * @throws StageEditError if the prim is below an instance
 */
export function checkInstances({ stage }: EditContext, prim: string, variantOf?: string): void {
  for (let at = parentOf(prim); at !== "/" && at !== ""; at = parentOf(at)) {
    if (at === variantOf || !stage.prim(at).isInstance) continue;
    throw new StageEditError(`${quote(prim)} is below the instance ${quote(at)}, whose prims are shared`, {
      hint: `Name a layer behind the instance as the target, or set the metadata "instanceable" of ${quote(at)} to false first`,
    });
  }
}

function parentOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}

/** Creates the spec of the prim, and the ones above that the layer does not have. */
export function ensurePrim(context: EditContext, { document, path }: Place, prim: NewPrim = {}): void {
  const { paths } = context.stage;
  const specPath = paths.text(path);
  if (document.find(specPath) !== undefined) return;
  let created = path;
  let above = paths.parent(path);
  while (above !== ROOT_PATH && document.find(paths.text(above)) === undefined) {
    created = above;
    above = paths.parent(above);
  }
  const isNewSet = paths.isVariant(created) && !hasVariantSet(document, paths.text(above), paths.selection(created)[0]);
  const site = paths.text(paths.isVariant(created) ? above : created);
  context.apply(document, createPrim(document.layer, specPath, prim), { kind: "site", path: site });
  // Sets within new prims are new too.
  for (let at = path; at !== above; at = paths.parent(at)) {
    if (!paths.isVariant(at) || (at === created && !isNewSet)) continue;
    addVariantSetName(context, document, paths.text(paths.parent(at)), paths.selection(at)[0]);
  }
}

function hasVariantSet(document: EditedText, owner: string, set: string): boolean {
  const spec = document.find(owner);
  return spec?.specType === "prim" || spec?.specType === "variant"
    ? spec.variantSets.some(({ name }) => name === set)
    : false;
}

function addVariantSetName(context: EditContext, document: EditedText, owner: string, set: string): void {
  const field = document.find(owner)?.fields.get("variantSetNames")?.value;
  const listOp = field?.kind === "valueListOp" ? field.listOp : {};
  const names = withItem(listOp, set, { position: "prepend", isSame: (a, b) => a === b });
  const value: FieldValue = { kind: "valueListOp", itemType: "string", listOp: names };
  const edits = setField(document.layer, owner, "variantSetNames", value);
  context.apply(document, edits, { kind: "field", path: owner, field: "variantSetNames" });
}

/**
 * Creates the spec of the property with a declaration, if the layer has none, and returns the text that has it.
 *
 * @param isKnown whether the stage has the property with the same type already
 */
export function ensureProperty(context: EditContext, place: Place, declaration: string, isKnown = false): EditedText {
  const { document, specPath } = place;
  if (document.property(specPath) !== undefined) return document;
  checkPropertyName(place.property);
  ensurePrim(context, place);
  context.addProperty(document, declaration, { kind: "property", path: specPath, isKnown });
  return context.textOf(context.document(place.layer), specPath);
}
