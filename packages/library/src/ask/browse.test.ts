import { expect, test } from "vitest";
import { openSqlite, type DatabaseSync } from "../database/sqlite.ts";
import { indexes, laterIndexes, laterTables, tables } from "../database/tables.ts";
import { duplicates } from "./ask.ts";
import { search, summaryOf } from "./browse.ts";

const all = { text: "", kind: "", type: "", problem: "", offset: 0 };

/** Returns how SQLite executes the statements of a question. */
function planOf(ask: (database: DatabaseSync) => unknown): string[] {
  using database = openSqlite(":memory:");
  database.exec(tables + laterTables + indexes + laterIndexes);
  const statements: string[] = [];
  ask({
    prepare(sql: string) {
      statements.push(sql);
      return database.prepare(sql);
    },
  } as DatabaseSync);
  return statements.flatMap((sql) => {
    const values = Array.from({ length: sql.split("?").length - 1 }, () => 0);
    return database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map(({ detail }) => String(detail));
  });
}

test.each([
  ["a summary", (database: DatabaseSync) => summaryOf(database)],
  ["duplicates", (database: DatabaseSync) => [...duplicates(database)]],
  ["missing files", (database: DatabaseSync) => search(database, { ...all, problem: "missing" })],
  ["errors", (database: DatabaseSync) => search(database, { ...all, problem: "error" })],
  ["a kind", (database: DatabaseSync) => search(database, { ...all, kind: "layer" })],
])("%s of a million files: no rows are read that an index has", (_, ask) => {
  const plan = planOf(ask);
  expect(plan.filter((step) => /^SCAN \w+$/u.test(step) && step !== "SCAN groups")).toEqual([]);
});

test.each([
  ["missing files", { problem: "missing" }],
  ["warnings", { problem: "warning" }],
  ["a kind", { kind: "layer" }],
  ["a name", { text: "wood" }],
])("a page of %s is complete before all files are found and sorted", (_, request) => {
  expect(planOf((database) => search(database, { ...all, ...request }))).not.toContain("USE TEMP B-TREE FOR ORDER BY");
});
