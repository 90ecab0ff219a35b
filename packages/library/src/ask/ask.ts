/** Questions about a library, each with an answer of rows in the order of paths. */
import { ASSET_KINDS } from "../facts/file-kinds.ts";
import type { DatabaseSync } from "../database/sqlite.ts";

/** Files with the same bytes. */
export interface Duplicates {
  readonly hash: string;
  /** Bytes of one of them. */
  readonly size: number;
  readonly files: readonly string[];
}

/** Yields the files with equal bytes, the group that wastes most first. Empty files are no duplicates. */
export function* duplicates(database: DatabaseSync): Generator<Duplicates> {
  // Rows of files are read for the groups alone: others are in an index.
  const groups = database.prepare(`
    WITH groups AS (SELECT hash, count(*) AS members, min(id) AS id FROM files GROUP BY hash HAVING count(*) > 1)
    SELECT groups.hash, size FROM groups JOIN files USING (id) WHERE size > 0 ORDER BY (members - 1) * size DESC, groups.hash
  `);
  const members = database.prepare("SELECT path FROM files WHERE hash = ? ORDER BY path");
  for (const { hash, size } of groups.iterate() as IterableIterator<{ hash: string; size: number }>) {
    yield { hash, size, files: members.all(hash).map(({ path }) => String(path)) };
  }
}

/** A file that no layer uses. */
export interface UnusedFile {
  readonly path: string;
  readonly kind: string;
  readonly size: number;
}

/** @param all Whether layers and other files count as well; default: images, models, materials, volumes and sounds. */
export function* unused(database: DatabaseSync, all = false): Generator<UnusedFile> {
  const kinds = all ? "" : `AND kind IN (${ASSET_KINDS.map((kind) => `'${kind}'`).join(", ")})`;
  const rows = database.prepare(`
    SELECT path, kind, size FROM files
    WHERE NOT EXISTS (SELECT 1 FROM dependencies d WHERE d.target = files.id AND d.file <> files.id) ${kinds}
    ORDER BY path
  `);
  yield* rows.iterate() as IterableIterator<UnusedFile & Record<string, never>>;
}

/** An asset path that leads to no file. */
export interface MissingFile {
  /** The layer. */
  readonly file: string;
  readonly arc: string;
  readonly authored: string;
  /** Where it leads to; null for an expression without a value. */
  readonly wanted: string | null;
}

export function* missing(database: DatabaseSync): Generator<MissingFile> {
  const rows = database.prepare(`
    SELECT f.path AS file, d.arc, d.authored, d.wanted FROM dependencies d JOIN files f ON f.id = d.file
    WHERE d.target IS NULL AND d.state IN ('missing', 'expression') ORDER BY f.path, d.rowid
  `);
  yield* rows.iterate() as IterableIterator<MissingFile & Record<string, never>>;
}

/** A file at the other end of a dependency. */
export interface Link {
  readonly path: string;
  readonly arc: string;
  /** Number of dependencies on the way, from 1. */
  readonly depth: number;
  readonly state: string;
}

/** What a file uses and what uses it. */
export interface Uses {
  readonly file: string;
  readonly uses: readonly Link[];
  readonly usedBy: readonly Link[];
}

/**
 * Returns both directions of the dependencies of a file, by its path in the library; undefined if there is no such file.
 *
 * @param isDeep Whether also those by other files.
 */
export function usesOf(database: DatabaseSync, file: string, isDeep: boolean): Uses | undefined {
  const id = database.prepare("SELECT id FROM files WHERE path = ?").get(file)?.["id"];
  if (typeof id !== "number") return undefined;
  const direct = database.prepare(`
    SELECT coalesce(t.path, d.wanted, d.authored) AS path, d.arc, 1 AS depth, d.state
    FROM dependencies d LEFT JOIN files t ON t.id = d.target WHERE d.file = ? ORDER BY path, d.arc
  `);
  const users = database.prepare(`
    SELECT f.path, d.arc, 1 AS depth, d.state FROM dependencies d JOIN files f ON f.id = d.file
    WHERE d.target = ? ORDER BY f.path, d.arc
  `);
  const links = (rows: readonly unknown[]): Link[] => (rows as Link[]).map((row) => ({ ...row }));
  const uses = links(direct.all(id));
  const usedBy = links(users.all(id));
  if (!isDeep) return { file, uses, usedBy };
  return {
    file,
    uses: [...uses, ...further(database, id, ["file", "target"])],
    usedBy: [...usedBy, ...further(database, id, ["target", "file"])],
  };
}

/** Returns the files that are reached by two and more dependencies, each once, by the shortest way. */
function further(
  database: DatabaseSync,
  id: number,
  [from, to]: readonly ["file", "target"] | readonly ["target", "file"],
): Link[] {
  const step = database.prepare(
    `SELECT DISTINCT ${to} AS id, arc FROM dependencies WHERE ${from} = ? AND target IS NOT NULL`,
  );
  const pathOf = database.prepare("SELECT path FROM files WHERE id = ?");
  const seen = new Set([id]);
  const found: Link[] = [];
  let front: readonly number[] = [id];
  for (let depth = 1; front.length > 0; depth++) {
    const next: number[] = [];
    for (const each of front) {
      for (const { id: other, arc } of step.all(each) as unknown as { id: number; arc: string }[]) {
        if (seen.has(other)) continue;
        seen.add(other);
        next.push(other);
        if (depth > 1) found.push({ path: String(pathOf.get(other)?.["path"]), arc, depth, state: "resolved" });
      }
    }
    front = next;
  }
  return found.sort((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
}
