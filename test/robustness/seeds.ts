// Real files to start from: those of the conformance suite if available, otherwise our own scenes.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Longer files make a run slow and its finds hard to read. */
const LONGEST = 8192;

const folders: readonly string[] = ["../../../shared/conformance/real/files/", "../scenes/"].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** Text files of at most 8 KB in a fixed order. */
export function readSeeds(): readonly Uint8Array[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((file) => /\.usda?$/.test(file) && statSync(file).isFile() && statSync(file).size <= LONGEST)
    .map((file) => new Uint8Array(readFileSync(file)))
    .filter((bytes) => new TextDecoder().decode(bytes.subarray(0, 5)) === "#usda");
}
