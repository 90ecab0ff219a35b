import { readdirSync } from "node:fs";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SortedSpool } from "./sorted-spool.ts";
import { Spool } from "./spool.ts";

test("records are read in their order and by their places, from memory and from the file", () => {
  using folder = new TestFolder();
  const spool = new Spool(folder.path);
  const records = Array.from({ length: 400 }, (_, i) => `${i} ${"é".repeat((i * 37) % 9000)}`);
  records.splice(200, 0, "x".repeat(3_000_000), "");
  const places = records.map((record) => spool.add(record));
  expect(spool.size).toBe(records.length);
  expect([...spool.records()]).toEqual(records);
  for (const i of [0, 199, 200, 201, 202, 401]) expect(spool.read(places[i])).toBe(records[i]);
  expect([...spool.records(1000)]).toEqual(records);
  // What was held is in the file, and more may follow.
  spool.spill();
  spool.spill();
  spool.add("later");
  expect([...spool.records(1000)]).toEqual([...records, "later"]);
  for (const i of [0, 202, 401]) expect(spool.read(places[i])).toBe(records[i]);
  // No name of a temporary file is left while it is in use.
  if (process.platform !== "win32") expect(readdirSync(folder.path)).toEqual([]);
  spool.close();
  expect([...spool.records()]).toEqual([]);
});

test("law: records come sorted by key, those of one key in the order in which they were added", () => {
  const record = fc.record({
    key: fc.string({ unit: "grapheme", maxLength: 3 }).filter((key) => !key.includes("\n")),
    value: fc.string(),
  });
  fc.assert(
    fc.property(fc.array(record, { maxLength: 60 }), fc.integer({ min: 1, max: 1000 }), (records, partSize) => {
      const spool = new SortedSpool(partSize);
      const wellFormed = records.map(({ key, value }) => ({ key: key.toWellFormed(), value: value.toWellFormed() }));
      for (const { key, value } of wellFormed) spool.add(key, value);
      const expected = wellFormed.toSorted((a, b) => (a.key === b.key ? 0 : a.key < b.key ? -1 : 1));
      expect([...spool.records()]).toEqual(expected);
      spool.close();
    }),
    { numRuns: 50 },
  );
});

test("a folder that cannot be written is an error that names it", () => {
  using folder = new TestFolder();
  const missing = `${folder.path}/gone`;
  const spool = new Spool(missing);
  spool.add("x".repeat(900_000));
  expect(() => spool.add("x".repeat(900_000))).toThrow(`${missing}: a temporary file cannot be written: `);
});
