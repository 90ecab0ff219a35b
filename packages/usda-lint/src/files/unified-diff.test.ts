import * as fc from "fast-check";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createStyle } from "@usdkit/command/terminal/style";
import { TestFolder } from "../test-support/run-command.ts";
import { diffLines, unifiedDiff } from "@usdkit/base";

const plain = createStyle(false);
const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e", "f"), { maxLength: 30 });

test("the changes turn one text into the other", () => {
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const out: string[] = [];
      let at = 0;
      for (const { startA, endA, startB, endB } of diffLines(a, b)) {
        expect(startA).toBeGreaterThanOrEqual(at);
        out.push(...a.slice(at, startA), ...b.slice(startB, endB));
        at = endA;
      }
      expect([...out, ...a.slice(at)]).toEqual(b);
    }),
  );
});

test("equal texts have no patch", () => {
  expect(unifiedDiff("x", "a\n", "a\n", plain)).toBe("");
});

test("the unified form", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n";
  const after = before.replace("2\n", "two\n").replace("12\n", "12");
  expect(unifiedDiff("a.usda", before, after, plain)).toBe(
    "--- a/a.usda\n+++ b/a.usda\n@@ -1,5 +1,5 @@\n 1\n-2\n+two\n 3\n 4\n 5\n@@ -9,4 +9,4 @@\n 9\n 10\n 11\n-12\n+12\n\\ No newline at end of file\n",
  );
});

test("thousands of changed lines take no time", () => {
  const lines = (indent: string): string =>
    Array.from({ length: 20_000 }, (_, i) => `${indent}int x${i} = 1\n}\n`).join("");
  const start = process.cpuUsage();
  expect(unifiedDiff("x", lines("  "), lines("    "), plain).length).toBeGreaterThan(100_000);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});

test.skipIf(spawnSync("git", ["--version"]).status !== 0)("git takes the patch", () => {
  fc.assert(
    fc.property(letters, letters, fc.boolean(), (a, b, ends) => {
      const text = (lines: string[]): string => (lines.length === 0 ? "" : lines.join("\n") + (ends ? "\n" : ""));
      if (text(a) === text(b) || text(a) === "" || text(b) === "") return;
      using folder = new TestFolder({ "x.usda": text(a) });
      const patch = unifiedDiff("x.usda", text(a), text(b), plain);
      const { status, stderr } = spawnSync("git", ["apply", "-"], { cwd: folder.path, input: patch, encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
      expect(readFileSync(join(folder.path, "x.usda"), "utf8")).toBe(text(b));
    }),
    { numRuns: 25 },
  );
});
