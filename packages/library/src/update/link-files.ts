/** Looks up what the asset paths of layers lead to. */
import { isAnchoredPath, isAssetUri, namesFiles } from "@usdkit/usd";
import { fs, path } from "@usdkit/command/process/builtins";
import type { DatabaseSync, StatementSync } from "../database/sqlite.ts";

/** State of a dependency. */
type State = "resolved" | "missing" | "outside" | "packed" | "uri" | "expression";

/** Where paths are looked up. */
export interface LinkOptions {
  /** The folder of the library, absolute. */
  readonly folder: string;
  /** Absolute folders for paths without `./`, after that of the layer. */
  readonly searchPaths: readonly string[];
}

interface Link {
  readonly rowid: number;
  readonly file: number;
  readonly arc: string;
  readonly authored: string;
  readonly asset: string | null;
  readonly is_pattern: number;
  readonly path: string;
  readonly kind: string;
}

interface Found {
  readonly wanted: string;
  readonly state: State;
  readonly target: number | null;
}

/** Rows of a query at a time: few enough that they are garbage before V8 has grown for them. */
const PAGE = 512;

/** Files outside of the library that are remembered. */
const MAX_OUTSIDE = 10_000;

/** Looks up dependencies in a database. */
export class Linker {
  readonly #database: DatabaseSync;
  readonly #options: LinkOptions;
  readonly #fileAt: StatementSync;
  readonly #filesFrom: StatementSync;
  readonly #set: StatementSync;
  readonly #insert: StatementSync;
  /** Files outside of the library, by their absolute paths. */
  readonly #outside = new Map<string, boolean>();

  constructor(database: DatabaseSync, options: LinkOptions) {
    this.#database = database;
    this.#options = options;
    this.#fileAt = database.prepare("SELECT id FROM files WHERE path = ? AND raw = x''");
    this.#filesFrom = database.prepare("SELECT id, path FROM files WHERE path >= ? AND path < ?");
    this.#set = database.prepare("UPDATE dependencies SET wanted = ?, state = ?, target = ? WHERE rowid = ?");
    this.#insert = database.prepare(
      "INSERT INTO dependencies (file, arc, authored, asset, wanted, state, target, is_pattern) VALUES (?, ?, ?, ?, ?, ?, ?, 1)",
    );
  }

  /**
   * Looks up the dependencies that a condition selects.
   *
   * @param condition SQL about `d`, the dependency.
   */
  link(condition: string): void {
    const select = this.#database.prepare(
      `SELECT d.rowid, d.file, d.arc, d.authored, d.asset, d.is_pattern, f.path, f.kind
       FROM dependencies d JOIN files f ON f.id = d.file WHERE d.rowid > ? AND (${condition}) ORDER BY d.rowid LIMIT ${PAGE}`,
    );
    const [last] = this.#database.prepare("SELECT max(rowid) AS last FROM dependencies").all();
    const end = Number(last?.["last"] ?? 0);
    for (let after = 0; ;) {
      const rows = select.all(after) as unknown as readonly Link[];
      for (const row of rows) if (row.rowid <= end) this.#link(row);
      const next = rows.at(-1)?.rowid;
      if (next === undefined || next >= end) return;
      after = next;
    }
  }

  /** Looks up the patterns again: their folders have other files than before. */
  linkPatterns(): void {
    this.#database.exec(`DELETE FROM dependencies WHERE is_pattern = 1 AND rowid NOT IN
      (SELECT min(rowid) FROM dependencies WHERE is_pattern = 1 GROUP BY file, arc, authored)`);
    this.link("d.is_pattern = 1");
  }

  #link(link: Link): void {
    const [first, ...more] = this.#find(link);
    this.#set.run(first?.wanted ?? null, first?.state ?? "expression", first?.target ?? null, link.rowid);
    for (const { wanted, state, target } of more) {
      this.#insert.run(link.file, link.arc, link.authored, link.asset, wanted, state, target);
    }
  }

  #find({ asset, path: layer, kind, is_pattern }: Link): readonly Found[] {
    if (asset === null) return [];
    if (isAssetUri(asset)) return [{ wanted: asset, state: "uri", target: null }];
    const { searchPaths, folder } = this.#options;
    const own = path.posix.dirname(layer);
    const candidates = [own, ...(isAnchoredPath(asset) ? [] : searchPaths)].map((each) => placeIn(folder, each, asset));
    for (const candidate of candidates) {
      const found = is_pattern === 1 ? this.#pattern(candidate) : this.#file(candidate);
      if (found.length > 0) return found;
    }
    const [first = asset] = candidates;
    // Paths in a package name its own files; those are part of the package.
    return [{ wanted: first, state: kind === "package" ? "packed" : "missing", target: null }];
  }

  #file(wanted: string): readonly Found[] {
    const id = this.#fileAt.get(wanted)?.["id"];
    if (typeof id === "number") return [{ wanted, state: "resolved", target: id }];
    return isOutside(wanted) && this.#exists(wanted) ? [{ wanted, state: "outside", target: null }] : [];
  }

  #pattern(wanted: string): readonly Found[] {
    const slash = wanted.lastIndexOf("/") + 1;
    const folder = wanted.slice(0, slash);
    const isMatch = namesFiles(wanted.slice(slash));
    const rows = this.#filesFrom.all(folder, `${folder}\u{10ffff}`) as unknown as { id: number; path: string }[];
    return rows
      .filter((row) => !row.path.includes("/", slash) && isMatch(row.path.slice(slash)))
      .map((row) => ({ wanted: row.path, state: "resolved", target: row.id }));
  }

  #exists(wanted: string): boolean {
    const place = path.resolve(this.#options.folder, wanted);
    let found = this.#outside.get(place);
    if (found === undefined) {
      found = fs.existsSync(place);
      if (this.#outside.size >= MAX_OUTSIDE) this.#outside.clear();
      this.#outside.set(place, found);
    }
    return found;
  }
}

/** Whether a path of the library leads out of its folder. */
function isOutside(wanted: string): boolean {
  return wanted.startsWith("../") || path.isAbsolute(wanted);
}

/** Returns where a path in a folder leads to: relative to the folder of the library, `../x` outside of it. */
function placeIn(root: string, folder: string, wanted: string): string {
  if (!path.posix.isAbsolute(wanted) && !path.isAbsolute(folder))
    return path.posix.normalize(path.posix.join(folder, wanted));
  return path.relative(root, path.resolve(root, folder, wanted)).replaceAll(path.sep, "/");
}
