/** Workflow commands of GitHub Actions: the runner makes an annotation of every line. */
import type { Finding, Severity } from "@usdkit/validate";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { CreateReporter } from "./reporter.ts";
import { placeText, specText } from "./place.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

export const github: CreateReporter = () => ({
  file: ({ path, findings }) => findings.map((finding) => annotation(path, finding)).join(""),
  end: () => "",
});

function annotation(path: string, finding: Finding): string {
  const { rule, code, severity, message, hint, start, end, offset } = finding;
  const properties = [
    `file=${escapeProperty(path)}`,
    // Of a binary file the annotation is about the file.
    ...(offset === undefined ? [`line=${start.line}`, `endLine=${end.line}`, `col=${start.column}`] : []),
    // The runner rejects columns of a range over several lines: it drops `col` then, with a warning.
    ...(start.line === end.line && end.column > start.column ? [`endColumn=${end.column}`] : []),
    `title=${escapeProperty(code === null ? rule : `${rule} ${code}`)}`,
  ];
  const said = offset === undefined ? message : `${message} (${specText(finding)}, ${placeText(finding)})`;
  const text = hint === undefined ? said : `${said}\n${hint}`;
  return `::${COMMANDS[severity]} ${properties.join(",")}::${escapeData(text)}\n`;
}

/** Escapes the characters that the runner decodes in a message, and removes control characters. */
function escapeData(text: string): string {
  return escapeTerminal(text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"));
}

/** In a property, a colon and a comma end it. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
