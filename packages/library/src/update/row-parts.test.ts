import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openSqlite, type DatabaseSync } from "../database/sqlite.ts";
import { laterIndexes, laterTables, tables } from "../database/tables.ts";
import { partOf, RowParts } from "./row-parts.ts";

/** Ids of three parts, at their ends. */
const ids = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1022, max: 1026 }), fc.constant(2048));

const change = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), id: ids, size: fc.nat(1e12), settled: fc.boolean() }),
  fc.record({ kind: fc.constant("rename" as const), id: ids, path: fc.string({ unit: "grapheme" }) }),
  fc.record({ kind: fc.constant("remove" as const), id: ids }),
  fc.record({ kind: fc.constant("complete" as const), id: ids }),
);

function apply(database: DatabaseSync, each: typeof change extends fc.Arbitrary<infer Value> ? Value : never): void {
  if (each.kind === "complete") new RowParts(database).complete();
  else if (each.kind === "remove") database.prepare("DELETE FROM files WHERE id = ?").run(each.id);
  else if (each.kind === "rename") {
    const path = `${each.path.replaceAll("\0", "")}${each.id}`;
    database.prepare("UPDATE files SET path = ? WHERE id = ?").run(path, each.id);
  } else {
    const values = [each.size, each.size / 3, each.settled ? 1 : 0];
    database
      .prepare(
        `INSERT INTO files (id, path, size, modified, settled, hash, kind) VALUES (?, ?, ?, ?, ?, '', 'layer')
         ON CONFLICT (id) DO UPDATE SET (size, modified, settled) = (?, ?, ?)`,
      )
      .run(each.id, `f${each.id}`, ...values, ...values);
  }
}

test("parts have what the rows have, after any changes of rows", () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      using database = openSqlite(":memory:");
      database.exec(tables + laterTables + laterIndexes);
      for (const each of changes) apply(database, each);
      const parts = new RowParts(database);
      const rows = database.prepare("SELECT id, path, size, modified, settled FROM files").all();
      for (const { path, settled, ...row } of rows) {
        const found = parts.read(partOf(Number(row["id"]))).find(String(path));
        expect(found).toEqual({ ...row, settled: settled === 1 });
      }
      const found = [0, 1, 2].reduce((sum, part) => sum + parts.read(part).size, 0);
      expect(found).toBe(rows.length);
    }),
  );
});
