import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { summaryText } from "./summary-text.ts";
import type { CreateReporter, FileReport } from "./reporter.ts";
import { placeText, specText } from "./place.ts";

/** One line for each finding, `path:line:column: severity rule message`, for editors and `grep`; then a summary, if there are any. */
export const concise: CreateReporter = () => ({
  file: linesOf,
  entries: { form: "concise", of: linesOf, repeat: (entry) => entry },
  end: (summary) => (summary.errors + summary.warnings + summary.infos > 0 ? `${summaryText(summary)}\n` : ""),
});

function linesOf({ path, findings }: FileReport): string {
  const name = escapeTerminal(path);
  return findings
    .map((finding) => {
      const { severity, rule, message, offset } = finding;
      // A byte offset alone is of little use: the spec is named as well.
      const spec = offset === undefined ? "" : ` (${escapeTerminal(specText(finding))})`;
      return `${name}:${placeText(finding)}: ${severity} ${rule} ${escapeTerminal(message)}${spec}\n`;
    })
    .join("");
}
