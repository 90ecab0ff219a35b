// Campaign: a folder with a million entries in the index of a library; it takes minutes.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, inject, test } from "vitest";
import { runCommand, runProcess, TestFolder } from "../test-support/run-command.ts";

/** Entries: more than are read, looked up and given to a thread at a time. */
const ENTRIES = inject("deep") ? 1_000_000 : 3_000;
/** Megabytes of heap. The paths of a million files would not fit into what the program itself leaves of them. */
const HEAP = 112;
const NODE_OPTIONS = `${process.env["NODE_OPTIONS"] ?? ""} --max-old-space-size=${HEAP}`;

test(`${ENTRIES} files in one folder are indexed and brought up to date in a heap of ${HEAP} MB`, async () => {
  using folder = new TestFolder();
  const library = join(folder.path, "lib");
  const fileOf = (i: number): string => join(library, `${"part-of-a-long-name-".repeat(3)}${i}.txt`);
  mkdirSync(library);
  for (let i = 0; i < ENTRIES; i++) writeFileSync(fileOf(i), "");
  const run = async (): Promise<unknown> => {
    const args = ["index", "lib", "-o", "l.sqlite", "--jobs", "1", "--json"];
    // A heap of its own has a process only.
    const { code, stdout, stderr } = inject("deep")
      ? runProcess("usda", args, { cwd: folder.path, env: { NODE_OPTIONS } })
      : await runCommand("usda", args, { cwd: folder.path });
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  };
  expect(await run()).toMatchObject({ files: ENTRIES, added: ENTRIES, problems: 0 });
  writeFileSync(fileOf(ENTRIES >> 1), "changed");
  rmSync(fileOf(0));
  writeFileSync(join(library, "new.txt"), "new");
  expect(await run()).toMatchObject({ files: ENTRIES, added: 1, changed: 1, removed: 1, problems: 0 });
  using database = new DatabaseSync(join(folder.path, "l.sqlite"), { readOnly: true });
  expect(database.prepare("SELECT count(*) AS files FROM files").get()).toEqual({ files: ENTRIES });
}, 3_600_000);
