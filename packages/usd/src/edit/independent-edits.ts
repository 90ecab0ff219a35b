/** Edits of prims that do not depend on each other: the stage follows once for all of them. */
import { hasOpinions } from "../index/prim-index.ts";
import { ROOT_PATH, type PathId } from "../paths/path-table.ts";
import { placeOf } from "./authoring.ts";
import type { EditContext } from "./edit-context.ts";
import type { StageEdit } from "./stage-edit.ts";
import { StageEditError } from "./stage-edit-error.ts";

const ops: ReadonlySet<StageEdit["op"]> = new Set([
  "reference",
  "payload",
  "inherit",
  "specialize",
  "select",
  "metadata",
]);

/** The prims of edits that the stage has not followed yet. */
export class IndependentEdits {
  private readonly context: EditContext;
  /** Prims with an edit, and all above these. */
  private readonly edited: Set<PathId> = new Set();
  private readonly above: Set<PathId> = new Set();
  /** The prim of the edit that was asked about last. */
  private prim: PathId = ROOT_PATH;

  constructor(context: EditContext) {
    this.context = context;
  }

  get isEmpty(): boolean {
    return this.edited.size === 0;
  }

  /**
   * Whether an edit is of the fields of a prim that the target has, and the stage without the edits of {@link add} shows all that it
   * depends on: none of them is of a prim above or below a site of the prim.
   */
  has(edit: StageEdit): boolean {
    const { stage, target } = this.context;
    if (!ops.has(edit.op) || !target.isLocal || target.variantOf !== undefined) return false;
    const prim = this.primOf(edit);
    this.prim = prim ?? ROOT_PATH;
    if (prim === undefined || stage.layerStack.relocates !== undefined) return false;
    const index = stage.index(prim);
    if (index === undefined || !hasOpinions(index)) return false;
    if (this.isEmpty) return true;
    const { graph } = index;
    for (let node = 0; node < graph.size; node++) if (this.isNear(graph.path(node))) return false;
    return !index.sites.some(({ path }) => this.isNear(path));
  }

  /** Takes the edit that {@link has} was true for, once it is made; the stage has not followed it. */
  add(): void {
    const { paths } = this.context.stage;
    this.edited.add(this.prim);
    for (let at = this.prim; at !== ROOT_PATH && !this.above.has(at); at = paths.parent(at)) this.above.add(at);
  }

  /** Forgets the edits: the stage has followed them. */
  clear(): void {
    this.edited.clear();
    this.above.clear();
  }

  /** Returns the prim of an edit if the target has a spec of it. */
  private primOf(edit: StageEdit): PathId | undefined {
    if (!("path" in edit) || edit.path === "/") return undefined;
    try {
      const { document, owner, property, prim } = placeOf(this.context, edit.path);
      if (property !== "" || document.find(owner) === undefined) return undefined;
      return this.context.stage.paths.parse(prim);
    } catch (error) {
      // The edit itself finds what is wrong with it.
      if (error instanceof StageEditError) return undefined;
      throw error;
    }
  }

  /** Whether a prim with an edit is the one of a site, or one above or below it. */
  private isNear(site: PathId): boolean {
    const { paths } = this.context.stage;
    const prim = paths.withoutVariants(site);
    if (this.above.has(prim)) return true;
    for (let at = prim; at !== ROOT_PATH; at = paths.parent(at)) if (this.edited.has(at)) return true;
    return false;
  }
}
