import { createHash } from "node:crypto";
import type { MatcherContext } from "../matcher/matcher.ts";

/** Content written by each test file, by path: two tests with the same golden file would overwrite each other. */
const written = new WeakMap<object, Map<string, string>>();

/** Records what a test writes to a golden file; returns false if another test of the file wrote something else to it. */
export function claimGolden({ snapshotState }: MatcherContext, path: string, content: string | Uint8Array): boolean {
  if (typeof snapshotState !== "object" || snapshotState === null) return true;
  const files = written.get(snapshotState) ?? new Map<string, string>();
  written.set(snapshotState, files);
  const digest = createHash("sha256").update(content).digest("hex");
  const other = files.get(path);
  if (other !== undefined && other !== digest) return false;
  files.set(path, digest);
  return true;
}
