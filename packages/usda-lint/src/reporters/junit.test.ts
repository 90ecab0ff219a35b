import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { BAD, GOOD, TestFolder, TWICE } from "../test-support/run-command.ts";
import { allFindings, hostileReport, RAW, render, reportOf } from "../test-support/render-report.ts";
import { junit } from "./junit.ts";

interface XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Throws if it is not well formed. */
function readXml(xml: string): XmlElement {
  const top: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const stack = [top];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: XmlElement = { name, attributes: { ...attributes }, children: [], text: "" };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on("closetag", () => stack.pop());
  parser.on("text", (text) => {
    const inside = stack.at(-1);
    if (inside !== undefined) inside.text += text;
  });
  parser.write(xml).close();
  const [root] = top.children;
  if (root === undefined) throw new Error("no element");
  return root;
}

test("the parser rejects malformed XML", () => {
  for (const xml of ["<a>\0</a>", "<a>&#1;</a>", "<a>\ufffe</a>", "<a b='<'/>", "<a>", "<a>&x;</a>"]) {
    expect(() => readXml(xml)).toThrow();
  }
});

test("a suite a file, a case a finding, one that passed for a file without any", () => {
  const reports = [reportOf("good.usda", GOOD), reportOf("d/bad.usda", BAD), reportOf("twice.usda", TWICE)];
  const { name, children } = readXml(render(junit, reports));
  expect(name).toBe("testsuites");
  expect(children.map(({ attributes }) => attributes)).toEqual([
    { name: "good.usda", tests: "1", failures: "0", errors: "0", skipped: "0" },
    { name: "d/bad.usda", tests: "1", failures: "1", errors: "0", skipped: "0" },
    { name: "twice.usda", tests: "1", failures: "0", errors: "0", skipped: "1" },
  ]);
  const cases = children.map((suite) => suite.children.filter((child) => child.name === "testcase"));
  expect(cases.map((each) => each.length)).toEqual([1, 1, 1]);
  expect(cases[0]?.[0]?.children).toEqual([]);
  expect(cases[1]?.[0]?.children).toMatchObject([
    {
      name: "failure",
      attributes: { message: "An int takes a whole number.", type: "usda-syntax USDA_VALUE_TYPE" },
      text: "d/bad.usda:4:13: error An int takes a whole number.\n/World",
    },
  ]);
  expect(cases[2]?.[0]?.children).toMatchObject([{ name: "skipped", attributes: { type: "duplicate-field" } }]);
});

test("whatever is found, it is well formed, has a case a finding, and counts them right", () => {
  fc.assert(
    fc.property(fc.array(hostileReport, { maxLength: 3 }), (reports) => {
      const xml = render(junit, reports);
      expect(xml).not.toMatch(RAW);
      const suites = readXml(xml).children;
      expect(suites).toHaveLength(reports.length);
      for (const [i, { attributes, children }] of suites.entries()) {
        const found = reports[i]?.findings ?? [];
        const cases = children.flatMap((each) => each.children.map(({ name }) => name));
        expect(cases).toEqual(found.map(({ severity }) => (severity === "error" ? "failure" : "skipped")));
        expect(children).toHaveLength(Math.max(1, found.length));
        expect(Number(attributes["tests"])).toBe(children.length);
        expect(Number(attributes["failures"])).toBe(found.filter(({ severity }) => severity === "error").length);
      }
    }),
  );
});

const xmllint = spawnSync("xmllint", ["--version"]);
const schema = join(import.meta.dirname, "../../../../../shared/schemas/junit-10.xsd");
const missing = [
  ...(xmllint.error === undefined ? [] : ["there is no xmllint here"]),
  ...(existsSync(schema) ? [] : ["../shared/schemas has no JUnit schema"]),
];
const why = missing.length === 0 ? "" : ` (skipped: ${missing.join(", ")})`;

test.skipIf(missing.length > 0)(`is valid by the schema of Jenkins${why}`, () => {
  const check = (xml: string): { status: number | null; stderr: string } => {
    using folder = new TestFolder({ "report.xml": xml });
    const file = join(folder.path, "report.xml");
    return spawnSync("xmllint", ["--noout", "--nonet", "--schema", schema, file], { encoding: "utf8" });
  };
  expect(check('<testsuites><testsuite name="x"/></testsuites>').status).not.toBe(0);
  const hostile = fc.sample(fc.array(hostileReport, { maxLength: 4 }), { numRuns: 40, seed: 7 }).flat();
  expect(allFindings(hostile).length).toBeGreaterThan(20);
  for (const reports of [[], [reportOf("good.usda", GOOD), reportOf("bad.usda", BAD)], hostile]) {
    const { status, stderr } = check(render(junit, reports));
    expect([status, stderr]).toEqual([0, expect.stringContaining("validates")]);
  }
});
