import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The files that `test` leaves to `test:deep`, below `packages/*` and `test`. */
export const deepTestPattern = "**/*.deep.test.ts";

/** Lists what `test` leaves to `test:deep`, as lines of text: each file with its first line, a comment that describes it. */
export function describeDeepTests(root: string): string[] {
  const files = globSync([`packages/*/${deepTestPattern}`, `test/${deepTestPattern}`], {
    cwd: root,
    exclude: ["**/node_modules"],
  });
  if (files.length === 0) return [];
  return [
    "",
    `Left to \`npx -y pnpm@12 test:deep\` (${files.length}):`,
    ...files.toSorted().map((file) => `  ${file.split(sep).join("/")}: ${description(join(root, file))}`),
    "",
  ];
}

/** Returns the comment in the first line of a file. Throws if there is none. */
export function description(file: string): string {
  const text = /^\/\/ *(\S.*)/u.exec(readFileSync(file, "utf8"))?.[1];
  if (text === undefined) throw new Error(`${file}: the first line must be a comment that describes the campaign`);
  return text.trim();
}
