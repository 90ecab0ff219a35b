/** Known findings that are not reported: by rule, prim path and property, so that they stay when lines move. */
import type { Finding } from "@usdkit/validate";
import { fs, path } from "@usdkit/command/process/builtins";
import { withSlashes } from "@usdkit/command/files/input";
import {
  BASELINE_VERSION,
  baselineKey,
  readBaseline,
  type BaselineEntry,
  type BaselineFiles,
} from "@usdkit/lint-config/baseline-entries";
import { writeAtomically } from "@usdkit/command/files/write-atomically";

export class Baseline {
  readonly file: string;
  readonly #folder: string;
  readonly #entries: BaselineFiles;
  /** Findings of this run. */
  readonly #found: BaselineFiles = new Map();

  private constructor(file: string, entries: BaselineFiles) {
    this.file = file;
    this.#folder = path.dirname(file);
    this.#entries = entries;
  }

  /**
   * Reads a baseline.
   *
   * @param mayBeMissing Then it starts empty.
   * @throws {Error} of the file system, or that the file is invalid.
   */
  static open(file: string, mayBeMissing: boolean): Baseline {
    let text: string;
    try {
      text = fs.readFileSync(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      if (mayBeMissing) return new Baseline(file, new Map());
      throw new Error("no such baseline; --update-baseline writes it", { cause: error });
    }
    return new Baseline(file, readBaseline(text));
  }

  /** Returns the findings of a file that are not in the baseline; of more findings of a kind than it has, the last ones. */
  filter(absolute: string, findings: readonly Finding[]): readonly Finding[] {
    const name = this.#nameOf(absolute);
    const entries = this.#entries.get(name);
    const found = new Map<string, BaselineEntry>();
    this.#found.set(name, found);
    return findings.filter((finding) => {
      const key = baselineKey(finding);
      const { rule, primPath, property } = finding;
      const count = (found.get(key)?.count ?? 0) + 1;
      found.set(key, { rule, primPath, property, count });
      return count > (entries?.get(key)?.count ?? 0);
    });
  }

  /** Returns the entries of a file. */
  entriesOf(absolute: string): readonly BaselineEntry[] {
    return [...(this.#entries.get(this.#nameOf(absolute))?.values() ?? [])];
  }

  /** Number of findings in the baseline that no longer occur, in files that were checked or removed. */
  get obsolete(): number {
    let count = 0;
    for (const [name, entries] of this.#entries) {
      const found = this.#found.get(name);
      if (found === undefined && this.#exists(name)) continue;
      for (const [key, entry] of entries) count += Math.max(0, entry.count - (found?.get(key)?.count ?? 0));
    }
    return count;
  }

  /**
   * Writes the findings of this run; files that were not checked and still exist keep their entries.
   *
   * @returns The number of findings.
   * @throws {Error} of the file system.
   */
  update(): number {
    const files = new Map(this.#found);
    for (const [name, entries] of this.#entries) {
      if (!files.has(name) && this.#exists(name)) files.set(name, entries);
    }
    let count = 0;
    const sorted: Record<string, BaselineEntry[]> = {};
    for (const name of [...files.keys()].sort()) {
      const entries = [...(files.get(name)?.values() ?? [])];
      if (entries.length === 0) continue;
      // As own properties: a file may be called __proto__.
      Object.defineProperty(sorted, name, { value: entries.sort(inOrder), enumerable: true });
      for (const entry of entries) count += entry.count;
    }
    writeAtomically(this.file, `${JSON.stringify({ version: BASELINE_VERSION, files: sorted }, undefined, 2)}\n`);
    return count;
  }

  /** Whether a file exists; of a layer in a package, `room.usdz[chair.usda]`, whether the package does. */
  #exists(name: string): boolean {
    const bracket = name.endsWith("]") ? name.indexOf("[") : -1;
    const file = path.resolve(this.#folder, name);
    return fs.existsSync(file) || (bracket > 0 && fs.existsSync(path.resolve(this.#folder, name.slice(0, bracket))));
  }

  #nameOf(absolute: string): string {
    return withSlashes(path.relative(this.#folder, absolute));
  }
}

/** By code units: the same on every machine. */
function inOrder(a: BaselineEntry, b: BaselineEntry): number {
  const [x, y] = [baselineKey({ ...a }), baselineKey({ ...b })];
  return x < y ? -1 : x > y ? 1 : 0;
}
