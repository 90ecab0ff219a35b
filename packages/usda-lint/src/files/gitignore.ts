/** `.gitignore` files, for the search in folders. */
import ignore, { type Ignore } from "ignore";
import { fs, path } from "@usdkit/command/process/builtins";
import { withSlashes } from "@usdkit/command/files/input";

const NAME = ".gitignore";

interface Layer {
  /** The folder of the file: its patterns are relative to it. */
  readonly folder: string;
  readonly patterns: Ignore;
}

/** The ignored files of a repository; nothing is ignored outside of one. */
export class GitIgnore {
  /** By folder: the files that apply in it, outermost first. */
  readonly #layers = new Map<string, readonly Layer[]>();
  readonly #isRepository: boolean;

  /** @param start The folder of the search, absolute. */
  constructor(start: string) {
    const root = repositoryOf(start);
    this.#isRepository = root !== undefined;
    if (root === undefined) return;
    const below = path
      .relative(root, start)
      .split(path.sep)
      .filter((name) => name !== "");
    let folder = root;
    this.#enter(folder, []);
    for (const name of below) {
      const outer = this.#layers.get(folder) ?? [];
      folder = path.join(folder, name);
      this.#enter(folder, outer);
    }
  }

  /** Whether the search is in a repository: otherwise nothing is ignored. */
  get isRepository(): boolean {
    return this.#isRepository;
  }

  /** Whether a file or folder is ignored. Its parent was asked for, or is the start of the search. */
  ignores(file: string, isFolder: boolean): boolean {
    if (!this.#isRepository) return false;
    const layers = this.#layers.get(path.dirname(file)) ?? [];
    let isIgnored = false;
    for (const { folder, patterns } of layers) {
      const name = withSlashes(path.relative(folder, file)) + (isFolder ? "/" : "");
      const { ignored, unignored } = patterns.test(name);
      isIgnored = ignored || (isIgnored && !unignored);
    }
    if (isFolder && !isIgnored) this.#enter(file, layers);
    return isIgnored;
  }

  #enter(folder: string, outer: readonly Layer[]): void {
    let text: string;
    try {
      text = fs.readFileSync(path.join(folder, NAME), "utf8");
    } catch {
      this.#layers.set(folder, outer);
      return;
    }
    this.#layers.set(folder, [...outer, { folder, patterns: ignore().add(text) }]);
  }
}

function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, ".git"))) return at;
    if (path.dirname(at) === at) return undefined;
  }
}
