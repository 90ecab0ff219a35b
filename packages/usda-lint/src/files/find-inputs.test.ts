import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GOOD, TestFolder } from "../test-support/run-command.ts";
import { findInputs, type FindOptions } from "./find-inputs.ts";

async function find(cwd: string, patterns: readonly string[], more: Partial<FindOptions> = {}): Promise<string[]> {
  const names: string[] = [];
  const options = { cwd, ...more, onProblem: (name: string, problem: string) => names.push(`${name}: ${problem}`) };
  for await (const { name } of findInputs(patterns, options)) names.push(name);
  return names;
}

describe("files that git ignores", () => {
  const files = {
    ".gitignore": "build/\n*.tmp.usda\n!keep.tmp.usda\n/top.usda\n",
    "a.usda": GOOD,
    "a.tmp.usda": GOOD,
    "keep.tmp.usda": GOOD,
    "top.usda": GOOD,
    "build/b.usda": GOOD,
    "s/top.usda": GOOD,
    "s/.gitignore": "c.usda\n!d.tmp.usda\n",
    "s/c.usda": GOOD,
    "s/d.tmp.usda": GOOD,
    "s/t/c.usda": GOOD,
  };

  test("are left out of folders, as git itself leaves them out", async () => {
    using folder = new TestFolder(files);
    spawnSync("git", ["init", "-q"], { cwd: folder.path });
    const all = await find(folder.path, ["."], { gitignore: false });
    const { stdout } = spawnSync("git", ["check-ignore", ...all], { cwd: folder.path, encoding: "utf8" });
    const ignored = new Set(stdout.split("\n"));
    expect(ignored.size).toBeGreaterThan(4);
    expect(await find(folder.path, ["."])).toEqual(all.filter((name) => !ignored.has(name)));
    // A search that starts below the file.
    expect(await find(join(folder.path, "s"), ["."])).toEqual(["d.tmp.usda", "top.usda"]);
  });

  test("are found when they are named, and where there is no repository", async () => {
    using folder = new TestFolder(files);
    expect(await find(folder.path, ["."])).toHaveLength(9);
    spawnSync("git", ["init", "-q"], { cwd: folder.path });
    expect(await find(folder.path, ["top.usda"])).toEqual(["top.usda"]);
  });
});

test("layers of every encoding are found; text alone for a formatter", async () => {
  using folder = new TestFolder({
    "a.usdc": "",
    "b.usdz": "",
    "c.usd": "PXR-USDC\0",
    "d.usd": "PK\u0003\u0004",
    "e.usd": "other",
    "f.usda": "",
    "g.usdt": "",
    "h.usd": GOOD,
  });
  const binary = ["a.usdc", "b.usdz", "c.usd", "d.usd"];
  expect(await find(folder.path, ["."])).toEqual([...binary, "f.usda", "h.usd"]);
  expect(await find(folder.path, ["*"])).toEqual([...binary, "f.usda", "h.usd"]);
  expect(await find(folder.path, ["*.usdc"])).toEqual(["a.usdc"]);
  expect(await find(folder.path, ["."], { textOnly: true })).toEqual(["f.usda", "h.usd"]);
  expect(await find(folder.path, ["*"], { textOnly: true })).toEqual(["f.usda", "h.usd"]);
  expect(await find(folder.path, ["a.usdc"], { textOnly: true })).toEqual(["a.usdc"]);
});

test(".usd files are layers if they begin as one", async () => {
  using folder = new TestFolder({ "a.usd": GOOD, "b.usd": "binary", "c.usda": "", "d.usd": "" });
  expect(await find(folder.path, ["."])).toEqual(["a.usd", "c.usda"]);
  expect(await find(folder.path, ["*"])).toEqual(["a.usd", "c.usda"]);
  expect(await find(folder.path, ["b.usd"])).toEqual(["b.usd"]);
  writeFileSync(join(folder.path, "b.usd"), GOOD);
  expect(await find(folder.path, ["."])).toEqual(["a.usd", "b.usd", "c.usda"]);
});
