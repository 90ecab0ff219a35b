/** Tracks which golden files the tests of a file used, and finds the unused ones in its folder. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MatcherContext } from "../matcher/matcher.ts";
import { isBeside } from "./golden-file.ts";
import { goldenFolder } from "./golden-name.ts";
import { updateMode } from "./update-mode.ts";

interface GoldenUse {
  readonly paths: Set<string>;
  isUpdate: boolean;
}

/** Golden files in use, by test file. */
const uses = new Map<string, GoldenUse>();

/** Records that a test used a golden file. */
export function useGolden(context: MatcherContext, path: string): void {
  const { testPath } = context;
  if (testPath === undefined) return;
  const use = uses.get(testPath) ?? { paths: new Set(), isUpdate: false };
  uses.set(testPath, use);
  use.paths.add(path);
  use.isUpdate = updateMode(context) === "all";
}

/** What {@link obsoleteGoldens} returns. */
export interface ObsoleteGoldens {
  readonly paths: readonly string[];
  /** Whether they were removed, like snapshots with `-u`. */
  readonly areRemoved: boolean;
}

/**
 * Returns the golden files in the folder of a file of tests that no test used since the last call, and removes them when golden files
 * are updated. To be called only after every test of the file ran.
 */
export function obsoleteGoldens(
  testPath: string,
  isUpdate: boolean = uses.get(testPath)?.isUpdate ?? false,
): ObsoleteGoldens {
  const used = uses.get(testPath)?.paths ?? new Set();
  uses.delete(testPath);
  const folder = goldenFolder(testPath);
  const paths = namesIn(folder)
    .filter((name) => /\.(?:usda|png)$/u.test(name) && !isBeside(name))
    .map((name) => join(folder, name))
    .filter((path) => !used.has(path))
    .toSorted();
  if (isUpdate) for (const path of paths) rmSync(path, { force: true });
  return { paths, areRemoved: isUpdate };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
