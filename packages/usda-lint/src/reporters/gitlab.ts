/** Code quality of GitLab: a JSON array with an object a finding. */
import type { Finding, Severity } from "@usdkit/validate";
import { fingerprints } from "./fingerprint.ts";
import { escapeJson, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { CreateReporter } from "./reporter.ts";
import { placeText, specText } from "./place.ts";

const SEVERITIES: Readonly<Record<Severity, string>> = { error: "major", warning: "minor", info: "info" };

export const gitlab: CreateReporter = () => {
  let separator = "\n";
  return {
    begin: () => "[",
    file({ path, findings }) {
      // Of two equal ones in a report GitLab shows one: so the path is a part.
      const identities = fingerprints(findings, path);
      let text = "";
      for (const [i, finding] of findings.entries()) {
        text += separator + escapeJson(JSON.stringify(entry(path, finding, identities[i])));
        separator = ",\n";
      }
      return text;
    },
    end: () => "\n]\n",
  };
};

function entry(path: string, finding: Finding, fingerprint: string | undefined): object {
  const { rule, severity, message, start, end, offset } = finding;
  // The format wants a line, which a binary file does not have.
  const said = offset === undefined ? message : `${message} (${specText(finding)}, ${placeText(finding)})`;
  return {
    description: escapeTerminal(said),
    check_name: rule,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: path.toWellFormed(), lines: { begin: start.line, end: end.line } },
  };
}
