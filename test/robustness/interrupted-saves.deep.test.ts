// Campaign in CI: Saves of several files that are killed at any call, and two writers
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finishSaves } from "@usdkit/usd/files";
import { afterAll, beforeAll, expect, test } from "vitest";

const NAMES = ["a.usda", "b.usda", "c.usda"];
const writer = join(import.meta.dirname, "save-writer.ts");

let folder = "";
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), "usdkit-kill-"))));
afterAll(() => rmSync(folder, { recursive: true }));

function newFiles(
  content: string,
  names: readonly string[] = NAMES,
): { readonly place: string; readonly files: readonly string[] } {
  const place = mkdtempSync(join(folder, "files-"));
  const files = names.map((name) => join(place, name));
  for (const file of files) writeFileSync(file, content);
  return { place, files };
}

function save(files: readonly string[], kill: number): { readonly calls: number; readonly wasKilled: boolean } {
  const { stdout, stderr, signal, status } = spawnSync(process.execPath, [writer, JSON.stringify({ files, kill })], {
    encoding: "utf8",
  });
  if (signal !== "SIGKILL" && status !== 0) throw new Error(stderr);
  return { calls: Number(stdout), wasKilled: signal === "SIGKILL" };
}

test.each([
  [NAMES, 30],
  // A single file is saved without a journal.
  [NAMES.slice(0, 1), 8],
])(
  "a save of %j that is killed before any of its calls is there whole, or not at all",
  (names, leastCalls) => {
    const { calls } = save(newFiles("old", names).files, 0);
    expect(calls).toBeGreaterThan(leastCalls);
    const outcomes = new Set<string>();
    for (let kill = 1; kill <= calls; kill++) {
      const { place, files } = newFiles("old", names);
      expect(save(files, kill)).toMatchObject({ wasKilled: true });
      // As whoever reads the files next.
      finishSaves(files);
      const contents = files.map((file) => readFileSync(file, "utf8"));
      expect([kill, contents]).toEqual([kill, names.map(() => contents[0])]);
      expect(["old", "new"]).toContain(contents[0]);
      outcomes.add(contents[0] ?? "");
      // A save of them afterwards works, and cleans up what the killed one left.
      if (kill % 5 !== 0) continue;
      for (const file of files) writeFileSync(file, "old");
      expect(save(files, 0).wasKilled).toBe(false);
      expect([kill, readdirSync(place).filter((name) => !NAMES.includes(name) && !isStray(name))]).toEqual([kill, []]);
    }
    expect(outcomes).toEqual(new Set(["old", "new"]));
  },
  300_000,
);

/** A process that ends before its lock has its name leaves a file of a few bytes that nothing refers to. */
function isStray(name: string): boolean {
  return /\.usdkit-lock\.[0-9a-f]+$/u.test(name);
}

test("two processes that count in the same files lose no step, and the files never differ", async () => {
  const { place, files } = newFiles("0");
  const STEPS = 20;
  const run = (): Promise<number | null> =>
    new Promise((resolve) => {
      const job = JSON.stringify({ files, count: STEPS });
      spawn(process.execPath, [writer, job], { stdio: ["ignore", "ignore", "inherit"] }).once("exit", resolve);
    });
  expect(await Promise.all([run(), run()])).toEqual([0, 0]);
  expect(files.map((file) => readFileSync(file, "utf8"))).toEqual(NAMES.map(() => String(2 * STEPS)));
  expect(readdirSync(place).sort()).toEqual(NAMES);
}, 600_000);
