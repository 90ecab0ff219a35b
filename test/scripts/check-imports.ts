// Reports every import in packages/*/src that violates `package-imports.ts` or `stage-imports.ts`, type imports included, every
// row there whose import does not exist or that names a row below it, and every package that is imported without being declared.
// Prints one finding a line; exit code 1 if there are any.

import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { readManifest } from "./manifest.ts";
import { packageImports, testImports } from "./package-imports.ts";
import { importsOf, parseModule } from "./parse-module.ts";
import { stageImports } from "./stage-imports.ts";

/** What to check against; the defaults are the repository's own tables. */
export interface ImportRules {
  packages: Readonly<Record<string, readonly string[]>>;
  stages: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Further packages that tests import. */
  tests?: Readonly<Record<string, readonly string[]>>;
}

/** Checks the packages below `root`/packages and returns the findings, each as `path:line: message`. */
export function checkImports(
  root: string,
  rules: ImportRules = { packages: packageImports, stages: stageImports, tests: testImports },
): string[] {
  const packagesDir = join(root, "packages");
  const folders = readdirSync(packagesDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(packagesDir, entry.name, "package.json")))
    .map((entry) => entry.name);
  const manifests = new Map(folders.map((folder) => [folder, readManifest(join(packagesDir, folder, "package.json"))]));
  const folderOf = new Map(Array.from(manifests, ([folder, manifest]) => [manifest.name, folder]));
  const rootDependencies = readManifest(join(root, "package.json")).all;
  const findings: string[] = [];
  /** The imports between packages and between stages that exist outside of tests: `a → b`, `package: a → b`. */
  const existing = new Set<string>();
  const existingInTests = new Set<string>();

  for (const [folder, manifest] of manifests) {
    if (!(folder in rules.packages)) {
      findings.push(`packages/${folder}: not in ${packageTable}`);
      continue;
    }
    const allowed = reachable(folder, rules.packages);
    const allowedInTests = new Set([...allowed, ...(rules.tests?.[folder] ?? [])]);
    const stages = rules.stages[folder];
    const src = join(packagesDir, folder, "src");
    const published = publishedModules(join(packagesDir, folder));
    const stagesThere = stageFolders(src);
    if (stages === undefined && stagesThere.length > 1) {
      findings.push(`packages/${folder}: has no rows for its stages in ${stageTable}`);
    }
    for (const stage of Object.keys(stages ?? {})) {
      if (!stagesThere.includes(stage)) findings.push(`${stageTable}: ${folder} has no stage "${stage}"`);
    }

    for (const path of globSync("**/*.ts", { cwd: src }).toSorted()) {
      const file = join(src, path);
      const isTest = path.endsWith(".test.ts") || path.split(sep).includes("test-support");
      const stage = stageOf(path);
      if (stages !== undefined && stage !== "" && !(stage in stages)) {
        findings.push(`${show(root, file)}: stage "${stage}" is not in ${stageTable}`);
        continue;
      }
      for (const { specifier, line } of importsOf(parseModule(file))) {
        const report = (message: string): void => {
          findings.push(`${show(root, file)}:${line}: imports "${specifier}": ${message}`);
        };
        // One that a condition chooses (`imports` of the package) is each of the files that it may be.
        const own = manifest.own.get(specifier)?.map((path) => join(packagesDir, folder, path));
        const targets = specifier.startsWith(".") ? [resolve(dirname(file), specifier)] : own;
        for (const target of targets ?? []) {
          if (!target.startsWith(join(packagesDir, folder) + sep)) {
            report("other packages are imported by name");
          } else if (target.startsWith(src + sep) && stages !== undefined && stage !== "" && !isTest) {
            const targetStage = stageOf(relative(src, target));
            existing.add(`${folder}: ${stage} → ${targetStage}`);
            if (targetStage === "") report(`stage "${stage}" may not import from the top of src`);
            else if (targetStage !== stage && stages[stage]?.includes(targetStage) !== true) {
              report(`stage "${stage}" may not import from stage "${targetStage}"`);
            }
          }
        }
        if (specifier.startsWith("#")) {
          if (own === undefined) report(`not among the imports of ${manifest.name}`);
        } else if (targets === undefined && !isBuiltin(specifier)) {
          const name = packageName(specifier);
          const target = folderOf.get(name);
          if (target !== undefined) (isTest ? existingInTests : existing).add(`${folder} → ${target}`);
          if (target !== undefined && target !== folder && !(isTest ? allowedInTests : allowed).has(target)) {
            report(`${folder} may not import from ${target}`);
          }
          // Private packages are bundled into the published ones, and so is everything that only commands import: such
          // dependencies are needed only for the build. So are those of a package of commands without dependencies: the
          // build puts the declarations into it; and those of the private package of the build itself.
          const isBundled =
            manifest.isTool ||
            (target !== undefined && (manifest.isSelfContained || manifests.get(target)?.isPrivate === true)) ||
            published?.has(file) === false;
          const declared =
            isTest || isBundled
              ? manifest.all.has(name) || rootDependencies.has(name)
              : manifest.runtime.has(name) || name === manifest.name;
          // An editor gives its extensions this module: there are only types of it.
          const isProvided = name === "vscode" && manifest.all.has("@types/vscode");
          if (!declared && !isProvided) report(`not among the dependencies of ${manifest.name}`);
        }
      }
    }
  }
  const missing = (table: string, row: string): void => {
    findings.push(`${table}: the import ${row} does not exist`);
  };
  for (const row of backwards(rules)) findings.push(`${packageTable}: ${row}: a row may only name rows above it`);
  for (const row of edges(rules.packages)) if (!existing.has(row)) missing(packageTable, row);
  for (const row of edges(rules.tests ?? {})) if (!existingInTests.has(row)) missing(packageTable, `${row} (in tests)`);
  for (const [folder, stages] of Object.entries(rules.stages)) {
    for (const row of edges(stages)) if (!existing.has(`${folder}: ${row}`)) missing(stageTable, `${folder}: ${row}`);
  }
  return findings;
}

