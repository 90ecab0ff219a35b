import type { SpatialClient } from "@usdkit/client";
import type { RenderClient } from "@usdkit/render";
import type { Report } from "../report/report.ts";
import type { RunState } from "./run-state.ts";

/** What a command works with. */
export interface Context {
  readonly client: SpatialClient;
  readonly renderer: RenderClient;
  readonly report: Report;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly state: RunState;
}
