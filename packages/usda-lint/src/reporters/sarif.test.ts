// Campaign in CI: SARIF logs of 60 hostile reports

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { everyRule as rules } from "@usdkit/validate/stage";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import * as fc from "fast-check";
import { expect, inject, test } from "vitest";
import { BAD, GOOD, TWICE } from "../test-support/run-command.ts";
import { allFindings, hostileReport, RAW, render, reportOf } from "../test-support/render-report.ts";
import type { FileReport } from "./reporter.ts";
import { artifactUri } from "./artifact-uri.ts";
import { ruleUri } from "./rule-uri.ts";
import { sarif } from "./sarif.ts";

interface Region {
  startLine?: number;
  startColumn?: number;
  endLine?: number;
  endColumn?: number;
  byteOffset?: number;
  byteLength?: number;
}
interface PhysicalLocation {
  artifactLocation: { uri: string; uriBaseId?: string; index: number };
  region: Region;
}
interface Result {
  ruleId: string;
  ruleIndex: number;
  level: string;
  message: { text: string };
  locations: { physicalLocation: PhysicalLocation; logicalLocations: { fullyQualifiedName: string }[] }[];
  relatedLocations?: { message: { text: string }; physicalLocation: PhysicalLocation }[];
  partialFingerprints: Record<string, string>;
  fixes?: {
    description: { text: string };
    artifactChanges: {
      artifactLocation: { uri: string };
      replacements: { deletedRegion: Region; insertedContent: { text: string } }[];
    }[];
  }[];
}
interface Log {
  runs: [
    {
      tool: { driver: { rules: { id: string; helpUri: string; defaultConfiguration: { level: string } }[] } };
      columnKind: string;
      results: Result[];
      artifacts: { location: { uri: string }; length: number }[];
    },
  ];
}

const file = join(import.meta.dirname, "../../../../../shared/schemas/sarif-2.1.0.json");
const isAbsent = !existsSync(file);
const why = isAbsent ? " (skipped: ../shared/schemas has no SARIF schema)" : "";
const validate = isAbsent ? undefined : validator();

function validator(): ValidateFunction {
  // Draft 2020-12 with `definitions`, which strict mode does not know.
  const ajv = new Ajv2020({ allErrors: true, strict: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(file, "utf8")) as object);
}

function logOf(reports: readonly FileReport[]): Log {
  const log: unknown = JSON.parse(render(sarif, reports));
  validate?.(log);
  expect(validate?.errors ?? []).toEqual([]);
  return log as Log;
}

test.skipIf(isAbsent)(`the schema rejects other JSON${why}`, () => {
  expect(validate?.({ version: "2.1.0", runs: [{}] })).toBe(false);
  const run = { tool: { driver: { name: "x" } }, results: [{ message: {} }] };
  expect(validate?.({ version: "2.1.0", runs: [run] })).toBe(false);
});

test("a run without files, one without findings, one with", () => {
  expect(logOf([]).runs[0].results).toEqual([]);
  expect(logOf([reportOf("good.usda", GOOD)]).runs[0]).toMatchObject({
    results: [],
    artifacts: [{ location: { uri: "good.usda" }, length: GOOD.length }],
  });
  const [run] = logOf([reportOf("good.usda", GOOD), reportOf("d/bad.usda", BAD)]).runs;
  expect(run.columnKind).toBe("utf16CodeUnits");
  expect(run.results).toMatchObject([
    {
      ruleId: "usda-syntax",
      level: "error",
      message: { text: "An int takes a whole number." },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "d/bad.usda", uriBaseId: "%SRCROOT%", index: 1 },
            region: { startLine: 4, startColumn: 13, endLine: 4, endColumn: 18 },
          },
          logicalLocations: [{ fullyQualifiedName: "/World" }],
        },
      ],
    },
  ]);
});

test("rules with what is known of them; every result names one", () => {
  const { tool, results } = logOf([reportOf("bad.usda", BAD), reportOf("twice.usda", TWICE)]).runs[0];
  expect(tool.driver.rules.map(({ id }) => id)).toEqual(rules.map(({ meta }) => meta.id));
  for (const [i, { meta }] of rules.entries()) {
    const level = meta.severity === "info" ? "note" : meta.severity;
    expect(tool.driver.rules[i]).toMatchObject({
      shortDescription: { text: `${meta.summary}.` },
      helpUri: ruleUri(meta.id),
      defaultConfiguration: { level },
    });
  }
  for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
});

test("a rule's page is below the home page, where there is one", () => {
  expect(ruleUri("x", "https://example.com/usdkit/")).toBe("https://example.com/usdkit/docs/rules/x.md");
  expect(ruleUri("x", undefined)).toMatch(/^[a-z]+:.*x/);
});

