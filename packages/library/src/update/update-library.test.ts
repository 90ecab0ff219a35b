import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { draftLibrary, openLibrary } from "../database/open-library.ts";
import { asFileProblem } from "../database/sqlite.ts";
import type { FileToRead, ReadOutcome } from "../facts/file-facts.ts";
import { updateLibrary, type UpdateResult } from "./update-library.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "library-"));
  mkdirSync(join(folder, "lib"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const database = (): string => join(folder, "library.sqlite");
const write = (name: string, text = name): void => writeFileSync(join(folder, "lib", name), text);

/** A file that is no layer; its content is its hash. */
const factsOf = ({ file }: FileToRead): ReadOutcome => ({
  facts: { size: 1, modified: 0, hash: basename(file), layer: null, findings: null, stage: null },
});

interface Run {
  /** Called for each file that is read. */
  readonly read?: (file: FileToRead) => ReadOutcome;
  /** Pages of the database that fit on the disk. */
  readonly pages?: number;
}

async function update({ read = factsOf, pages }: Run = {}): Promise<
  UpdateResult & { problems: number; told: string[] }
> {
  const told: string[] = [];
  using draft = draftLibrary(database(), join(folder, "lib"));
  if (pages !== undefined) draft.database.exec(`PRAGMA max_page_count = ${pages}`);
  const result = await updateLibrary(draft, {
    folder: join(folder, "lib"),
    work: { read: async (files) => files.map(read), compose: async () => [], ahead: 2 },
    isOwn: () => false,
    checks: "",
    isConfiguration: () => false,
    searchPaths: [],
    composes: false,
    onProblem: (path, problem) => told.push(`${path}: ${problem}`),
    onProgress: () => undefined,
    isStopped: () => false,
  });
  draft.finish();
  return { ...result, told };
}

function paths(): string[] {
  using library = openLibrary(database());
  return library.database
    .prepare("SELECT path FROM files ORDER BY path")
    .all()
    .map(({ path }) => String(path));
}

test("a file that vanishes, or changes without end, while it is read is named; the others are indexed", async () => {
  for (const name of ["a", "gone", "z"]) write(name);
  const read = (file: FileToRead): ReadOutcome =>
    basename(file.file) === "gone" ? { problem: "no such file" } : factsOf(file);
  expect(await update({ read })).toMatchObject({ added: 2, problems: 1, told: ["gone: no such file"] });
  expect(paths()).toEqual(["a", "z"]);
  // It is there again, and then vanishes although the index has it.
  expect(await update()).toMatchObject({ added: 1, problems: 0 });
  write("gone", "with other bytes");
  expect(await update({ read })).toMatchObject({ removed: 1, problems: 1 });
  expect(paths()).toEqual(["a", "z"]);
});

test("a full disk leaves the index as it was, and no other file", async () => {
  write("a");
  await update();
  for (let i = 0; i < 2000; i++) write(`${"long-name-".repeat(8)}${i}`);
  const failed = await update({ pages: 40 }).catch((error: unknown) => asFileProblem(error, "library.sqlite"));
  expect(String(failed)).toContain("library.sqlite: database or disk is full");
  expect(paths()).toEqual(["a"]);
  expect(readdirSync(folder).sort()).toEqual(["lib", "library.sqlite"]);
  expect(await update()).toMatchObject({ added: 2000 });
});

test("a full disk leaves nothing of a new index", async () => {
  for (let i = 0; i < 2000; i++) write(`${"long-name-".repeat(8)}${i}`);
  await expect(update({ pages: 40 })).rejects.toThrow("database or disk is full");
  expect(readdirSync(folder)).toEqual(["lib"]);
});
