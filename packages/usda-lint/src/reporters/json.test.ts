import { rules } from "@usdkit/validate";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import schema from "usda-lint/report.schema.json" with { type: "json" };
import { BAD, GOOD, runCommand, TestFolder, TWICE } from "../test-support/run-command.ts";
import { hostileReport, render, reportOf } from "../test-support/render-report.ts";
import { json } from "./json.ts";
import { jsonl } from "./jsonl.ts";

/** The schema lets more properties in, so that some may come; here each must be described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  return "properties" in value && "required" in value ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addSchema(schema, "open");
ajv.addSchema(closed(schema) as object, "closed");

function problems(value: unknown, part = ""): unknown[] {
  return ["open", "closed"].flatMap((name) => {
    const check = ajv.getSchema(name + part);
    if (check === undefined) throw new Error(`no schema ${name}${part}`);
    void check(value);
    return check.errors ?? [];
  });
}

const report = { version: 1, files: [], summary: { files: 0, errors: 0, warnings: 0, infos: 0, fixable: 0 } };

describe("the schema", () => {
  test("the schema rejects other JSON", async () => {
    expect(problems(report)).toEqual([]);
    for (const wrong of [
      { ...report, version: 2 },
      { ...report, files: [{}] },
      { ...report, files: [{ path: "a", profile: "film", diagnostics: [] }] },
      [],
    ]) {
      expect(problems(wrong)).not.toEqual([]);
    }
    expect(problems({ ...report, more: 1 })).toHaveLength(1);
  });

  test("describes every property of a report of every rule", async () => {
    const reports = rules.flatMap(({ meta, examples }) => {
      const { good, bad } = examples?.() ?? { good: [], bad: [] };
      return [...good, ...bad].map(({ source, profile }, i) => reportOf(`${meta.id}-${i}.usda`, source, profile));
    });
    expect(reports.flatMap(({ findings }) => findings).length).toBeGreaterThan(10);
    expect(problems(JSON.parse(render(json, reports)))).toEqual([]);
  });

  test("describes whatever is found, as a document and as lines", async () => {
    fc.assert(
      fc.property(fc.array(hostileReport, { maxLength: 3 }), (reports) => {
        const document = JSON.parse(render(json, reports)) as { files: unknown[] };
        expect(problems(document)).toEqual([]);
        const lines = render(jsonl, reports).split("\n").slice(0, -1);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(document.files);
        for (const line of lines) expect(problems(JSON.parse(line), "#/$defs/file")).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test("describes what the command prints", async () => {
    using folder = new TestFolder({ "good.usda": GOOD, "bad.usda": BAD, "d/twice.usda": TWICE });
    const run = async (format: string): Promise<string> =>
      (await runCommand("usda-lint", ["--format", format], { cwd: folder.path })).stdout;
    expect(problems(JSON.parse(await run("json")))).toEqual([]);
    const lines = (await run("jsonl")).split("\n").slice(0, -1);
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(problems(JSON.parse(line), "#/$defs/file")).toEqual([]);
  });
});
