import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { BAD, GOOD, TestFolder, lintText, runCommand } from "../test-support/run-command.ts";
import { lfsObjectId, lfsObjectPath } from "./lfs-pointer.ts";

const pointerTo = (content: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${oidOf(content)}\nsize ${content.length}\n`;
const oidOf = (content: string): string => createHash("sha256").update(content).digest("hex");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("pointers, and no other texts", () => {
  expect(lfsObjectId(bytes(pointerTo(GOOD)))).toBe(oidOf(GOOD));
  const extended = pointerTo(GOOD).replace("oid", `ext-0-foo sha256:${"0".repeat(64)}\noid`);
  expect(lfsObjectId(bytes(extended))).toBe(oidOf(GOOD));
  for (const text of ["", GOOD, "version 1", `# ${pointerTo(GOOD)}`, pointerTo(GOOD) + " ".repeat(1024)]) {
    expect(lfsObjectId(bytes(text))).toBeUndefined();
  }
});

test("every command reports a pointer as one", async () => {
  using folder = new TestFolder({ "a.usda": pointerTo(GOOD), "b.usda": GOOD });
  const cwd = folder.path;
  const linted = await lintText(["--format", "json", "--fix-unsafe"], { cwd });
  const { files } = JSON.parse(linted.stdout) as { files: { diagnostics: { rule: string; message: string }[] }[] };
  expect(files.map(({ diagnostics }) => diagnostics.map(({ rule }) => rule))).toEqual([["usda-header"], []]);
  expect([linted.code, files[0]?.diagnostics[0]?.message]).toEqual([1, expect.stringContaining("Git LFS pointer")]);
  for (const command of ["cat", "tree", "plan", "fmt"]) {
    const { code, stderr } = await runCommand("usda", [command, "a.usda"], { cwd });
    expect([command, code, stderr]).toEqual([command, 2, expect.stringContaining('Run "git lfs pull"')]);
  }
  const dumped = await runCommand("usda", ["dump", "a.usda"], { cwd });
  expect(JSON.parse(dumped.stdout)).toMatchObject({ accept: false, error: { line: 1, column: 1 } });
});

test("--staged checks the content in the local store, and notes it", async () => {
  using folder = new TestFolder({ "a.usda": pointerTo(BAD), "b.usda": pointerTo(GOOD) });
  const cwd = folder.path;
  spawnSync("git", ["init", "-q"], { cwd });
  spawnSync("git", ["add", "."], { cwd });
  folder.write(`.git/${lfsObjectPath(oidOf(BAD))}`, BAD);
  const { code, stdout } = await lintText(["--staged", "--format", "concise"], { cwd });
  expect([code, stdout.split("\n").map((line) => line.split(" ").slice(0, 3).join(" "))]).toEqual([
    1,
    [
      "a.usda:1:1: info usda-header",
      "a.usda:4:13: error usda-syntax",
      "b.usda:1:1: error usda-header",
      "2 errors, 0",
      "",
    ],
  ]);
});
