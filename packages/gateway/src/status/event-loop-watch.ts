import { monitorEventLoopDelay } from "node:perf_hooks";

/** Sampling interval in milliseconds. */
const RESOLUTION = 10;

/** Measures how long the event loop is blocked. */
export class EventLoopWatch {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION });

  constructor() {
    this.histogram.enable();
  }

  /** Returns the longest delay since the last call, in seconds. */
  take(): number {
    const { max, count } = this.histogram;
    this.histogram.reset();
    return count === 0 ? 0 : Math.max(0, max / 1e9 - RESOLUTION / 1000);
  }

  close(): void {
    this.histogram.disable();
  }
}
