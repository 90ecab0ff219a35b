/** What a page about a library asks. */
import type {
  LibraryFile,
  LibraryPage,
  LibraryRow,
  LibrarySearch,
  LibrarySummary,
} from "@usdkit/view/library-messages";
import type { DatabaseSync } from "../database/sqlite.ts";
import { IS_MISSING } from "../database/tables.ts";
import { usesOf, type Link } from "./ask.ts";

/** Rows of a page, and of the lists of a file. */
const PAGE = 100;
const LIST = 500;

const COLUMNS = `
  f.id, f.path, f.kind, f.size,
  EXISTS (SELECT 1 FROM thumbnails t WHERE t.file = f.id AND t.image IS NOT NULL) AS hasThumbnail,
  (SELECT count(*) FROM findings x WHERE x.file = f.id AND x.severity = 'error') AS errors,
  (SELECT count(*) FROM findings x WHERE x.file = f.id AND x.severity = 'warning') AS warnings,
  (SELECT count(*) FROM dependencies d WHERE d.file = f.id AND d.state IN ('missing', 'expression')) AS missing`;

/** Each is looked up in an index, in the order of paths: a page is complete before most files are looked at. */
const PROBLEMS: Readonly<Record<string, string>> = {
  missing: `EXISTS (SELECT 1 FROM dependencies WHERE file = f.id AND ${IS_MISSING})`,
  error: "EXISTS (SELECT 1 FROM findings WHERE severity = 'error' AND file = f.id)",
  warning: "EXISTS (SELECT 1 FROM findings WHERE severity = 'warning' AND file = f.id)",
};

export function summaryOf(database: DatabaseSync): LibrarySummary {
  const all = (sql: string): Record<string, never>[] => database.prepare(sql).all() as Record<string, never>[];
  const kinds = all(
    "SELECT kind AS name, count(*) AS files, sum(size) AS bytes FROM files GROUP BY kind ORDER BY files DESC, name",
  );
  const sumOf = (column: string): number => kinds.reduce((sum, row) => sum + Number(row[column]), 0);
  const [missing] = all(`SELECT count(*) AS count FROM dependencies WHERE ${IS_MISSING}`);
  const severities = new Map(
    all("SELECT severity, count(*) AS count FROM findings GROUP BY severity").map((row) => [
      String(row["severity"]),
      Number(row["count"]),
    ]),
  );
  const named = (rows: Record<string, never>[]): { name: string; files: number }[] =>
    rows.map(({ name, files }) => ({ name: String(name), files: Number(files) }));
  return {
    files: sumOf("files"),
    bytes: sumOf("bytes"),
    kinds: named(kinds),
    types: named(
      all(`SELECT type AS name, count(*) AS files FROM types WHERE type <> ''
           GROUP BY type ORDER BY files DESC, name LIMIT ${PAGE}`),
    ),
    missing: Number(missing?.["count"]),
    findings: {
      error: severities.get("error") ?? 0,
      warning: severities.get("warning") ?? 0,
      info: severities.get("info") ?? 0,
    },
  };
}

