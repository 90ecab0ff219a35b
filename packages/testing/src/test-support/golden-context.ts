import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { MatcherContext } from "../matcher/matcher.ts";

/** Returns a folder for one test. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "usdkit-golden-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the context that a runner passes to matchers in a test of `room.test.ts` in the folder. */
export function contextIn(
  folder: string,
  mode: "all" | "new" | "none",
  more: Partial<MatcherContext> = {},
): MatcherContext {
  const snapshotState = { _updateSnapshot: mode, added: 0, updated: 0 };
  return { testPath: join(folder, "room.test.ts"), currentTestName: "the room", snapshotState, ...more };
}
