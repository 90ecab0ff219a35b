import { everyProfile, isServiceProfile, ruleMetas, type RuleMeta } from "@usdkit/validate";
import type { Command } from "@usdkit/command/cli/command";
import { styleFor, type Style } from "@usdkit/command/terminal/style";
import { wrap } from "../terminal/wrap.ts";

export interface RulesArguments {
  format?: string;
  json?: boolean;
  color?: boolean;
}

export const rules: Command<RulesArguments> = {
  command: "rules",
  describe: "List the rules with severity, effect and fix availability",
  builder: {
    format: { type: "string", choices: ["table", "json"], default: "table", describe: "Output format" },
    json: { type: "boolean", describe: "Print JSON, as --format json" },
  },
  examples: [["$0 rules --json | jq -r '.[].id'", "the ids alone"]],
  async handler({ format, json, color }, { stdout, env }) {
    if (json === true || format === "json") {
      await stdout.write(`${JSON.stringify(ruleMetas.map(jsonRule), null, 2)}\n`);
      return;
    }
    const style = styleFor(stdout, color, env);
    // One line for each rule if a program may read it.
    const columns = stdout.isTerminal ? stdout.columns : Number.POSITIVE_INFINITY;
    await stdout.write(table(ruleMetas, style, columns));
  },
};

function jsonRule({ id, summary, detail, severity, effect, profiles, fixable, sameAs }: RuleMeta): object {
  return {
    id,
    severity,
    profiles,
    fixable: fixable ?? null,
    summary,
    sameAs: sameAs ?? [],
    detail: detail ?? null,
    effect,
  };
}

const HEAD = ["rule", "severity", "effect", "fix", "profiles"];

function table(metas: readonly RuleMeta[], style: Style, columns: number): string {
  const rows = metas.map(({ id, severity, effect, fixable, profiles }) => {
    return [id, severity, effect ?? "–", fixable ?? "–", shortProfiles(profiles)];
  });
  const widths = HEAD.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)) + 2);
  const pad = (row: readonly string[]): string[] => row.map((cell, i) => cell.padEnd(widths[i] ?? 0));
  const before = widths.reduce((sum, width) => sum + width, 0);
  const fits = columns - before >= 30;

  const lines = [style.bold(`${pad(HEAD).join("")}${fits ? "finding" : ""}`.trimEnd())];
  for (const [i, { summary, severity }] of metas.entries()) {
    const [id = "", level = "", ...others] = pad(rows[i] ?? []);
    const head = `${style.cyan(id)}${paintLevel(severity, style)(level)}${others.join("")}`;
    // On a narrow terminal the summary is below.
    const text = wrap(summary, fits ? columns - before : Math.max(30, columns - 4));
    const [first = "", ...rest] = text;
    if (fits) lines.push(`${head}${first}`, ...rest.map((line) => " ".repeat(before) + line));
    else lines.push(head.trimEnd(), ...text.map((line) => `    ${line}`));
  }
  return `${lines.join("\n")}\n`;
}

/** `service`: all profiles but `usd` and `usda`. */
function shortProfiles(profiles: RuleMeta["profiles"]): string {
  if (profiles.length === everyProfile.length) return "all";
  return profiles.length === 3 && profiles.every(isServiceProfile) ? "service" : profiles.join(", ");
}

function paintLevel(severity: RuleMeta["severity"], style: Style): (text: string) => string {
  if (severity === "error") return style.red;
  return severity === "warning" ? style.yellow : style.blue;
}
