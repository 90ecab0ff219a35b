import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BAD, GOOD, TWICE } from "../test-support/run-command.ts";
import { allFindings, hostileReport, RAW, render, reportOf } from "../test-support/render-report.ts";
import { github } from "./github.ts";

/** As the runner reads a line (actions/runner, ActionCommand): undefined if it is none. */
function readCommand(
  line: string,
): { command: string; properties: Record<string, string>; message: string } | undefined {
  if (!line.startsWith("::")) return undefined;
  const end = line.indexOf("::", 2);
  if (end < 0) return undefined;
  const [command = "", ...rest] = line.slice(2, end).split(" ");
  const properties: Record<string, string> = {};
  for (const pair of rest.join(" ").split(",")) {
    const at = pair.indexOf("=");
    properties[pair.slice(0, at)] = decode(pair.slice(at + 1))
      .replaceAll("%3A", ":")
      .replaceAll("%2C", ",")
      .replaceAll("%25", "%");
  }
  return { command, properties, message: decode(line.slice(end + 2)).replaceAll("%25", "%") };
}
const decode = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n");

test("a line a finding, at its place", () => {
  const text = render(github, [
    reportOf("good.usda", GOOD),
    reportOf("bad.usda", BAD),
    reportOf("d/twice.usda", TWICE),
  ]);
  expect(text).toBe(
    "::error file=bad.usda,line=4,endLine=4,col=13,endColumn=18,title=usda-syntax USDA_VALUE_TYPE::An int takes a whole number.\n" +
      '::warning file=d/twice.usda,line=5,endLine=5,col=5,endColumn=14,title=duplicate-field::"x" is authored twice here; this one wins.%0ARemove one of the two.\n',
  );
});

test("infos are notices", () => {
  const report = reportOf("a.usda", BAD);
  const findings = report.findings.map((finding) => ({ ...finding, severity: "info" as const }));
  expect(render(github, [{ ...report, findings }])).toMatch(/^::notice file=a\.usda,[^\n]*\n$/);
});

test("a range over several lines has no end column", () => {
  const report = reportOf("a.usda", BAD);
  const findings = report.findings.map((finding) => ({ ...finding, end: { line: 6, column: 20 } }));
  expect(render(github, [{ ...report, findings }])).toContain(",line=4,endLine=6,col=13,title=");
});

test("percent, line ends, colons and commas are escaped as documented", () => {
  const report = reportOf("a,b:c%0A%.usda", BAD);
  const findings = report.findings.map((finding) => ({ ...finding, message: "50%: a,b\r\n::error::x%0A" }));
  expect(render(github, [{ ...report, findings }])).toBe(
    "::error file=a%2Cb%3Ac%250A%25.usda,line=4,endLine=4,col=13,endColumn=18,title=usda-syntax USDA_VALUE_TYPE::50%25: a,b%0D%0A::error::x%250A\n",
  );
});

test("whatever is found, the runner reads a command a finding with the right file, and nothing raw", () => {
  fc.assert(
    fc.property(fc.array(hostileReport, { maxLength: 3 }), (reports) => {
      const text = render(github, reports);
      expect(text).not.toMatch(RAW);
      const lines = text.split("\n").slice(0, -1);
      const findings = allFindings(reports);
      expect(lines).toHaveLength(findings.length);
      for (const [i, line] of lines.entries()) {
        const read = readCommand(line);
        expect(Object.keys(read?.properties ?? {})).toEqual(
          expect.arrayContaining(["file", "line", "endLine", "col", "title"]),
        );
        expect(read?.properties["line"]).toBe(String(findings[i]?.start.line));
        expect(read?.command).toBe(
          { error: "error", warning: "warning", info: "notice" }[findings[i]?.severity ?? "error"],
        );
      }
    }),
  );
});
