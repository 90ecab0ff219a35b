/** What the index remembers of its last run. */
import type { DatabaseSync } from "./sqlite.ts";

/** Names of settings. */
type Setting =
  /** The folder of the library, relative to that of the database. */
  | "folder"
  /** What the findings depend on besides the files: rules, configurations, version. */
  | "checks"
  /** Search paths and what else links and bounds depend on. */
  | "links"
  /** How thumbnails are drawn. */
  | "thumbnails";

export function readSetting(database: DatabaseSync, name: Setting): string | undefined {
  const row = database.prepare("SELECT value FROM settings WHERE name = ?").get(name);
  return typeof row?.["value"] === "string" ? row["value"] : undefined;
}

export function writeSetting(database: DatabaseSync, name: Setting, value: string): void {
  database.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)").run(name, value);
}
