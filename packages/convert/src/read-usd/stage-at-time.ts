import type { StageReader, StageTime, XformQueries } from "@usdkit/usd";

/** A stage at the time of the scene. */
export interface StageAtTime {
  readonly reader: StageReader;
  readonly queries: XformQueries;
  readonly time: StageTime;
}
