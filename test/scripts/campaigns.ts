import { closeSync, globSync, openSync, readSync } from "node:fs";
import { join, sep } from "node:path";

/** The test files that `test` leaves out. Every other test file runs in `test`, campaigns with a share of their size. */
export const deepTestPattern = "**/*.deep.test.ts";

/** A test file that `test:deep` runs at its whole size. */
export interface Campaign {
  /** The path from the repository's root, with `/`. */
  readonly path: string;
  /** What it covers, for the list that `test` prints. */
  readonly description: string;
  /** Whether `.ci/run` runs it: it fits into that run's time limit. */
  readonly inCi: boolean;
}

/** Returns the paths of all test files of the repository at `root`, with `/`, sorted. */
export function findTestFiles(root: string): string[] {
  return find(root, ["packages/*/**/*.test.ts", "test/**/*.test.ts"]);
}

/** Returns the paths of the sources of all packages below `root`, from there, with their tests. */
export function findSourceFiles(root: string): string[] {
  return find(root, ["packages/*/src/**/*.ts"]);
}

function find(root: string, patterns: readonly string[]): string[] {
  return globSync(patterns, { cwd: root, exclude: ["**/node_modules"] })
    .map((file) => file.split(sep).join("/"))
    .toSorted();
}

/**
 * Returns the campaigns among the test files of the repository at `root`: those whose first line is
 * `// Campaign: DESCRIPTION` or `// Campaign in CI: DESCRIPTION`.
 *
 * Throws if a `*.deep.test.ts` has no such line: neither `test` nor `test:deep` would run it.
 */
export function findCampaigns(root: string, testFiles: readonly string[]): Campaign[] {
  return testFiles.flatMap((path) => {
    const [, inCi, description] = /^\/\/ Campaign( in CI)?: (\S.*)/u.exec(readStart(join(root, path))) ?? [];
    if (description !== undefined) return [{ path, description: description.trim(), inCi: inCi !== undefined }];
    if (!path.endsWith(".deep.test.ts")) return [];
    throw new Error(`${path}: the first line must be "// Campaign: DESCRIPTION" or "// Campaign in CI: DESCRIPTION"`);
  });
}

/** Returns the lines in which `test` lists what `test:deep` runs. */
export function describeCampaigns(campaigns: readonly Campaign[]): string[] {
  if (campaigns.length === 0) return [];
  return [
    "",
    `At their whole size in \`npx -y pnpm@12 test:deep\` (${campaigns.length}):`,
    ...campaigns.map(({ path, description }) => `  ${path}: ${description}`),
    "",
  ];
}

/** Reads the first 500 bytes of a file: the first line, if it is one of ours. */
function readStart(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(500);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}
