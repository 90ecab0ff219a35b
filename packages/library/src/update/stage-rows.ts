/** Which stages are composed for the index, and what comes of them. */
import { path } from "@usdkit/command/process/builtins";
import type { StageFacts } from "../facts/file-facts.ts";
import type { DatabaseSync } from "../database/sqlite.ts";
import { MAX_SMALL, type LibraryWork } from "./library-work.ts";
import { UNRESOLVED, type FileRows } from "./file-rows.ts";

/** Layers of a stage, and their bytes, up to which it is composed: a shot of thousands of models is not worth its bounds. */
const MAX_LAYERS = 256;
const MAX_BYTES = 32 << 20;
/** Stages of a batch. */
const BATCH = 16;

interface Compose {
  readonly folder: string;
  readonly work: Pick<LibraryWork, "compose" | "ahead">;
  readonly isStopped: () => boolean;
}

/**
 * Notes which files a change may concern: those that changed, and what uses them by any number of files. Called before and after links
 * are looked up, since a file may have other users then.
 *
 * @param remove Removes files; what used them is concerned, too.
 */
export function markTouched(database: DatabaseSync, changed: Iterable<number>, remove?: () => void): void {
  database.exec("CREATE TEMP TABLE IF NOT EXISTS touched (id INTEGER PRIMARY KEY)");
  const add = database.prepare("INSERT OR IGNORE INTO temp.touched VALUES (?)");
  for (const id of changed) add.run(id);
  remove?.();
  // Users of what was removed have dependencies without a target now.
  const unresolved = `SELECT file FROM dependencies WHERE target IS NULL AND state = '${UNRESOLVED}'`;
  database.exec(`INSERT OR IGNORE INTO temp.touched ${unresolved}`);
  // Every user of a user, each once.
  database.exec(`
    INSERT OR IGNORE INTO temp.touched
    WITH RECURSIVE users (id) AS (
      SELECT id FROM temp.touched
      UNION
      SELECT d.file FROM users JOIN dependencies d ON d.target = users.id
    )
    SELECT id FROM users;
  `);
}

/**
 * Forgets bounds and pictures of files that {@link markTouched} noted. A stage of one file alone has new bounds already, from the run
 * that read it.
 */
export function forgetStages(database: DatabaseSync): void {
  database.exec(`
    DELETE FROM bounds WHERE file IN (
      SELECT t.id FROM temp.touched t JOIN dependencies d ON d.file = t.id WHERE d.arc <> 'asset'
    );
    DELETE FROM thumbnails WHERE file IN (SELECT id FROM temp.touched);
    DROP TABLE temp.touched;
  `);
}

/**
 * Composes the stages of layers with a default prim that have no bounds yet, within limits.
 *
 * @returns how many were composed
 */
export async function composeStages(
  database: DatabaseSync,
  rows: FileRows,
  { folder, work, isStopped }: Compose,
): Promise<number> {
  const select = database.prepare(`
    SELECT id, path FROM files
    WHERE id > ? AND default_prim IS NOT NULL AND raw = x'' AND NOT EXISTS (SELECT 1 FROM bounds WHERE file = files.id)
    ORDER BY id LIMIT 1024
  `);
  const size = database.prepare(`
    WITH RECURSIVE layers (id) AS (
      SELECT ?
      UNION
      SELECT d.target FROM layers JOIN dependencies d ON d.file = layers.id
      WHERE d.target IS NOT NULL AND d.arc <> 'asset'
      LIMIT ${MAX_LAYERS + 1}
    )
    SELECT count(*) AS layers, sum(f.size) AS bytes FROM layers JOIN files f USING (id)
  `);
  let composed = 0;
  const started: { readonly ids: readonly number[]; readonly facts: Promise<readonly StageFacts[]> }[] = [];
  const takeFirst = async (): Promise<void> => {
    const first = started.shift();
    const facts = (await first?.facts) ?? [];
    for (const [i, id] of first?.ids.entries() ?? []) {
      rows.writeStage(id, facts[i] ?? { state: "failed", bounds: null });
      composed++;
    }
  };
  let batch: { readonly id: number; readonly file: string }[] = [];
  let isFirst = true;
  let total = 0;
  const start = (isLast = false): void => {
    if (batch.length === 0) return;
    const isSmall = isFirst && isLast && total <= MAX_SMALL;
    isFirst = false;
    const facts = work.compose(
      batch.map(({ file }) => file),
      isSmall,
    );
    facts.catch(() => undefined);
    started.push({ ids: batch.map(({ id }) => id), facts });
    batch = [];
  };
  for (let after = 0; !isStopped();) {
    const found = select.all(after) as unknown as { id: number; path: string }[];
    for (const each of found) {
      const { layers, bytes } = size.get(each.id) as unknown as { layers: number; bytes: number };
      if (layers > MAX_LAYERS || bytes > MAX_BYTES) {
        rows.writeStage(each.id, { state: "too large", bounds: null });
        continue;
      }
      total += bytes;
      batch.push({ id: each.id, file: path.join(folder, each.path) });
      if (batch.length < BATCH) continue;
      start();
      while (started.length > work.ahead) await takeFirst();
    }
    const last = found.at(-1)?.id;
    if (last === undefined) break;
    after = last;
  }
  start(true);
  while (started.length > 0) await takeFirst();
  return composed;
}
