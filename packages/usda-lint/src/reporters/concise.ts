import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import { summaryText } from "./summary-text.ts";
import type { CreateReporter } from "./reporter.ts";

/** One line for each finding, `path:line:column: severity rule message`, for editors and `grep`; then a summary, if there are any. */
export const concise: CreateReporter = () => ({
  file({ path, findings }) {
    const name = escapeTerminal(path);
    return findings
      .map(({ start, severity, rule, message }) => {
        return `${name}:${start.line}:${start.column}: ${severity} ${rule} ${escapeTerminal(message)}\n`;
      })
      .join("");
  },
  end: (summary) => (summary.errors + summary.warnings + summary.infos > 0 ? `${summaryText(summary)}\n` : ""),
});
