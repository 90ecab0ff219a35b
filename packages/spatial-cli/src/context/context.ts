import type { CommandContext } from "@usdkit/command/context/command-context";
import type { SpatialClient } from "@usdkit/client";
import type { RenderClient } from "@usdkit/render";
import type { Report } from "../report/report.ts";
import type { RunState } from "./run-state.ts";

/** The context of a command. */
export interface Context {
  /** The streams, the environment and the exit code. */
  readonly command: CommandContext;
  readonly client: SpatialClient;
  readonly renderer: RenderClient;
  readonly report: Report;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly state: RunState;
}
