/** Reads files of a library: what a thread does, or the only one. */
import type { FileToRead, ReadOutcome, StageFacts } from "@usdkit/library/facts/file-facts";
import { path } from "@usdkit/command/process/builtins";
import { withSlashes } from "@usdkit/command/files/input";
import { loadCheckOptions } from "../check/load-options.ts";
import type { WireOptions } from "../check/wire-options.ts";
import { newTrace, SharedFiles } from "../composed/shared-files.ts";
import { composeFacts } from "./compose-facts.ts";
import { readFileFacts } from "./read-file-facts.ts";

/** Plain data. */
export interface ReaderSettings {
  /** Whether stages are composed. */
  readonly composes: boolean;
  /** Absolute. */
  readonly searchPaths: readonly string[];
}

/** How files are checked; equal ids have equal options. */
export interface WireChecks {
  readonly id: number;
  readonly options: WireOptions;
}

/** A file, and how it is checked; null: not at all. */
export type CheckedFile = FileToRead & { readonly checks: WireChecks["id"] | null };

/** Work of a thread. */
export type LibraryTask =
  | { readonly kind: "read"; readonly files: readonly CheckedFile[]; readonly checks: readonly WireChecks[] }
  | { readonly kind: "compose"; readonly roots: readonly string[] };

/** What came of it, by its kind. */
export type LibraryReply = { readonly outcomes: readonly ReadOutcome[] } | { readonly stages: readonly StageFacts[] };

/** Bytes of files that are kept for the next stage. */
const MAX_KEPT = 1 << 24;

export class LibraryReader {
  readonly #composes: boolean;
  readonly #files: SharedFiles;
  readonly #options = new Map<number, ReturnType<typeof loadCheckOptions>>();

  constructor({ composes, searchPaths }: ReaderSettings) {
    this.#composes = composes;
    this.#files = new SharedFiles({ searchPaths, maxKept: MAX_KEPT });
  }

  async do(task: LibraryTask): Promise<LibraryReply> {
    return task.kind === "read" ? await this.#read(task.files, task.checks) : await this.#compose(task.roots);
  }

  async #read(files: readonly CheckedFile[], checks: readonly WireChecks[]): Promise<LibraryReply> {
    for (const { id, options } of checks) if (!this.#options.has(id)) this.#options.set(id, loadCheckOptions(options));
    const outcomes: ReadOutcome[] = [];
    for (const { checks: id, ...file } of files) {
      const options = id === null ? undefined : await this.#options.get(id);
      outcomes.push(await readFileFacts(file, { checks: options ?? null, composes: this.#composes }));
    }
    return { outcomes };
  }

  async #compose(roots: readonly string[]): Promise<LibraryReply> {
    const stages: StageFacts[] = [];
    for (const each of roots) {
      const root = withSlashes(each);
      stages.push(await composeFacts(root, this.#files.resolver(path.posix.dirname(root), newTrace())));
    }
    return { stages };
  }
}
