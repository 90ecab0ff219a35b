import { expect, test } from "vitest";
import { compileGlobs } from "./globs.ts";

test.each<[globs: string[], matching: string[], others: string[]]>([
  [["*.usda"], ["a.usda", "x/y/a.usda", ".hidden/a.usda"], ["a.usd"]],
  [["/a.usda"], ["a.usda"], ["x/a.usda"]],
  [["./a.usda"], ["a.usda"], ["x/a.usda"]],
  [["x/*.usda"], ["x/a.usda"], ["a.usda", "y/x/a.usda", "x/y/a.usda"]],
  [["x/**"], ["x/a", "x/y/a"], ["y/x/a"]],
  [["**/x/*.usda"], ["x/a.usda", "y/x/a.usda"], ["x/y/a.usda"]],
  [["x"], ["x", "x/a", "y/x/a"], ["xx", "xx/a"]],
  [["x/"], ["x/a", "y/x/z/a"], ["x"]],
  [["x/y"], ["x/y", "x/y/z"], ["z/x/y"]],
  [
    ["*", "!keep.usda"],
    ["a.usda", "x/a.usda"],
    ["keep.usda", "x/keep.usda"],
  ],
  [
    ["x", "!x/a", "x/a/b"],
    ["x/c", "x/a/b"],
    ["x/a", "x/a/c"],
  ],
  [["{a,b}.usda"], ["a.usda", "x/b.usda"], ["c.usda"]],
  [[], [], ["a"]],
])("%j", async (globs, matching, others) => {
  const matches = await compileGlobs(globs);
  expect(matching.filter((file) => !matches(file))).toEqual([]);
  expect(others.filter((file) => matches(file))).toEqual([]);
});