/** Returns files in the order of their paths, and whether there are more. */
export function search(database: DatabaseSync, { text, kind, type, problem, offset }: LibrarySearch): LibraryPage {
  const conditions: string[] = ["1"];
  const values: string[] = [];
  for (const word of text.split(/\s+/u).filter((each) => each !== "")) {
    conditions.push("f.path LIKE ? ESCAPE '\\'");
    values.push(`%${word.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
  }
  if (kind !== "") {
    // Their ids are in an index. The sign keeps SQLite from reading all rows of the kind, and sorting them.
    conditions.push("+f.id IN (SELECT id FROM files WHERE kind = ?)");
    values.push(kind);
  }
  if (type !== "") {
    conditions.push("f.id IN (SELECT file FROM types WHERE type = ?)");
    values.push(type);
  }
  const isProblem = Object.hasOwn(PROBLEMS, problem) ? PROBLEMS[problem] : undefined;
  if (isProblem !== undefined) conditions.push(isProblem);
  const rows = database
    .prepare(
      `SELECT ${COLUMNS} FROM files f WHERE ${conditions.join(" AND ")} ORDER BY f.path LIMIT ${PAGE + 1} OFFSET ?`,
    )
    .all(...values, offset)
    .map(rowOf);
  return { rows: rows.slice(0, PAGE), isMore: rows.length > PAGE };
}

function rowOf(row: Readonly<Record<string, unknown>>): LibraryRow {
  return { ...(row as unknown as LibraryRow), hasThumbnail: row["hasThumbnail"] === 1 };
}

/** Returns all about a file; undefined if there is none of this id. */
export function fileOf(database: DatabaseSync, id: number): LibraryFile | undefined {
  const all = (sql: string, ...values: (string | number)[]): Record<string, unknown>[] =>
    database.prepare(sql).all(...values);
  const [row] = all(
    `SELECT ${COLUMNS}, f.modified, f.hash, f.encoding, f.default_prim AS defaultPrim, f.up_axis AS upAxis,
       f.meters_per_unit AS metersPerUnit, f.prim_count AS primCount FROM files f WHERE f.id = ?`,
    id,
  );
  if (row === undefined) return undefined;
  const [box] = all(
    "SELECT min_x, min_y, min_z, max_x, max_y, max_z FROM bounds WHERE file = ? AND state = 'computed'",
    id,
  );
  const links = usesOf(database, String(row["path"]), false);
  const idOf = database.prepare("SELECT id FROM files WHERE path = ? AND raw = x''");
  const withIds = (found: readonly Link[] = []): LibraryFile["uses"] =>
    found.slice(0, LIST).map((link) => ({ ...link, id: numberOrNull(idOf.get(link.path)?.["id"]) }));
  return {
    ...(row as unknown as Omit<LibraryFile, "bounds">),
    hasThumbnail: row["hasThumbnail"] === 1,
    bounds: box === undefined ? null : Object.values(box).map(Number),
    types: all(`SELECT type AS name, prims FROM types WHERE file = ? ORDER BY prims DESC, type LIMIT ${LIST}`, id).map(
      ({ name, prims }) => ({ name: String(name), prims: Number(prims) }),
    ),
    materials: all(`SELECT path FROM materials WHERE file = ? ORDER BY path LIMIT ${LIST}`, id).map(({ path }) =>
      String(path),
    ),
    findings: all(
      `SELECT rule, severity, message, prim, line FROM findings WHERE file = ? ORDER BY line LIMIT ${LIST}`,
      id,
    ) as unknown as LibraryFile["findings"],
    uses: withIds(links?.uses),
    usedBy: withIds(links?.usedBy),
    copies: all(
      `SELECT id, path FROM files WHERE hash = ? AND id <> ? AND size > 0 ORDER BY path LIMIT ${LIST}`,
      String(row["hash"]),
      id,
    ) as unknown as LibraryFile["copies"],
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** Returns the picture of a file. */
export function thumbnailOf(
  database: DatabaseSync,
  id: number,
): { readonly type: string; readonly bytes: Uint8Array } | undefined {
  const row = database.prepare("SELECT type, image FROM thumbnails WHERE file = ? AND image IS NOT NULL").get(id);
  const { type, image } = row ?? {};
  return typeof type === "string" && image instanceof Uint8Array ? { type, bytes: image } : undefined;
}

/** Returns the path of a layer, package or model; undefined for other files. */
export function viewablePath(database: DatabaseSync, id: number): string | undefined {
  const path = database
    .prepare("SELECT path FROM files WHERE id = ? AND raw = x'' AND kind IN ('layer', 'package')")
    .get(id)?.["path"];
  return typeof path === "string" ? path : undefined;
}
