/** The paths below a path, among those that a table has. */
import { NO_PATH, type PathId, type PathTable } from "../paths/path-table.ts";

/** Finds paths below others. Reads the paths that were added to the table since the last time. */
export class PathTree {
  private readonly paths: PathTable;
  /** By path: the last child that was found, and the child before it of the same parent; 0 if there is none. */
  private readonly lastChild: PathId[] = [0];
  private readonly before: PathId[] = [0];

  constructor(paths: PathTable) {
    this.paths = paths;
  }

  /** Visits a path and those below it, parents first. */
  *below(top: PathId): Generator<PathId> {
    this.readNew();
    const waiting = [top];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      yield path;
      for (let child = this.lastChild[path]; child !== 0; child = this.before[child]) waiting.push(child);
    }
  }

  private readNew(): void {
    const { paths, lastChild, before } = this;
    for (let path = before.length; path < paths.size; path++) {
      const parent = paths.parent(path);
      lastChild.push(0);
      before.push(parent === NO_PATH ? 0 : lastChild[parent]);
      if (parent !== NO_PATH) lastChild[parent] = path;
    }
  }
}
