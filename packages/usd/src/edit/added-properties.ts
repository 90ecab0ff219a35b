/** Properties that edits have added, and that the stage has not followed. */
import type { PathId } from "../paths/path-table.ts";
import { splitPropertyPath } from "../values/property-path.ts";
import type { EditContext, PropertyEffect } from "./edit-context.ts";
import type { StageEdit } from "./stage-edit.ts";
import { ownerOf } from "./waiting-edits.ts";

/** By name, where properties are new that the stage did not have. */
export class AddedProperties {
  private readonly context: EditContext;
  private readonly sites: Map<string, Set<PathId>> = new Map();
  private count = 0;

  constructor(context: EditContext) {
    this.context = context;
  }

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add({ path, isKnown = false }: PropertyEffect): void {
    this.count++;
    // What the stage has already, with the same type, decides nothing about edits.
    if (isKnown) return;
    const owner = ownerOf(path);
    const name = path.slice(owner.length + 1);
    const sites = this.sites.get(name) ?? new Set();
    sites.add(this.context.stage.paths.parse(owner));
    this.sites.set(name, sites);
  }

  /** Whether an edit depends on a property of another prim, whose opinions arcs bring to its own. */
  concern(edit: StageEdit): boolean {
    if (this.sites.size === 0 || !("path" in edit)) return false;
    const { prim, property } = splitPropertyPath(edit.path);
    const sites = this.sites.get(property);
    if (sites === undefined) return false;
    const { paths } = this.context.stage;
    const path = paths.parse(prim);
    const index = this.context.stage.index(path);
    if (index === undefined) return false;
    const { graph } = index;
    for (let node = 1; node < graph.size; node++) if (sites.has(graph.path(node))) return true;
    return index.sites.some((site) => site.path !== path && sites.has(site.path));
  }

  /** Forgets the properties: the stage has followed them. */
  clear(): void {
    this.sites.clear();
    this.count = 0;
  }
}
