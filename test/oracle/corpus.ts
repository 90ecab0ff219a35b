// Texts to start from.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Longer texts make a run slow and its finds hard to read. */
const LONGEST = 12_000;

const tests = fileURLToPath(new URL("../", import.meta.url));

/** The folders that are searched by default: those of `test/` that contain scenes. */
export const defaultFolders: readonly string[] = ["scenes", "conformance"].map((name) => join(tests, name));

/** Every text layer below the folders, in a fixed order; folders that are not there count as empty. */
export function readCorpus(folders: readonly string[]): readonly Uint8Array[] {
  const files = folders.flatMap(listFiles).filter((file) => /\.usda?$/.test(file));
  return files.map((file) => readFileSync(file)).filter((bytes) => bytes.length <= LONGEST && bytes.includes("#usda"));
}

function listFiles(folder: string): string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(folder, name));
}
