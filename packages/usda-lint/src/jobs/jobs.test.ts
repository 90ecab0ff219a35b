// --jobs through the real command.
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BAD, TWICE, TestFolder, lintText, type Result } from "../test-support/run-command.ts";

const lint = (folder: TestFolder, ...args: string[]): Promise<Result> => lintText(args, { cwd: folder.path });

test("many files", async () => {
  using folder = new TestFolder();
  for (let i = 0; i < 150; i++) folder.write(`f${i}.usda`, i % 7 === 0 ? BAD : `${TWICE}# ${i}\n`);
  const one = await lint(folder);
  expect(one.stdout).toMatch(/22 errors, 128 warnings in 150 files/);
  expect(await lint(folder, "--jobs", "2")).toEqual(one);
});

test("a file that is too long is rejected by its name, before it is read", async () => {
  using folder = new TestFolder({ "a.usda": "", "b.usda": BAD });
  // Sparse: it takes no room.
  truncateSync(join(folder.path, "a.usda"), 5 * 1024 ** 3);
  for (const jobs of ["1", "2"]) {
    const result = await lint(folder, "--jobs", jobs);
    expect([result.code, result.stderr]).toEqual([2, "usda-lint: a.usda: the file has 5.0 GiB; the limit is 4 GiB\n"]);
    expect(result.stdout).toContain("b.usda:4:13");
  }
});
