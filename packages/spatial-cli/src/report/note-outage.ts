import type { PollOutage } from "@usdkit/client";
import type { Report } from "./report.ts";

/** Returns a callback that prints a line when polls have failed for a while. */
export function noteOutage(report: Report): (outage: PollOutage) => void {
  return ({ milliseconds, error }) => {
    const seconds = Math.round(milliseconds / 1000);
    const why = error === undefined ? "no answer yet" : (error.problem ?? error.message);
    report.note(`polls have failed for ${seconds} s and are repeated: ${why}`);
  };
}
