/** Reporters without the command around them, and reports as bad as they come. */
import { checkScene, LineIndex, rules, type Finding, type Profile } from "@usdkit/validate";
import * as fc from "fast-check";
import { countFindings } from "../reporters/count-findings.ts";
import type { CreateReporter, FileReport, Summary } from "../reporters/reporter.ts";
import { createStyle } from "@usdkit/command/terminal/style";

/** Returns the report of a file, by default with the profile `usda`: findings of the text alone. */
export function reportOf(path: string, text: string | Uint8Array, profile: Profile = "usda"): FileReport {
  const source = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { findings, profile: resolved } = checkScene(source, { profile });
  return { path, profile: resolved, findings, source };
}

/** All that a reporter writes. */
export function render(create: CreateReporter, reports: readonly FileReport[]): string {
  const reporter = create({ style: createStyle(false), columns: 120 });
  const summary: Summary = { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 };
  let text = reporter.begin?.() ?? "";
  for (const report of reports) {
    countFindings(summary, report.findings);
    text += reporter.file(report);
  }
  return text + reporter.end(summary);
}

export const allFindings = (reports: readonly FileReport[]): Finding[] => reports.flatMap(({ findings }) => findings);

/** What breaks out of quotes, tags, comments, lines, commands, columns and directions. */
const DANGER = [
  ...Array.from("<>&\"'`%:,;\\/[](){}|#\t\r\n\0\x07\x1b\x7f\x85\x9b"),
  "\u202e",
  "\u2066",
  "\u200b",
  "\u2028",
  "\ufeff",
  "\ufffe",
  "\ud800",
  "\udfff",
  "\u{e0001}",
  "é",
  "文",
  "😀",
  "א",
  "]]>",
  "</script><script>alert(1)</script>",
  "-->",
  "::error::",
  "[x](http://example.com)",
  "{0}",
  "a",
  "1",
];

export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...DANGER), fc.string({ unit: "binary" })), { maxLength: 8 })
  .map((parts) => parts.join(""));

/** Bytes that are no text now and then, with findings anywhere in them. */
export const hostileReport: fc.Arbitrary<FileReport> = fc
  .record({
    path: hostileText.map((text) => `d/${text}.usda`),
    source: fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      hostileText.map((text) => new TextEncoder().encode(text)),
    ),
    places: fc.array(fc.tuple(fc.nat(70), fc.nat(30), fc.nat(70)), { maxLength: 4 }),
    text: fc.tuple(hostileText, hostileText, hostileText, hostileText),
    choice: fc.nat(11),
  })
  .map(({ path, source, places, text, choice }) => {
    const lines = new LineIndex(source);
    const placeAt = (from: number, length: number): Pick<Finding, "range" | "start" | "end"> => {
      const start = Math.min(from, source.length);
      const end = Math.min(start + length, source.length);
      return { range: { start, end }, start: lines.positionAt(start), end: lines.positionAt(end) };
    };
    const [message, title, prim, hint] = text;
    const findings = places.map(([start, length, other], i): Finding => {
      const number = choice + i;
      const id = rules[number % rules.length]?.meta.id ?? "usda-syntax";
      return {
        rule: id,
        severity: (["info", "warning", "error"] as const)[number % 3] ?? "error",
        effect: (["rejected", "ignored", "risky", null] as const)[number % 4] ?? null,
        message,
        code: number % 2 === 0 ? null : "USDA_VALUE_TYPE",
        primPath: `/${prim}`,
        property: number % 3 === 0 ? null : title,
        ...placeAt(start, length),
        hint: number % 5 === 0 ? undefined : hint,
        related: number % 2 === 0 ? [] : [{ message: title, ...placeAt(other, length) }],
        fixes:
          number % 3 === 0
            ? []
            : [{ title, safe: number % 2 === 0, edits: [{ ...placeAt(start, length).range, text: prim }] }],
      };
    });
    return { path, profile: "offline", findings: findings.toSorted((a, b) => a.range.start - b.range.start), source };
  });

/** Characters that a terminal, a viewer or a reader of text would obey, or that show nothing. */
export const RAW: RegExp =
  /[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]/u;
