/** Adds the prims of consecutive edits in one pass over the text. */
import { createPrims, isIdentifier, type NewPrimTree } from "@usdkit/usda";
import { hasOpinions, placeOf, primPath } from "../authoring.ts";
import type { EditContext } from "../edit-context.ts";
import { checkTypeName } from "../edit-names.ts";
import type { LayerDocument } from "../layer-document.ts";
import { StageEditError } from "../stage-edit-error.ts";
import type { AddEdit, StageEdit } from "../stage-edit.ts";
import { isDefinedOnStage } from "./add-prim.ts";

interface AddedPrim extends NewPrimTree {
  readonly children: AddedPrim[];
}

/** A prim of the target that new ones are added to. */
interface Parent {
  readonly document: LayerDocument;
  /** Path of its spec. */
  readonly owner: string;
  readonly added: AddedPrim[];
  /** Paths of the specs of those. */
  readonly paths: string[];
}

/**
 * Adds the prims of as many edits from `first` on as need nothing of the stage after the edits before: new prims below defined
 * ones that the target has, and below each other. What they write is what one after the other would.
 *
 * @returns the number of edits that were made; 0 or at least 2
 */
export function addPrims(context: EditContext, edits: readonly StageEdit[], first: number): number {
  const additions = new Additions(context);
  let end = first;
  for (let edit = edits[end]; edit?.op === "add" && additions.take(edit); edit = edits[end]) end++;
  if (end - first < 2) return 0;
  additions.write();
  return end - first;
}

class Additions {
  private readonly context: EditContext;
  private readonly parents: Map<string, Parent> = new Map();
  /** By path on the stage. */
  private readonly prims: Map<string, AddedPrim> = new Map();

  constructor(context: EditContext) {
    this.context = context;
  }

  /** Takes an edit; false if it is to be made by itself, which also finds what is wrong with it. */
  take({ path, type = "", specifier = "def" }: AddEdit): boolean {
    if (specifier === "over" || this.prims.has(path) || !path.startsWith("/")) return false;
    try {
      primPath(this.context, path);
      checkTypeName(type);
      const { above, names } = this.nearest(path);
      if (!names.every(isIdentifier)) return false;
      const children = this.prims.get(above)?.children ?? this.childrenOf(above, names[0]);
      if (children === undefined) return false;
      this.add({ children, above, names }, { specifier, typeName: type });
      return true;
    } catch (error) {
      if (error instanceof StageEditError) return false;
      throw error;
    }
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

  /** Returns the new prims of one that exists; undefined if it is not in the target, or has a prim of this name. */
  private childrenOf(parent: string, name: string): AddedPrim[] | undefined {
    const { context } = this;
    const { paths } = context.stage;
    const prim = `${parent === "/" ? "" : parent}/${name}`;
    const { document, owner, path } = placeOf(context, prim);
    if (document.find(owner) !== undefined || hasOpinions(context.stage.primIndex(prim))) return undefined;
    const found = this.parents.get(parent) ?? {
      document,
      owner: paths.text(paths.parent(path)),
      added: [],
      paths: [],
    };
    if (document.find(found.owner) === undefined) return undefined;
    this.parents.set(parent, found);
    found.paths.push(owner);
    return found.added;
  }

  /** Adds a prim with those above it that do not exist. */
  private add(
    place: { readonly children: AddedPrim[]; readonly above: string; readonly names: readonly string[] },
    declared: Pick<NewPrimTree, "specifier" | "typeName">,
  ): void {
    let { children, above } = place;
    for (const [index, name] of place.names.entries()) {
      const isLast = index === place.names.length - 1;
      const prim: AddedPrim = { name, specifier: "def", typeName: "", ...(isLast && declared), children: [] };
      children.push(prim);
      above = `${above === "/" ? "" : above}/${name}`;
      this.prims.set(above, prim);
      ({ children } = prim);
    }
  }
}
