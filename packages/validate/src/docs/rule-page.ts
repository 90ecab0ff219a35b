/** Generates the documentation of a rule from the rule alone, so that the two cannot differ. */
import { validate } from "../engine/check.ts";
import type { Effect, Finding, Position } from "../model/finding.ts";
import type { AnyRule } from "../rule/any-rule.ts";
import type { Example, Rule, RuleMeta } from "../rule/rule.ts";
import type { BadStageExample, StageExample, StageRule } from "../rule/stage-rule.ts";
import { fence, markdownTable, prose, showSource } from "./markdown.ts";

const EFFECTS: Readonly<Record<Effect, string>> = {
  rejected: "rejected: the service rejects the scene",
  ignored: "ignored: the service silently ignores this part",
  risky: "risky: the result is undefined",
};

const FIXES: Readonly<Record<"safe" | "unsafe" | "both", string>> = {
  safe: "safe, by `--fix`",
  unsafe: "by `--fix-unsafe`: it may change the composed scene",
  both: "by `--fix` if it is safe, otherwise by `--fix-unsafe`",
};

/**
 * Returns the page of a rule as Markdown: summary, reason, and scenes that follow and violate it, each with its findings.
 * The scenes are checked while the page is generated.
 *
 * @example
 * rulePage(rules[0]);   // "# usda-encoding\n\nNot UTF-8, …"
 */
export function rulePage(rule: AnyRule): string {
  const { meta } = rule;
  const { id, summary, severity, effect, profiles, detail, fixable } = meta;
  const facts: [string, string][] = [
    ["severity", meta.isOptIn === true ? `off by default; ${severity} if it is set` : severity],
    ["effect", effect === null ? "none" : EFFECTS[effect]],
    ["profiles", profiles.join(", ")],
    ["fix", fixable === undefined ? "none" : FIXES[fixable]],
    ...(rule.checkStage === undefined ? [] : [["checks", "composed stages, with `--composed`"] as [string, string]]),
  ];
  const parts = [`# ${id}`, `${prose(summary)}.`, markdownTable(["", ""], facts)];
  if (detail !== undefined && detail.trim() !== "") parts.push(detail.trim());

  const { found, fine } = rule.checkStage === undefined ? scenesOf(rule) : stagesOf(rule);
  if (found.length > 0) parts.push("## Found", ...found);
  if (fine.length > 0) parts.push("## Fine", ...fine);
  if (meta.isSuppressible === false) return `${parts.join("\n\n")}\n`;
  parts.push(
    "## Suppress it",
    "On one line, with the reason, or for good:",
    fence(`# usda-lint-disable-next-line ${id} -- why`, "usda"),
    fence(`usda-lint --rule ${id}:off`, "sh"),
  );
  return `${parts.join("\n\n")}\n`;
}

interface Shown {
  readonly found: readonly string[];
  readonly fine: readonly string[];
}

function scenesOf({ meta, examples }: Rule): Shown {
  const { good, bad } = examples?.() ?? { good: [], bad: [] };
  return {
    found: bad.flatMap((example) => sceneOf(example, meta)),
    fine: good.flatMap((example) => sceneOf(example, meta)),
  };
}

function stagesOf({ examples }: StageRule): Shown {
  const { good, bad } = examples();
  return { found: bad.flatMap(stageOf), fine: good.flatMap(stageOf) };
}

/** The findings of a stage are those that its tests expect. */
function stageOf({ title, files, found = [] }: StageExample & Partial<Pick<BadStageExample, "found">>): string[] {
  const lines = found.map((each) => {
    const [place = "", ...words] = each.split(" ");
    return `- \`${place}\` ${prose(words.join(" "))}`;
  });
  const blocks = Object.entries(files).flatMap(([name, text]) =>
    text === "" ? [`\`${name}\` exists.`] : [`\`${name}\`:`, sceneBlock(text)],
  );
  return [
    `### ${prose(title.slice(0, 1).toUpperCase() + title.slice(1))}`,
    ...blocks,
    ...(lines.length > 0 ? [lines.join("\n")] : []),
  ];
}

/** What a user sees of a finding: message, hint, titles of fixes and related places. */
function findingLine(finding: Finding, usual: Effect | null): string {
  const { start, severity, effect, message, hint, related, fixes } = finding;
  const place = ({ line, column }: Position): string => `\`${line}:${column}\``;
  const text = (sentence: string): string => prose(showSource(sentence).text);
  // A hint may end with lines to write.
  const [advice, ...code] = hint?.split("\n") ?? [];
  const hints = advice === undefined ? [] : [text(advice)];
  const others = [
    ...fixes.map(({ title, safe }) => `Fix${safe ? "" : " (unsafe)"}: ${text(title)}.`),
    ...related.map((each) => `See ${place(each.start)}: ${text(each.message)}.`),
  ];
  const level = effect === usual ? severity : `${severity} (${effect})`;
  const sentences = [text(message), ...(code.length === 0 ? [...hints, ...others] : [...others, ...hints])];
  const line = `- ${place(start)} ${level}: ${sentences.join(" ")}`;
  return code.length === 0 ? line : `${line}\n\n${fence(code.join("\n"), "usda").replaceAll(/^/gm, "  ")}`;
}

function sceneOf(
  example: Example & { readonly fixed?: string | null | undefined },
  { id, severity: level, effect, isOptIn }: RuleMeta,
): string[] {
  const { title, source, fixed, profile = "offline", base, maxResolution, assets, primTypes } = example;
  const findings = validate(source, {
    profile,
    base,
    maxResolution,
    assets,
    primTypes,
    rules: isOptIn === true ? { [id]: level } : {},
  }).filter(({ rule }) => rule === id);
  const flags = [
    ...(profile === "offline" ? [] : [`--profile ${profile}`]),
    ...(base === undefined ? [] : ["--base base.usda"]),
    ...(maxResolution === undefined ? [] : [`--max-resolution ${maxResolution}`]),
    ...(assets === undefined ? [] : ["--assets assets.json"]),
  ];
  const lines = findings.map((finding) => findingLine(finding, effect));
  return [
    `### ${prose(title.slice(0, 1).toUpperCase() + title.slice(1))}`,
    ...(flags.length === 0 ? [] : [`With \`${flags.join(" ")}\`:`]),
    ...(primTypes === undefined ? [] : ["With a prim type that a program adds:"]),
    sceneBlock(source),
    ...(base === undefined ? [] : ["`base.usda`:", sceneBlock(base)]),
    ...(assets === undefined ? [] : ["`assets.json`:", fence(JSON.stringify(assets), "json")]),
    ...(lines.length > 0 ? [lines.join("\n")] : []),
    ...(typeof fixed === "string" ? ["Fixed:", fence(changedLines(showSource(source).text, fixed), "diff")] : []),
  ];
}

function sceneBlock(source: string | Uint8Array): string {
  const { text, isPlain } = showSource(source);
  return fence(text, isPlain ? "usda" : "text");
}

/** Returns the lines from the first to the last change as a diff. The texts differ, and end with a line break. */
function changedLines(before: string, after: string): string {
  const old = before.split("\n");
  const now = after.split("\n");
  const most = Math.min(old.length, now.length);
  let tail = 0;
  while (tail < most && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  let head = 0;
  while (head < most - tail && old[head] === now[head]) head++;
  const removed = old.slice(head, old.length - tail).map((line) => `-${line}`);
  return [...removed, ...now.slice(head, now.length - tail).map((line) => `+${line}`)].join("\n");
}
