import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TestFolder } from "../test-support/run-command.ts";
import { walkLayers, type WalkedLayer } from "./walk-layers.ts";

const options = (folder: TestFolder): { cwd: string; onProblem: (name: string, problem: string) => void } => ({
  cwd: folder.path,
  onProblem: (name, problem) => expect.unreachable(`${name}: ${problem}`),
});

/** A tree with folders between files, in the order of names. */
function tree(): TestFolder {
  const names = [
    "a.usda",
    "b/1.usda",
    "b/c/2.usda",
    "b/z.usda",
    "b.usda",
    "c.usda",
    "node_modules/no.usda",
    "z/é.usda",
    "ß.usda",
  ];
  return new TestFolder(Object.fromEntries(names.map((name) => [name, ""])));
}

test("shards together have each file once, at its position, for any number of them", () => {
  using folder = tree();
  const all = [...walkLayers(folder.path, options(folder))];
  expect(all.map(({ item }) => item.name)).toEqual([
    "a.usda",
    "b/1.usda",
    "b/c/2.usda",
    "b/z.usda",
    "b.usda",
    "c.usda",
    "z/é.usda",
    "ß.usda",
  ]);
  expect(all.map(({ position }) => position)).toEqual(all.map((_, i) => i));
  for (let count = 1; count <= 10; count++) {
    const joined: WalkedLayer[] = [];
    for (let index = 1; index <= count; index++) {
      const part = [...walkLayers(folder.path, { ...options(folder), shard: { index, count } })];
      expect(part.every(({ position }) => position % count === index - 1)).toBe(true);
      joined.push(...part);
    }
    expect(joined.toSorted((a, b) => a.position - b.position)).toEqual(all);
  }
});

test("names are relative to the working folder, also above it", () => {
  using folder = tree();
  const names = (root: string, cwd: string): string[] =>
    Array.from(
      walkLayers(join(folder.path, root), { ...options(folder), cwd: join(folder.path, cwd) }),
      ({ item }) => item.name,
    );
  expect(names("b", "")).toEqual(["b/1.usda", "b/c/2.usda", "b/z.usda"]);
  expect(names("b", "b")).toEqual(["1.usda", "c/2.usda", "z.usda"]);
  expect(names("b", "z")).toEqual(["../b/1.usda", "../b/c/2.usda", "../b/z.usda"]);
  expect(names("", "b/c")).toContain("2.usda");
  expect(names("", "b/c")).toContain("../../z/é.usda");
});

test.skipIf(process.platform !== "linux")("names of any bytes, in folders of any bytes; links in circles", () => {
  using folder = new TestFolder({ "a.usda": "" });
  const bytes = (text: string): Buffer => Buffer.concat([Buffer.from(`${folder.path}/`), Buffer.from(text, "latin1")]);
  mkdirSync(bytes("f\xff"));
  writeFileSync(bytes("f\xff/x\xfe\n.usda"), "");
  mkdirSync(join(folder.path, "g"));
  symlinkSync("..", join(folder.path, "g/up"));
  symlinkSync("..", join(folder.path, "g/up.usda"));
  const found = Array.from(walkLayers(folder.path, options(folder)), ({ item }) => item);
  expect(found.map(({ name }) => name)).toEqual(["a.usda", String.raw`f\xff/x\xfe` + "\n.usda"]);
  expect(found[1]?.location).toEqual(bytes("f\xff/x\xfe\n.usda"));
});
