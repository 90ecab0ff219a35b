import { LineIndex, type Finding, type Severity } from "@usdkit/validate";
import { codeFrame } from "../terminal/code-frame.ts";
import { escapeLines, escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";
import { summaryText, where } from "./summary-text.ts";
import type { CreateReporter, FileReport, ReporterOptions, Summary } from "./reporter.ts";
import { groupFindings, SHOWN_OF_GROUP, type FindingGroup } from "./group-findings.ts";
import { placeText } from "./place.ts";
import { VerdictTable } from "./verdict-table.ts";

/** For terminals: the lines of each finding, its message and hint, the verdicts and a summary. */
export const pretty: CreateReporter = (options) => {
  const verdicts = new VerdictTable();
  return {
    isForPeople: true,
    showsText: true,
    file(report) {
      verdicts.add(report);
      const lines = new LineIndex(report.source);
      return groupFindings(report.findings)
        .map((group) => `${showGroup(report, group, lines, options)}\n\n`)
        .join("")
        .concat(verdictLine(report, options.style));
    },
    end(summary) {
      const lines = verdicts.lines(options.style);
      const table = lines.length === 0 ? "" : `${lines.join("\n")}\n\n`;
      return `${table}${summaryLine(summary, options.style)}\n`;
    },
  };
};

/** Shows the first finding of a group, and where the next ones are. */
function showGroup(
  report: FileReport,
  [first, ...others]: FindingGroup,
  lines: LineIndex,
  options: ReporterOptions,
): string {
  const shown = showFinding(report, first, lines, options);
  if (others.length === 0) return shown;
  const next = others.slice(0, SHOWN_OF_GROUP - 1).map((each) => placeText(each));
  const more = others.length - next.length;
  const places = `${next.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${shown}\n  ${options.style.cyan("also:")} ${others.length} of the same kind: ${places}`;
}

/** Says whether a file meets the requirement set of its configuration. */
function verdictLine({ path, sets, requiredSet }: FileReport, style: Style): string {
  const verdict = sets?.find(({ name }) => name === requiredSet);
  if (verdict === undefined) return "";
  const name = escapeTerminal(path);
  if (verdict.met) return `${style.green("✔")} ${name} meets ${verdict.name}\n\n`;
  return `${style.red("✖")} ${name} does not meet ${verdict.name}: ${verdict.failed.join(", ")}\n\n`;
}

export type FrameSource = Pick<FileReport, "path" | "source">;

export function showFinding(
  { path, source }: FrameSource,
  finding: Finding,
  lines: LineIndex,
  { style, columns }: ReporterOptions,
): string {
  const paint = painter(finding.severity, style);
  const name = escapeTerminal(path);
  const rule = style.dim(finding.code === null ? finding.rule : `${finding.rule} ${finding.code}`);
  const out = [
    `${style.bold(`${name}:${placeText(finding)}`)}  ${paint(finding.severity)}  ${rule}`,
    `  ${style.bold(escapeTerminal(finding.message))}`,
  ];
  const crumbs = breadcrumb(finding);
  if (crumbs !== "") out.push(style.dim(`  in ${escapeTerminal(crumbs)}`));
  const frame = { source, lines, columns, style };
  if (finding.offset === undefined) out.push(...codeFrame({ ...frame, range: finding.range, context: 1, paint }));
  for (const place of finding.related) {
    const at = `${place.layer === undefined ? name : escapeTerminal(place.layer)}:${placeText(place)}`;
    out.push(`  ${style.cyan("note:")} ${escapeTerminal(place.message)} ${style.dim(at)}`);
    if (place.layer === undefined && place.offset === undefined)
      out.push(...codeFrame({ ...frame, range: place.range, context: 0, paint: style.cyan }));
  }
  if (finding.hint !== undefined)
    out.push(`  ${style.cyan("hint:")} ${escapeLines(finding.hint).replaceAll("\n", "\n    ")}`);
  return out.join("\n");
}

/** `World › Table › focalLength`; "" for a finding about the file. */
function breadcrumb({ primPath, property }: Finding): string {
  const crumbs = primPath.split("/").filter((name) => name !== "");
  if (property !== null) crumbs.push(property);
  return crumbs.join(" › ");
}

function painter(severity: Severity, style: Style): (text: string) => string {
  if (severity === "error") return style.red;
  return severity === "warning" ? style.yellow : style.blue;
}

function summaryLine(summary: Summary, style: Style): string {
  const { files, errors, warnings, infos, baselined = 0 } = summary;
  if (errors + warnings + infos === 0) return style.green(`✔ No problems found ${where(files, baselined)}`);
  const mark = errors > 0 ? style.red("✖") : warnings > 0 ? style.yellow("▲") : style.blue("ℹ");
  return `${mark} ${summaryText(summary)}`;
}
