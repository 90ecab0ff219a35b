import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BAD, GOOD, TWICE } from "../test-support/run-command.ts";
import { allFindings, hostileReport, RAW, render, reportOf } from "../test-support/render-report.ts";
import { gitlab } from "./gitlab.ts";

interface Entry {
  description: string;
  check_name: string;
  fingerprint: string;
  severity: string;
  location: { path: string; lines: { begin: number; end: number } };
}
const read = (text: string): Entry[] => JSON.parse(text) as Entry[];

test("an entry a finding", () => {
  const reports = [reportOf("good.usda", GOOD), reportOf("bad.usda", BAD), reportOf("d/twice.usda", TWICE)];
  expect(read(render(gitlab, reports))).toEqual([
    {
      description: "An int takes a whole number.",
      check_name: "usda-syntax",
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      severity: "major",
      location: { path: "bad.usda", lines: { begin: 4, end: 4 } },
    },
    {
      description: '"x" is authored twice here; this one wins.',
      check_name: "duplicate-field",
      fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      severity: "minor",
      location: { path: "d/twice.usda", lines: { begin: 5, end: 5 } },
    },
  ]);
  expect(read(render(gitlab, []))).toEqual([]);
});

test("fingerprints stay when lines move, and are unique in a report", () => {
  const identities = (text: string): string[] =>
    read(render(gitlab, [reportOf("a.usda", text)])).map((each) => each.fingerprint);
  expect(identities(TWICE.replace("def", "\n# more\ndef"))).toEqual(identities(TWICE));
  const same = read(
    render(
      gitlab,
      ["a", "b", "c"].map((name) => reportOf(`${name}.usda`, TWICE)),
    ),
  );
  expect(new Set(same.map(({ fingerprint }) => fingerprint)).size).toBe(3);
});

test("whatever is found, it is JSON with an entry a finding, and nothing raw", () => {
  fc.assert(
    fc.property(fc.uniqueArray(hostileReport, { maxLength: 3, selector: ({ path }) => path }), (reports) => {
      const text = render(gitlab, reports);
      expect(text).not.toMatch(RAW);
      const entries = read(text);
      expect(entries.map((entry) => entry.check_name)).toEqual(allFindings(reports).map(({ rule }) => rule));
      expect(new Set(entries.map(({ fingerprint }) => fingerprint)).size).toBe(entries.length);
      for (const { description, severity } of entries) {
        expect(description).not.toMatch(RAW);
        expect(["info", "minor", "major"]).toContain(severity);
      }
    }),
  );
});
