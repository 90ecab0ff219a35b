/**
 * JUnit XML: a test suite a file and a test case a finding, or one that passed if there is none.
 *
 * An error is a failed test. Warnings and infos are skipped ones, with their messages: they do not make a run fail here
 * either, and a test that failed would. There are no totals of the whole run: they are known only at its end.
 */
import type { Finding } from "@usdkit/validate";
import { escapeXml } from "../terminal/escape-xml.ts";
import type { CreateReporter, FileReport } from "./reporter.ts";
import { placeText } from "./place.ts";

export const junit: CreateReporter = () => ({
  begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="usda-lint">\n',
  file: testSuite,
  end: () => "</testsuites>\n",
});

function testSuite(report: FileReport): string {
  const { path, findings } = report;
  const failures = findings.filter(({ severity }) => severity === "error").length;
  const counts = { tests: Math.max(1, findings.length), failures, errors: 0, skipped: findings.length - failures };
  const cases =
    findings.length === 0
      ? [`    <testcase${attributes({ name: "usda-lint", classname: path })}/>\n`]
      : findings.map((finding) => testCase(path, finding));
  return `  <testsuite${attributes({ name: path, ...counts })}>\n${cases.join("")}  </testsuite>\n`;
}

function testCase(path: string, finding: Finding): string {
  const { rule, code, severity, message, hint, primPath, property } = finding;
  const place = `${path}:${placeText(finding)}`;
  const own = attributes({ name: `${rule} ${placeText(finding)}`, classname: path });
  const said = attributes({ message, type: code === null ? rule : `${rule} ${code}` });
  const lines = [
    `${place}: ${severity} ${message}`,
    property === null ? primPath : `${primPath}.${property}`,
    ...(hint === undefined ? [] : [hint]),
  ];
  const element = severity === "error" ? "failure" : "skipped";
  const text = lines.map(escapeXml).join("\n");
  return `    <testcase${own}>\n      <${element}${said}>${text}</${element}>\n    </testcase>\n`;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}
