import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeStorage } from "../../test-support/storage-suite.ts";
import { StorageError } from "../storage-error.ts";
import { openSqlite } from "./open-sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "usdkit-storage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describeStorage("SQLite", async (place) => openSqlite(join(folder, place)));

test("a folder is locked by one process at a time", async () => {
  const place = join(folder, "locked");
  const first = openSqlite(place);
  expect(() => openSqlite(place)).toThrow(StorageError);
  await first.close();
  await openSqlite(place).close();
});
