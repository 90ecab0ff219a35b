/** Draws the pictures of a library into its index. */
import { reportProblem, type CommandContext } from "@usdkit/command/context/command-context";
import { path } from "@usdkit/command/process/builtins";
import { withSlashes } from "@usdkit/command/files/input";
import type { ProgressBar } from "@usdkit/command/terminal/progress-bar";
import { readSetting, writeSetting } from "@usdkit/library/database/library-settings";
import type { DatabaseSync } from "@usdkit/library/database/sqlite";
import { PicturePool } from "../pictures/draw-pictures.ts";
import { pictureSettings } from "../pictures/picture-arguments.ts";
import type { IndexArguments } from "./index-arguments.ts";

export interface ThumbnailCounts {
  readonly drawn: number;
  readonly empty: number;
  readonly failed: number;
}

interface Drawing {
  readonly folder: string;
  readonly args: IndexArguments;
  readonly context: CommandContext;
  readonly progress: ProgressBar;
  readonly isStopped: () => boolean;
}

const TYPE = "image/webp";
/** Files that are given to the threads at a time. */
const PAGE = 256;
/** Without a kind, a layer that another one of its folder is made of is a part of a model. */
const PICTURED = `
  (kind = 'package' OR (kind = 'model' AND lower(path) GLOB '*.[gpsS]*' AND lower(path) NOT GLOB '*.obj')
    OR (kind = 'layer' AND default_prim IS NOT NULL AND NOT (
      NOT EXISTS (SELECT 1 FROM prims p WHERE p.file = files.id AND p.path = '/' || default_prim AND p.kind IS NOT NULL)
      AND EXISTS (
        SELECT 1 FROM dependencies d JOIN files u ON u.id = d.file
        WHERE d.target = files.id AND d.arc <> 'asset' AND u.id <> files.id
          AND rtrim(u.path, replace(u.path, '/', '')) = rtrim(files.path, replace(files.path, '/', ''))
      )
    )))`;

/** Draws what has no picture, and what has changed since. */
export async function drawThumbnails(
  database: DatabaseSync,
  { folder, args, context, progress, isStopped }: Drawing,
): Promise<ThumbnailCounts> {
  const { size, background } = args;
  const settings = pictureSettings(context, { ...(size && { size }), ...(background && { background }) }, "webp");
  const key = JSON.stringify(settings);
  if (readSetting(database, "thumbnails") !== key) database.exec("DELETE FROM thumbnails");
  writeSetting(database, "thumbnails", key);
  const where = `raw = x'' AND ${PICTURED} AND NOT EXISTS (SELECT 1 FROM thumbnails t WHERE t.file = files.id)`;
  const total = Number(database.prepare(`SELECT count(*) AS files FROM files WHERE ${where}`).get()?.["files"]);
  const select = database.prepare(`SELECT id, path FROM files WHERE id > ? AND ${where} ORDER BY id LIMIT ${PAGE}`);
  const insert = database.prepare("INSERT INTO thumbnails (file, type, image, problem) VALUES (?, ?, ?, ?)");
  const counts = { drawn: 0, empty: 0, failed: 0 };
  await using pool = new PicturePool(settings, args.jobs);
  let done = 0;
  for (let after = 0; !isStopped();) {
    const rows = select.all(after) as unknown as { id: number; path: string }[];
    const tasks = rows.map((row) => ({ file: withSlashes(path.join(folder, row.path)), known: null }));
    let at = 0;
    for await (const outcome of pool.draw(tasks)) {
      const row = rows[at++];
      if (row === undefined) break;
      progress.update(++done, total);
      if (outcome.status === "drawn" && outcome.content.kind === "file") {
        insert.run(row.id, TYPE, outcome.content.bytes, null);
        counts.drawn++;
      } else if (outcome.status === "empty") {
        insert.run(row.id, null, null, outcome.reason);
        counts.empty++;
      } else if (outcome.status === "failed") {
        // Tried again by the next run.
        progress.clear();
        reportProblem(context, "usda index", `${path.join(args.folder, row.path)}: ${outcome.reason}`);
        counts.failed++;
      }
    }
    const last = rows.at(-1)?.id;
    if (last === undefined) break;
    after = last;
  }
  return counts;
}
