/** Where arcs of a stage's prims lead within the layers of the stage. */
import { ROOT_PATH, type PathId } from "../../paths/path-table.ts";
import type { EditableStage } from "../editable-stage.ts";

/**
 * The sites of the stage's own layers that arcs of its prims lead to. They are found once for many names that change: to look at
 * every prim of the stage for each takes long.
 */
export class LocalArcs {
  private readonly stage: EditableStage;
  /** The sites, and all above them; undefined until they are asked for. */
  private sites: Set<PathId> | undefined;
  /** Prims that have got a path since, to which arcs may lead that led to nothing before. */
  private readonly moved: Set<PathId> = new Set();

  constructor(stage: EditableStage) {
    this.stage = stage;
  }

  /** Whether an arc of another prim may lead to a prim or to one below it. */
  mayLeadTo(prim: PathId): boolean {
    this.sites ??= this.findSites();
    if (this.sites.has(prim)) return true;
    const { paths } = this.stage;
    if (this.moved.size === 0) return false;
    for (let at = prim; at !== ROOT_PATH; at = paths.parent(at)) if (this.moved.has(at)) return true;
    return false;
  }

  /** Notes that prims are new or gone, and that the arcs of all others are as before. */
  noteSites(texts: readonly string[]): void {
    if (this.sites === undefined) return;
    for (const text of texts) {
      const { paths } = this.stage;
      const path = paths.withoutVariants(paths.parse(text));
      this.moved.add(path);
      this.addWithAbove(this.sites, path);
    }
  }

  /** Forgets the sites: other arcs may have changed. */
  forget(): void {
    this.sites = undefined;
    this.moved.clear();
  }

  private findSites(): Set<PathId> {
    const { stage } = this;
    const { paths, layerStack } = stage;
    const found = new Set<PathId>();
    for (const text of stage.traverse()) {
      const graph = stage.index(paths.parse(text))?.graph;
      for (let node = 1; graph !== undefined && node < graph.size; node++) {
        if (graph.nodes[node].stack === layerStack) this.addWithAbove(found, paths.withoutVariants(graph.path(node)));
      }
    }
    return found;
  }

  private addWithAbove(sites: Set<PathId>, path: PathId): void {
    const { paths } = this.stage;
    for (let at = path; at !== ROOT_PATH && !sites.has(at); at = paths.parent(at)) sites.add(at);
  }
}
