/** Adds the prims of consecutive edits, with values of their attributes, in one pass over the text. */
import type { LayerOffset } from "@usdkit/layer";
import { createPrims, isIdentifier, type NewPrimTree } from "@usdkit/usda";
import { hasOpinions } from "../../index/prim-index.ts";
import { placeOf, primPath } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { isConcrete, SchemaDefinitions } from "../../values/prim-schemas.ts";
import { splitPropertyPath } from "../../values/property-path.ts";
import { knownDeclaration, newDeclaration, type AttributeDeclaration } from "../declarations.ts";
import { checkPropertyName, checkTypeName } from "../edit-names.ts";
import type { EditedText } from "../edited-text.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { AddEdit, SetEdit, StageEdit } from "../stage-edit.ts";
import { isDefinedOnStage } from "./add-prim.ts";
import { newValueStatement } from "./set-value.ts";

interface AddedPrim extends NewPrimTree {
  readonly properties: string[];
  /** Of the properties. */
  readonly names: Set<string>;
  readonly children: AddedPrim[];
  /** Maps times of the layer to times of the stage. */
  readonly offset: LayerOffset;
}

/** A prim of the target that new ones are added to. */
interface Parent {
  readonly document: EditedText;
  /** Path of its spec. */
  readonly owner: string;
  readonly added: AddedPrim[];
  readonly offset: LayerOffset;
  /** Paths of the specs of those. */
  readonly paths: string[];
}

/**
 * Makes as many edits from `first` on as need nothing of the stage after the edits before: they add prims below defined ones that the
 * target has, and below each other, and set default values of these. What they write is what one after the other would.
 *
 * @returns the number of edits that were made; 0 or at least 2
 */
export function addPrims(context: EditContext, edits: readonly StageEdit[], first: number): number {
  const additions = new Additions(context);
  let end = first;
  while (end < edits.length && additions.take(edits[end])) end++;
  if (end - first < 2) return 0;
  additions.write();
  return end - first;
}

class Additions {
  private readonly context: EditContext;
  private readonly parents: Map<string, Parent> = new Map();
  /** By path on the stage. */
  private readonly prims: Map<string, AddedPrim> = new Map();
  private readonly schemas: Map<string, SchemaDefinitions> = new Map();
  /** Whether arcs bring prims of the stage to the one parent that there is. */
  private hasArcs = false;

  constructor(context: EditContext) {
    this.context = context;
  }

  /** Takes an edit; false if it is to be made by itself, which also finds what is wrong with it. */
  take(edit: StageEdit): boolean {
    try {
      if (edit.op === "add") return this.takeAdded(edit);
      return edit.op === "set" && this.takeValue(edit);
    } catch (error) {
      if (error instanceof StageEditError) return false;
      throw error;
    }
  }

  private takeAdded({ path, type = "", specifier = "def" }: AddEdit): boolean {
    if (specifier === "over" || this.prims.has(path) || !path.startsWith("/")) return false;
    primPath(this.context, path);
    checkTypeName(type);
    const { above, names } = this.nearest(path);
    if (!names.every(isIdentifier)) return false;
    const place = this.placeIn(above, names[0]);
    if (place === undefined) return false;
    this.add({ ...place, above, names }, { specifier, typeName: type });
    return true;
  }

  /** Takes the default value of an attribute that a schema defines or that is new, of a prim that is added. */
  private takeValue(edit: SetEdit): boolean {
    const { context } = this;
    const { prim: path, property } = splitPropertyPath(edit.path);
    const prim = this.prims.get(path);
    if (prim === undefined || property === "" || prim.names.has(property) || (edit.time ?? null) !== null) return false;
    // Otherwise the prim may not be on the stage.
    const { isLocal, variantOf } = context.target;
    if (!isLocal || variantOf !== undefined || context.stage.layerStack.relocates !== undefined) return false;
    const declaration = this.declarationOf(prim, property, edit);
    if (declaration === undefined) return false;
    checkPropertyName(property);
    prim.properties.push(newValueStatement(edit, declaration, prim.offset));
    prim.names.add(property);
    return true;
  }