test("related places and columns in UTF-16 units", () => {
  const text = '#usda 1.0\ndef "A"\n{\n    string x = "é文😀"; int y = 1\n    string x = "b"; int y = 2\n}\n';
  const [result] = logOf([reportOf("a.usda", text)]).runs[0].results.filter(({ message }) =>
    message.text.includes('"y"'),
  );
  // After é, 文 (one unit each) and 😀 (two).
  expect(result?.relatedLocations?.[0]).toMatchObject({
    message: { text: "authored here first" },
    physicalLocation: { region: { startLine: 4, startColumn: 24, endColumn: 33 } },
  });
});

test("fixes are replacements of bytes", () => {
  const report = reportOf("a.usda", TWICE);
  const [finding] = report.findings;
  if (finding === undefined) throw new Error("no finding");
  const edits = [
    { start: 3, end: 3, text: "é\u202e" },
    { start: 10, end: 14, text: "" },
  ];
  const fixes = [{ title: "Do [it](http://example.com)", safe: true, edits }];
  const [result] = logOf([{ ...report, findings: [{ ...finding, fixes }] }]).runs[0].results;
  expect(result?.fixes).toMatchObject([
    {
      description: { text: "Do [it] (http://example.com)" },
      artifactChanges: [
        {
          artifactLocation: { uri: "a.usda" },
          replacements: [
            { deletedRegion: { byteOffset: 3, byteLength: 0 }, insertedContent: { text: "é\u202e" } },
            { deletedRegion: { byteOffset: 10, byteLength: 4 }, insertedContent: { text: "" } },
          ],
        },
      ],
    },
  ]);
});

test.each([
  ["a b.usda", "a%20b.usda"],
  ["100%.usda", "100%25.usda"],
  ["d#1/x?.usda", "d%231/x%3F.usda"],
  ["c:x.usda", "c%3Ax.usda"],
  ["<stdin>", "%3Cstdin%3E"],
  ["é文.usda", "%C3%A9%E6%96%87.usda"],
  ["a\\b\n.usda", "a%5Cb%0A.usda"],
  ["half \ud800.usda", "half%20%EF%BF%BD.usda"],
  ["../x/a.usda", "../x/a.usda"],
])("the path %j is the URI %j", (path, uri) => {
  const [run] = logOf([reportOf(path, BAD)]).runs;
  const [artifact] = run.artifacts;
  expect(artifact?.location.uri).toBe(uri);
  const location = run.results[0]?.locations[0]?.physicalLocation.artifactLocation;
  expect(location?.uri).toBe(uri);
  expect(location?.uriBaseId).toBe(uri.startsWith("..") ? undefined : "%SRCROOT%");
});

test("two files of one name and length are one artifact", () => {
  const { results, artifacts } = logOf([reportOf("a.usda", BAD), reportOf("b.usda", GOOD), reportOf("a.usda", BAD)])
    .runs[0];
  expect(artifacts.map(({ location }) => location.uri)).toEqual(["a.usda", "b.usda"]);
  expect(results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.index)).toEqual([0, 0]);
});

test("fingerprints stay when lines move", () => {
  const identities = (text: string): unknown[] =>
    logOf([reportOf("a.usda", text)]).runs[0].results.map(({ partialFingerprints }) => partialFingerprints);
  expect(identities(TWICE.replace("def", "\n\ndef"))).toEqual(identities(TWICE));
  expect(identities(TWICE)).toHaveLength(1);
});

// What the law found once: two empty files of one name.
const twin: FileReport = { path: "d/.usda", profile: "offline", findings: [], source: new Uint8Array(0) };

test("whatever is found, the log is valid, has a result a finding, and nothing raw or linked in it", () => {
  fc.assert(
    fc.property(fc.array(hostileReport, { maxLength: 3 }), (reports) => {
      const text = render(sarif, reports);
      expect(text).not.toMatch(RAW);
      const { results, artifacts } = logOf(reports).runs[0];
      expect(results.map(({ ruleId }) => ruleId)).toEqual(allFindings(reports).map(({ rule }) => rule));
      const lengths = new Map(
        reports.map(({ path, source }) => [`${artifactUri(path)} ${source.length}`, source.length]),
      );
      expect(artifacts.map(({ length }) => length)).toEqual([...lengths.values()]);
      for (const { message, locations, relatedLocations = [] } of results) {
        expect(message.text).not.toMatch(RAW);
        expect(message.text).not.toContain("](");
        for (const { physicalLocation } of [...locations, ...relatedLocations]) {
          const { artifactLocation, region } = physicalLocation;
          expect(artifacts[artifactLocation.index]?.location.uri).toBe(artifactLocation.uri);
          // The published standard asks for one more thing than the schema.
          expect(region.startLine).toBeGreaterThan(0);
        }
      }
    }),
    { numRuns: inject("deep") ? 60 : 6, examples: [[[twin, twin]]] },
  );
});
