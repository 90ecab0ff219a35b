import type { Finding } from "@usdkit/validate";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import type { FileReport } from "./reporter.ts";

/** The entry of one file, in the form that the JSON formats share. */
export function jsonFile({ path, profile, findings }: FileReport): string {
  return escapeJson(JSON.stringify({ path, profile, diagnostics: findings.map(jsonFinding) }));
}

function jsonFinding(finding: Finding): object {
  const { rule, severity, effect, message, code, primPath, property, start, end, offset, hint, related, fixes } =
    finding;
  return {
    rule,
    severity,
    effect,
    message,
    code,
    primPath,
    property,
    // Binary files have no lines.
    ...(offset === undefined ? { range: { start, end } } : { range: null, offset }),
    hint: hint ?? null,
    related: related.map((place) => ({ message: place.message, range: { start: place.start, end: place.end } })),
    fixes,
  };
}
