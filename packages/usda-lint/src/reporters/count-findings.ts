import type { Finding } from "@usdkit/validate";
import type { FindingCounts, Summary } from "./reporter.ts";

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

/** Returns the numbers of findings by severity. */
export function countsOf(findings: readonly Finding[]): FindingCounts {
  const counts = { errors: 0, warnings: 0, infos: 0 };
  for (const { severity } of findings) counts[`${severity}s`]++;
  return counts;
}
