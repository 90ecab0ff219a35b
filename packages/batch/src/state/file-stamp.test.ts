import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { TestFolder } from "@usdkit/command/test-support/test-folder";
import { expect, test } from "vitest";
import { areAsStamped, stampOf } from "./file-stamp.ts";

test("a stamp changes with its file; files that cannot be looked at have an empty one", () => {
  using folder = new TestFolder({ a: "1" });
  const file = join(folder.path, "a");
  const before = [file, stampOf(file)] as const;
  expect(areAsStamped([before])).toBe(true);
  folder.write("a", "22");
  expect(areAsStamped([before])).toBe(false);
  symlinkSync("loop", join(folder.path, "loop"));
  expect(["loop", "gone", "a/b"].map((name) => stampOf(join(folder.path, name)))).toEqual(["", "", ""]);
});
