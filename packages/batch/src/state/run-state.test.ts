// Campaign in CI: a state that is cut at 500 places.
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { OffsetTable } from "../spool/offset-table.ts";
import { RunState } from "./run-state.ts";

const keyOf = (name: number | string): string => process.getBuiltinModule("node:crypto").hash("sha256", String(name));

test("law: a state that is cut at any byte has the records before, and goes on", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 8 }), fc.nat(), (texts, at) => {
      using folder = new TestFolder();
      const file = join(folder.path, "state");
      const first = RunState.open(file);
      const ends = texts.map((text, i) => {
        first.add(keyOf(i), text.toWellFormed());
        return readFileSync(file).length;
      });
      first.close();
      const length = at % (readFileSync(file).length + 1);
      truncateSync(file, length);
      const second = RunState.open(file);
      for (const [i, text] of texts.entries()) {
        // A record counts without the line end after it only if there is another one.
        expect(second.get(keyOf(i))).toBe(ends[i] <= length ? text.toWellFormed() : undefined);
      }
      second.add(keyOf("new"), "text");
      expect(second.get(keyOf("new"))).toBe("text");
      second.close();
      const third = RunState.open(file);
      expect(third.get(keyOf("new"))).toBe("text");
      for (const [i, text] of texts.entries()) {
        if (ends[i] <= length) expect(third.get(keyOf(i))).toBe(text.toWellFormed());
      }
      third.close();
    }),
    { numRuns: inject("deep") ? 500 : 8 },
  );
});

test("a record that was changed does not count, and what others add is found", () => {
  using folder = new TestFolder();
  const file = join(folder.path, "state");
  const [one, two] = [RunState.open(file), RunState.open(file)];
  one.add(keyOf(1), "first");
  two.add(keyOf(2), "second");
  one.add(keyOf(3), "x".repeat(3_000_000));
  two.add(keyOf(4), "fourth");
  expect(two.get(keyOf(3))?.length).toBe(3_000_000);
  expect([two.get(keyOf(1)), two.get(keyOf(4)), one.get(keyOf(1))]).toEqual(["first", "fourth", "first"]);
  one.close();
  two.close();
  writeFileSync(file, readFileSync(file, "utf8").replace("first", "worst"));
  appendFileSync(file, "half of a rec");
  const third = RunState.open(file);
  expect([third.get(keyOf(1)), third.get(keyOf(2))]).toEqual([undefined, "second"]);
  third.add(keyOf(1), "again");
  expect(third.get(keyOf(1))).toBe("again");
  third.close();
});

test("another file is left as it is", () => {
  using folder = new TestFolder({ "a.usda": "#usda 1.0\n" });
  const file = join(folder.path, "a.usda");
  expect(() => RunState.open(file, "a.usda")).toThrow(
    "a.usda: not the state of a run: remove it, or name another file",
  );
  expect(readFileSync(file, "utf8")).toBe("#usda 1.0\n");
  expect(() => RunState.open(folder.path, "here")).toThrow(/^here: /u);
});

test.skipIf(process.platform !== "linux")("a device is named as such, and nothing is written to it", () => {
  expect(() => RunState.open("/dev/null", "null")).toThrow(
    "null: expected a file for the state of a run, found a device or pipe: name a file",
  );
  // A write would fail with another message here.
  expect(() => RunState.open("/dev/full", "full")).toThrow(/^full: expected a file/u);
});

test("a table of offsets has the last one of each key", () => {
  const table = new OffsetTable();
  for (let i = 0; i < 5000; i++) table.set(keyOf(i), i);
  for (let i = 0; i < 5000; i += 7) table.set(keyOf(i), 2 * i);
  expect(table.size).toBe(5000);
  for (let i = 0; i < 5000; i++) expect(table.get(keyOf(i))).toBe(i % 7 === 0 ? 2 * i : i);
  expect(table.get(keyOf("none"))).toBeUndefined();
});
