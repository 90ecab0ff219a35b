/** Decides whether golden files are written, by the runner's mode for snapshots. */
import type { MatcherContext } from "../matcher/matcher.ts";

/** Writes all that differ; only missing ones; none, as in CI. */
export type UpdateMode = "all" | "new" | "none";

/** The part of vitest's and jest's `SnapshotState` that is used here; matchers increment its counters. */
interface SnapshotState {
  readonly _updateSnapshot?: unknown;
  /** A number in jest; in vitest an object that converts to a number and is assigned one. */
  added?: unknown;
  updated?: unknown;
}

export function updateMode({ snapshotState }: MatcherContext): UpdateMode {
  const mode = (snapshotState as SnapshotState | undefined)?._updateSnapshot;
  if (mode === "all" || mode === "new" || mode === "none") return mode;
  // Without a state of snapshots: node:test passes its flag to the process of each file.
  if (process.execArgv.includes("--test-update-snapshots")) return "all";
  const { CI } = process.env;
  return CI === undefined || CI === "" || CI === "false" || CI === "0" ? "new" : "none";
}

/** Counts a golden file in the runner's summary: "1 written", "1 updated". */
export function countWritten({ snapshotState }: MatcherContext, what: "added" | "updated"): void {
  const state = snapshotState as SnapshotState | undefined;
  if (state?.[what] !== undefined) state[what] = Number(state[what]) + 1;
}
