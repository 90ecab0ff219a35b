/** Default names of golden files. */
import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import type { MatcherContext } from "../matcher/matcher.ts";

const MAX_LENGTH = 80;

/**
 * Returns the folder of the golden files that are named after the tests of a file: `golden/room.test` next to `room.test.ts`. Nothing
 * else belongs in it: what no test uses is obsolete.
 */
export function goldenFolder(testPath: string): string {
  return join(dirname(testPath), "golden", basename(testPath).replace(/\.[cm]?[jt]sx?$/u, ""));
}

/**
 * Returns the path of the golden file named after the running test.
 *
 * @param extension With the dot
 * @returns undefined if the runner reports no test
 */
export function goldenOfTest({ testPath, currentTestName }: MatcherContext, extension: string): string | undefined {
  if (testPath === undefined || currentTestName === undefined || currentTestName === "") return undefined;
  return join(goldenFolder(testPath), fileNameOf(currentTestName) + extension);
}

/** Keeps letters and digits of every script, one `-` for each run of others; a hash distinguishes names that become equal. */
export function fileNameOf(testName: string): string {
  const name = testName
    .normalize("NFC")
    .replaceAll(/[^\p{L}\p{N}_]+/gu, "-")
    .replaceAll(/^-|-$/gu, "");
  const isPlain = /^[\p{L}\p{N}_ ]+$/u.test(testName.replaceAll(" > ", " ")) && name.length <= MAX_LENGTH;
  if (isPlain) return name;
  const hash = createHash("sha256").update(testName).digest("hex").slice(0, 8);
  return `${Array.from(name).slice(0, MAX_LENGTH).join("")}${name === "" ? "" : "-"}${hash}`;
}
