import { globSync } from "node:fs";
import { sep } from "node:path";
import { parseModule } from "../parse-module.ts";
import type { ParsedModule } from "../parse-module.ts";

export interface SourceFile extends ParsedModule {
  /** Relative to the root, with `/`. */
  path: string;
}

const patterns = ["*.ts", "docs/scripts/**/*.ts", "packages/**/*.ts", "test/**/*.ts"];
const excluded = ["**/node_modules", "**/dist", "**/*.generated.ts"];

/** Reads and parses every TypeScript file of the repository at `root` that is written by hand, tests included. */
export function readSourceFiles(root: string): SourceFile[] {
  return globSync(patterns, { cwd: root, exclude: excluded })
    .map((path) => path.split(sep).join("/"))
    .toSorted()
    .map((path) => ({ path, ...parseModule(`${root}/${path}`) }));
}