  private declarationOf({ typeName }: AddedPrim, name: string, edit: SetEdit): AttributeDeclaration | undefined {
    // Another type may stand for one that is not known.
    if (typeName !== "" && !isConcrete(typeName)) return undefined;
    let defined = this.schemas.get(typeName);
    if (defined === undefined) {
      defined = new SchemaDefinitions({ typeName, schemaType: typeName, apiSchemas: [] });
      this.schemas.set(typeName, defined);
    }
    const { type } = edit;
    const attribute = defined.attribute(name);
    if (attribute !== undefined) {
      return type === undefined || type === attribute.typeName ? knownDeclaration(attribute) : undefined;
    }
    return type === undefined || defined.property(name) !== undefined
      ? undefined
      : newDeclaration(name, { ...edit, type });
  }

  /** Returns where prims below another are added; undefined if it is not in the target, or has a prim of this name. */
  private placeIn(above: string, name: string): Pick<AddedPrim, "children" | "offset"> | undefined {
    const added = this.prims.get(above);
    if (added !== undefined) return added;
    const parent = this.parentOf(above, name);
    return parent && { children: parent.added, offset: parent.offset };
  }

  /** Returns the nearest prim above that is new or defined, and the names from there on. */
  private nearest(path: string): { readonly above: string; readonly names: readonly string[] } {
    const names: string[] = [];
    let above = path;
    do {
      const cut = above.lastIndexOf("/");
      names.unshift(above.slice(cut + 1));
      above = cut === 0 ? "/" : above.slice(0, cut);
    } while (
      above !== "/" &&
      !this.prims.has(above) &&
      !this.parents.has(above) &&
      !isDefinedOnStage(this.context, above)
    );
    return { above, names };
  }

  write(): void {
    for (const { document, owner, added, paths } of this.parents.values()) {
      this.context.apply(document, createPrims(document.layer, owner, added), { kind: "sites", paths });
    }
  }

  private parentOf(parent: string, name: string): Parent | undefined {
    const { context } = this;
    const { paths } = context.stage;
    const prim = `${parent === "/" ? "" : parent}/${name}`;
    const { document, owner, path, offset } = placeOf(context, prim);
    if (document.find(owner) !== undefined || hasOpinions(context.stage.primIndex(prim))) return undefined;
    if (!this.parents.has(parent) && !this.mayTake(parent)) return undefined;
    const found = this.parents.get(parent) ?? {
      document,
      owner: paths.text(paths.parent(path)),
      added: [],
      offset,
      paths: [],
    };
    if (document.find(found.owner) === undefined) return undefined;
    this.parents.set(parent, found);
    found.paths.push(owner);
    return found;
  }

  /** Whether prims below a parent are not what arcs bring of others that are added, and bring nothing there. */
  private mayTake(parent: string): boolean {
    const { stage } = this.context;
    const { paths, layerStack } = stage;
    const index = stage.primIndex(parent);
    if (index === undefined) return true;
    const prim = paths.parse(parent);
    const sites = [...index.sites];
    for (let node = 1; node < index.graph.size; node++) sites.push(index.graph.site(node));
    const local = sites
      .filter(({ stack }) => stack === layerStack)
      .map(({ path }) => paths.withoutVariants(path))
      .filter((path) => path !== prim);
    if (this.hasArcs || (local.length > 0 && this.parents.size > 0)) return false;
    this.hasArcs = local.length > 0;
    return !local.some((path) => paths.hasPrefix(path, prim));
  }

  /** Adds a prim with those above it that do not exist. */
  private add(
    place: Pick<AddedPrim, "children" | "offset"> & { readonly above: string; readonly names: readonly string[] },
    declared: Pick<NewPrimTree, "specifier" | "typeName">,
  ): void {
    let { children, above } = place;
    const { offset } = place;
    for (const [index, name] of place.names.entries()) {
      const isLast = index === place.names.length - 1;
      const prim: AddedPrim = {
        name,
        specifier: "def",
        typeName: "",
        ...(isLast && declared),
        properties: [],
        names: new Set(),
        children: [],
        offset,
      };
      children.push(prim);
      above = `${above === "/" ? "" : above}/${name}`;
      this.prims.set(above, prim);
      ({ children } = prim);
    }
  }
}
