import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { summaryText } from "./summary-text.ts";
import type { CreateReporter } from "./reporter.ts";
import { placeText, specText } from "./place.ts";

/** One line for each finding, `path:line:column: severity rule message`, for editors and `grep`; then a summary, if there are any. */
export const concise: CreateReporter = () => ({
  file({ path, findings }) {
    const name = escapeTerminal(path);
    return findings
      .map((finding) => {
        const { severity, rule, message, offset } = finding;
        // A byte offset alone is of little use: the spec is named as well.
        const spec = offset === undefined ? "" : ` (${escapeTerminal(specText(finding))})`;
        return `${name}:${placeText(finding)}: ${severity} ${rule} ${escapeTerminal(message)}${spec}\n`;
      })
      .join("");
  },
  end: (summary) => (summary.errors + summary.warnings + summary.infos > 0 ? `${summaryText(summary)}\n` : ""),
});
