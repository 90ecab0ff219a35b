import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IoError } from "@usdkit/command/cli/errors";
import { expect, test } from "vitest";
import { openLibrary } from "./open-library.ts";

test("a folder, or no file, in the place of an index is named as what it is", () => {
  const folder = mkdtempSync(join(tmpdir(), "library-"));
  expect(() => openLibrary(folder)).toThrow(
    new IoError(`${folder} is a folder: expected a database; usda index ${folder} -o library.sqlite makes it`),
  );
  const missing = join(folder, "assets.sqlite");
  expect(() => openLibrary(missing)).toThrow(
    new IoError(`${missing}: no such file; usda index FOLDER -o assets.sqlite makes it`),
  );
  rmSync(folder, { recursive: true });
});
