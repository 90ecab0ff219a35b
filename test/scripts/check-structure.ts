// Reports files over 400 lines, classes that extend one another more than twice, folders of a package that import each
// other, files of others, generated files without their origin, exports that nothing imports, and functions with five parameters or more once there are 16 of them (`--list` prints them in any case).
// Prints one finding a line; exit code 1 if there are any.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { readManifest } from "./manifest.ts";
import { deadExports } from "./structure/dead-exports.ts";
import { deepClassChains } from "./structure/class-chains.ts";
import { folderCycles } from "./structure/folder-cycles.ts";
import { foreignFiles } from "./structure/own-files.ts";
import { readSourceFiles } from "./structure/source-files.ts";
import { wideFunctions, wideParameters } from "./structure/wide-functions.ts";

const maxLines = 400;
const maxClassDepth = 2;
/** New code has none; these are left where a parameter object cost measured speed. */
const maxWideFunctions = 15;

export interface Structure {
  findings: string[];
  /** Functions with many parameters, each as `path:line: N parameters`. */
  wide: string[];
}

/** Checks the TypeScript files of the repository at `root`. */
export function checkStructure(root: string): Structure {
  const files = readSourceFiles(root);
  const wide = wideFunctions(files);
  const ownImports = readOwnImports(root);
  const findings = [
    ...files.flatMap(({ path, text }) => {
      const lines = text.trimEnd().split("\n").length;
      return lines > maxLines ? [`${path}: ${lines} lines, at most ${maxLines} are allowed`] : [];
    }),
    ...deepClassChains(files, maxClassDepth),
    ...folderCycles(files, ownImports),
    ...deadExports(files, ownImports, readEntries(root, ownImports.keys())),
    ...foreignFiles(root),
  ];
  if (wide.length > maxWideFunctions) {
    const limit = `at most ${maxWideFunctions} are allowed (--list prints them)`;
    findings.push(`${wide.length} functions have ${wideParameters} parameters or more, ${limit}`);
  }
  return { findings, wide };
}

function readOwnImports(root: string): Map<string, ReadonlyMap<string, readonly string[]>> {
  const packages = join(root, "packages");
  return new Map(
    readdirSync(packages)
      .filter((folder) => existsSync(join(packages, folder, "package.json")))
      .map((folder) => [folder, readManifest(join(packages, folder, "package.json")).own]),
  );
}

/** Paths that the package.json of packages name, with `*` where a package exports all files of a folder. */
function readEntries(root: string, packages: Iterable<string>): string[] {
  return Array.from(packages, (folder) => {
    const manifest = readFileSync(join(root, "packages", folder, "package.json"), "utf8");
    return Array.from(manifest.matchAll(/"\.\/(src\/[^"]+)"/gu), ([, path]) => `packages/${folder}/${path}`);
  }).flat();
}

if (import.meta.main) {
  const { findings, wide } = checkStructure(resolve(import.meta.dirname, "../.."));
  if (process.argv.includes("--list")) for (const place of wide) console.log(place);
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  else console.log(`Structure: no findings; ${wide.length} functions with ${wideParameters} parameters or more.`);
}
