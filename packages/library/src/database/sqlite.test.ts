import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IoError } from "@usdkit/command/cli/errors";
import { expect, test } from "vitest";
import { asFileProblem, openSqlite } from "./sqlite.ts";

function thrownBy(call: () => void): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("a full disk is a problem of the file, and a wrong statement is not", () => {
  const database = openSqlite(":memory:");
  database.exec("PRAGMA max_page_count = 4; CREATE TABLE texts (text)");
  const full = thrownBy(() => database.exec("INSERT INTO texts VALUES (zeroblob(100000))"));
  expect(asFileProblem(full, "library.sqlite")).toEqual(new IoError("library.sqlite: database or disk is full"));
  const wrong = thrownBy(() => database.exec("INSERT INTO nothing VALUES (1)"));
  expect(asFileProblem(wrong, "library.sqlite")).toBe(wrong);
  const other = new Error("not of SQLite");
  expect(asFileProblem(other, "library.sqlite")).toBe(other);
  database.close();
});

test("a database that others read or write is in use", () => {
  const folder = mkdtempSync(join(tmpdir(), "library-"));
  const file = join(folder, "library.sqlite");
  const first = openSqlite(file);
  first.exec("CREATE TABLE texts (text); BEGIN IMMEDIATE");
  const second = openSqlite(file, { timeout: 0 });
  expect(
    asFileProblem(
      thrownBy(() => second.exec("BEGIN IMMEDIATE")),
      file,
    ),
  ).toEqual(new IoError(`${file} is in use by another process: try again later`));
  first.close();
  second.close();
  rmSync(folder, { recursive: true });
});
