import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { withSlashes } from "@usdkit/command/files/input";
import { expect, test } from "vitest";
import { SharedFiles } from "./shared-files.ts";

const layer = (name: string): string => `#usda 1.0\ndef "${name}"\n{\n}\n`.padEnd(1000, "#");

test("files that were used last are kept, and layers count for what they take", () => {
  using folder = new TestFolder({ "a.usda": layer("A"), "b.usda": layer("B"), "c.usda": layer("C"), "d.png": "." });
  const at = (name: string): string => withSlashes(`${folder.path}/${name}`);
  const files = new SharedFiles({ searchPaths: [], maxKept: 150_000 });
  const open = (name: string): unknown => {
    const bytes = files.read(at(name));
    return bytes && files.open(bytes, []);
  };
  const [a, b] = [open("a.usda"), open("b.usda")];
  expect([open("a.usda"), open("b.usda")]).toEqual([a, b]);
  expect(open("a.usda")).toBe(a);
  // A layer of 1,000 bytes counts for 70,000: the third leaves no room for the one that was not used for longest.
  open("c.usda");
  files.read(at("d.png"));
  expect(open("a.usda")).toBe(a);
  expect(open("b.usda")).not.toBe(b);
  expect(files.read(at("gone.usda"))).toBeUndefined();
  expect(files.takeBytesRead()).toBe(4001);
  expect(files.takeBytesRead()).toBe(0);
});

test("a file that is larger than what is kept is kept until the next one", () => {
  using folder = new TestFolder({ "a.usda": layer("A"), "b.usda": layer("B") });
  const at = (name: string): string => withSlashes(`${folder.path}/${name}`);
  const files = new SharedFiles({ searchPaths: [], maxKept: 10 });
  const bytes = files.read(at("a.usda"));
  expect(files.read(at("a.usda"))).toBe(bytes);
  files.read(at("b.usda"));
  expect(files.read(at("a.usda"))).not.toBe(bytes);
});
