/** Tables of the messages of a rule, for tests. */
import { describe, expect, test } from "vitest";
import type { CheckOptions } from "../engine/prepare-check.ts";
import { find } from "./findings.ts";

/** A scene with what the rule reports, as {@link messages} describes it, and options of its own. */
export type MessageRow = readonly [
  title: string,
  source: string | Uint8Array,
  expected: readonly string[],
  options?: CheckOptions,
];

/** Returns `severity line:column-line:column message | hint (line:column related)` of each finding of a rule. */
export function messages(rule: string, source: string | Uint8Array, options: CheckOptions): readonly string[] {
  return find(source, options)
    .filter((each) => each.rule === rule)
    .map(({ severity, start, end, message, hint, related }) => {
      const places = related.map((each) => ` (${each.start.line}:${each.start.column} ${each.message})`);
      const last = end.line === start.line ? end.column : `${end.line}:${end.column}`;
      return `${severity} ${start.line}:${start.column}-${last} ${message} | ${hint ?? ""}${places.join("")}`;
    });
}

/** Makes a test of each row of a rule. */
export function testMessages(rule: string, options: CheckOptions, rows: readonly MessageRow[]): void {
  describe(`the rule ${rule}`, () => {
    test.each(rows.map(([title, source, expected, own]) => ({ title, source, expected, own })))("$title", (row) => {
      expect(messages(rule, row.source, { ...options, ...row.own })).toEqual(row.expected);
    });
  });
}
