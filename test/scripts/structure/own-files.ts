// Whether the files of the tree are ours: none states the copyright of others, and generated ones name their origin.

import { existsSync, globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const TEXT = "**/*.{cjs,css,cts,html,js,json,md,mjs,mts,py,toml,ts,txt,usda,xml,xsd,yaml,yml}";
const excluded = ["**/node_modules", "**/dist", "**/.vitepress", "docs/site"];
const COPYRIGHT = /\b(?:[Cc]opyright|COPYRIGHT)\s+(?:\([Cc]\)|©|\d{4}|by\s|[A-Z][a-z]).*/u;
const OWNER = "The usdkit authors";
/** The first line of a generated file: the script, by its path or its name in package.json, and its input. */
const ORIGIN = /^\/\/ Made by (?:`(?:npx -y pnpm@12|pnpm) run (?<name>[\w:-]+)`|(?<path>\S+)) from (?<input>.+)/u;
const PATH = /(?:packages|test|docs)\/[\w./-]*\w/u;
const REFERENCE = "usd-core";

/** Returns a finding for each file that is not ours, of the repository at `root`. */
export function foreignFiles(root: string): string[] {
  const scripts = namesOfScripts(root);
  return globSync(TEXT, { cwd: root, exclude: excluded })
    .map((path) => path.split(sep).join("/"))
    .toSorted()
    .flatMap((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const findings: string[] = [];
      const [notice] = COPYRIGHT.exec(text) ?? [];
      if (notice !== undefined && !notice.includes(OWNER)) {
        findings.push(`${path}: states the copyright of others: "${notice.slice(0, 80)}"`);
      }
      if (/\.generated\.[cm]?ts$/u.test(path) && !hasOrigin(root, text, scripts)) {
        findings.push(`${path}: does not begin with "// Made by SCRIPT from INPUT", of files that exist`);
      }
      return findings;
    });
}

function hasOrigin(root: string, text: string, scripts: ReadonlySet<string>): boolean {
  const { name, path, input = "" } = ORIGIN.exec(text)?.groups ?? {};
  const isMade = name === undefined ? path !== undefined && existsSync(join(root, path)) : scripts.has(name);
  const [source] = PATH.exec(input) ?? [];
  return isMade && (source === undefined ? input.includes(REFERENCE) : existsSync(join(root, source)));
}

function namesOfScripts(root: string): ReadonlySet<string> {
  const file = join(root, "package.json");
  if (!existsSync(file)) return new Set();
  const manifest: unknown = JSON.parse(readFileSync(file, "utf8"));
  const isObject = typeof manifest === "object" && manifest !== null && "scripts" in manifest;
  const scripts = isObject ? manifest.scripts : undefined;
  return new Set(typeof scripts === "object" && scripts !== null ? Object.keys(scripts) : []);
}
