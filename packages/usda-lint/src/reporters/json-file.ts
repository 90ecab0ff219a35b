import type { Finding } from "@usdkit/validate";
import { escapeJson } from "@usdkit/command/terminal/escape-terminal";
import type { FileReport } from "./reporter.ts";
import type { ShardEntry } from "./shard-entry.ts";
import { verdictOf } from "./verdicts.ts";

/** The entry of one file, in the form that the JSON formats share. */
export function jsonFile(report: FileReport): string {
  const { path, profile, findings, sets, shard } = report;
  const verdict = verdictOf(report);
  const entry = { path, profile, verdict, ...(sets !== undefined && { sets }), diagnostics: findings.map(jsonFinding) };
  return escapeJson(JSON.stringify(shard === undefined ? entry : { ...entry, shard: jsonShard(shard) }));
}

function jsonShard({ stage, ...shard }: ShardEntry): object {
  if (stage === undefined) return shard;
  const layers = stage.layers.map(({ findings, known, ...layer }) => ({
    ...layer,
    diagnostics: findings.map(jsonFinding),
    ...(known !== undefined && { known }),
  }));
  return { ...shard, stage: { ...stage, layers } };
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
