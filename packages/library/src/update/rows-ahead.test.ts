import * as fc from "fast-check";
import { expect, test } from "vitest";
import { openSqlite } from "../database/sqlite.ts";
import { laterTables, tables } from "../database/tables.ts";
import { RowsAhead } from "./rows-ahead.ts";

const ROWS = 5000;

/** Returns the places of files in the order of a walk; some of the files have no row. */
const walks = fc.oneof(
  fc.constant({ name: "in the order of the rows", start: 0, step: 1, count: ROWS }),
  fc.constant({ name: "backwards", start: ROWS - 1, step: -1, count: ROWS }),
  fc.constant({ name: "after many that are gone", start: 3100, step: 1, count: ROWS }),
  fc.record({
    name: fc.constant("in another order"),
    start: fc.nat(ROWS - 1),
    step: fc.constantFrom(3, 7, 1009, 4999),
    count: fc.nat(ROWS),
  }),
);

test("finds the row of every file, in whichever order files come", () => {
  using database = openSqlite(":memory:");
  database.exec(tables + laterTables);
  const insert = database.prepare(
    "INSERT INTO files (path, raw, size, modified, hash, kind, settled) VALUES (?, ?, ?, ?, '', 'layer', ?)",
  );
  const bytes = new Uint8Array([0xff]);
  for (let i = 0; i < ROWS; i++) insert.run(`f${i}`, i % 100 === 7 ? bytes : new Uint8Array(0), i, 2 * i, i % 2);
  fc.assert(
    fc.property(walks, ({ start, step, count }) => {
      const rows = new RowsAhead(database);
      for (let i = 0; i < count; i++) {
        const place = (((start + i * step) % (ROWS + 50)) + ROWS + 50) % (ROWS + 50);
        const raw = place % 100 === 7 ? bytes : null;
        const known =
          place < ROWS ? { id: place + 1, size: place, modified: 2 * place, settled: place % 2 === 1 } : undefined;
        expect(rows.find({ path: `f${place}`, raw })).toEqual(known);
      }
    }),
    { numRuns: 12 },
  );
});
