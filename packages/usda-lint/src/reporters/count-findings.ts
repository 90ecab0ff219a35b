import type { Finding } from "@usdkit/validate";
import type { Summary } from "./reporter.ts";

/** Adds one file to the summary. */
export function countFindings(summary: Summary, findings: readonly Finding[]): void {
  summary.files++;
  for (const { severity, fixes } of findings) {
    if (severity === "error") summary.errors++;
    else if (severity === "warning") summary.warnings++;
    else summary.infos++;
    if (fixes.length > 0) summary.fixable++;
  }
}

export function onlyErrors(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity === "error");
}
