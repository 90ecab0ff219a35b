/** Which stages a run has published: another one publishes the others. */
import { areAsStamped, stampOf, type StampedFile } from "@usdkit/batch/state/file-stamp";
import { RunState } from "@usdkit/batch/state/run-state";
import { resolvePath, type CommandContext } from "@usdkit/command/context/command-context";
import { withSlashes } from "@usdkit/command/files/input";
import { fs, path } from "@usdkit/command/process/builtins";
import manifest from "../../package.json" with { type: "json" };

/** A stage, and the file of its scene. */
export interface PublishTask {
  /** As the user named it, or the list did. */
  readonly root: string;
  readonly output: string;
}

/** A stage that was published. */
interface Kept {
  /** By absolute path: what tells whether a file has changed; "" for one that is missing. */
  readonly files: readonly StampedFile[];
  readonly scene: string;
}

/** What all stages of a run depend on. */
export interface PublishStateSettings {
  /** Besides files, as JSON. */
  readonly settings: string;
  readonly searchPaths: readonly string[];
  /** A session layer. */
  readonly session: string | undefined;
}

/** The stages that are done, by their files, the settings and the address of the service. Without a state there are none. */
export class PublishState implements Disposable {
  readonly #state: RunState | undefined;
  readonly #context: CommandContext;
  readonly #settings: string;
  readonly #searchPaths: readonly string[];
  readonly #session: string | undefined;

  /**
   * @throws {IoError} if the file of the state cannot be opened
   */
  constructor(
    context: CommandContext,
    file: string | undefined,
    { settings, searchPaths, session }: PublishStateSettings,
  ) {
    this.#context = context;
    this.#state = file === undefined ? undefined : RunState.open(resolvePath(context, file), file);
    this.#settings = settings;
    this.#searchPaths = searchPaths;
    this.#session = session;
  }

  /** What could not be written, if anything. */
  get problem(): string | undefined {
    return this.#state?.problem;
  }

  /** Whether an earlier run has published a stage, all of its files are as they were, and so is its scene. */
  isDone(task: PublishTask): boolean {
    const text = this.#state?.get(this.#keyOf(task));
    if (text === undefined) return false;
    const { files, scene } = JSON.parse(text) as Kept;
    return stampOf(resolvePath(this.#context, task.output)) === scene && areAsStamped(files);
  }

  /** Looks at the files of a stage, before it is published: what changes meanwhile counts as changed. Returns what keeps the result. */
  async begin(task: PublishTask): Promise<() => void> {
    const state = this.#state;
    if (state === undefined) return () => {};
    const session = this.#session;
    const files = [...(await this.#filesOf(task.root)), ...(session === undefined ? [] : await this.#filesOf(session))];
    return () => {
      const kept: Kept = { files, scene: stampOf(resolvePath(this.#context, task.output)) };
      state.add(this.#keyOf(task), JSON.stringify(kept));
    };
  }

  [Symbol.dispose](): void {
    this.#state?.close();
  }

  #keyOf({ root, output }: PublishTask): string {
    const text = JSON.stringify([manifest.version, this.#settings, resolvePath(this.#context, root), output]);
    return process.getBuiltinModule("node:crypto").hash("sha256", text);
  }

  async #filesOf(root: string): Promise<Kept["files"]> {
    const { findDependencies } = await import("@usdkit/usd");
    const location = resolvePath(this.#context, root);
    const folder = path.dirname(location);
    const has = (file: string): boolean =>
      fs.statSync(path.resolve(folder, file), { throwIfNoEntry: false })?.isFile() === true;
    const { layers, assets, missing } = findDependencies(
      path.basename(location),
      {
        has,
        read: (file) => (has(file) ? fs.readFileSync(path.resolve(folder, file)) : undefined),
        list: (inside) => {
          try {
            return fs.readdirSync(path.resolve(folder, inside));
          } catch {
            return [];
          }
        },
      },
      {
        searchPaths: this.#searchPaths.map((each) =>
          withSlashes(path.relative(folder, resolvePath(this.#context, each))),
        ),
        folder: withSlashes(folder),
      },
    );
    return [...layers, ...assets, ...missing].map((each) => {
      const file = path.resolve(folder, each);
      return [file, stampOf(file)] as const;
    });
  }
}