const packageTable = "test/scripts/package-imports.ts";
const stageTable = "test/scripts/stage-imports.ts";

/**
 * Returns the source files that a package publishes as modules, if its build names them one by one; undefined if it
 * publishes all. The others are bundled into its commands.
 */
function publishedModules(folder: string): ReadonlySet<string> | undefined {
  const path = join(folder, "tsconfig.build.json");
  if (!existsSync(path)) return undefined;
  const json = readFileSync(path, "utf8").replaceAll(/^\s*\/\/.*$/gm, "");
  const { include = [], files } = JSON.parse(json) as { include?: readonly string[]; files?: readonly string[] };
  if (include.length === 0 && files?.length === 0) return new Set();
  return include.every((name) => name.endsWith(".ts")) && include.length > 0
    ? new Set(include.map((name) => join(folder, name)))
    : undefined;
}

/** The rows of a table, each as `a → b`. */
function edges(rows: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(rows).flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
}

/** The imports of packages, those of tests too, that name a package whose row is below that of who imports it. */
function backwards({ packages, tests = {} }: ImportRules): string[] {
  const order = Object.keys(packages);
  return [...edges(packages), ...edges(tests)].filter((row) => {
    const [from = "", to = ""] = row.split(" → ");
    return order.indexOf(to) >= order.indexOf(from);
  });
}

/** The folders of a package's `src` that hold sources, except those that only tests use. */
function stageFolders(src: string): string[] {
  const paths = globSync("*/**/*.ts", { cwd: src }).filter((path) => !path.endsWith(".test.ts"));
  return [...new Set(paths.map(stageOf))];
}

function reachable(folder: string, table: ImportRules["packages"], seen: Set<string> = new Set()): Set<string> {
  for (const next of table[folder] ?? []) {
    if (!seen.has(next)) reachable(next, table, seen.add(next));
  }
  return seen;
}

function stageOf(pathInSrc: string): string {
  const [first, ...rest] = pathInSrc.split(sep);
  return rest.length === 0 ? "" : (first ?? "");
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function show(root: string, file: string): string {
  return relative(root, file).split(sep).join("/");
}

if (import.meta.main) {
  const findings = checkImports(resolve(import.meta.dirname, "../.."));
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
  else console.log("Imports: all of them follow the table.");
}
