import type { Finding } from "@usdkit/validate";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import type { FileReport } from "./reporter.ts";

/** The entry of one file, in the form that the JSON formats share. */
export function jsonFile({ path, profile, findings, sets }: FileReport): string {
  const verdicts = sets !== undefined && { sets };
  return escapeJson(JSON.stringify({ path, profile, ...verdicts, diagnostics: findings.map(jsonFinding) }));
}

function jsonFinding(finding: Finding): object {
  const { rule, severity, effect, message, code, primPath, property, hint, related, fixes, stage, sameAs } = finding;
  return {
    rule,
    severity,
    effect,
    message,
    code,
    primPath,
    property,
    ...placeOf(finding),
    hint: hint ?? null,
    related: related.map((place) => ({
      message: place.message,
      ...(place.layer !== undefined && { path: place.layer }),
      ...placeOf(place),
    })),
    fixes,
    ...(sameAs !== undefined && { sameAs }),
    ...(stage !== undefined && { stage }),
  };
}

/** Binary files have no lines. */
function placeOf({ start, end, offset }: Pick<Finding, "start" | "end" | "offset">): object {
  return offset === undefined ? { range: { start, end } } : { range: null, offset };
}
