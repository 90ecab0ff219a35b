import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { CreateReporter } from "./reporter.ts";

/** One line a finding, `path:line:column: severity rule message`, as editors and `grep` read it. */
export const concise: CreateReporter = () => ({
  file({ path, findings }) {
    const name = escapeTerminal(path);
    return findings
      .map(({ start, severity, rule, message }) => {
        return `${name}:${start.line}:${start.column}: ${severity} ${rule} ${escapeTerminal(message)}\n`;
      })
      .join("");
  },
  end: () => "",
});
