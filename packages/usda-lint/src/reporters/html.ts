/**
 * One self-contained HTML page that runs nothing: no script, and a content security policy that allows none.
 * It is written file by file; the summary is known and written at the end, and shown at the top (`order: -1`).
 */
import { LineIndex, ruleMetas, type Finding, type Severity } from "@usdkit/validate";
import { counted } from "@usdkit/base";
import { version } from "../program/about.ts";
import { escapeXml } from "../terminal/escape-xml.ts";
import { htmlHead } from "../terminal/html-head.ts";
import { htmlFrame } from "./html-frame.ts";
import { STYLE } from "./html-style.ts";
import type { CreateReporter, FileReport, Summary } from "./reporter.ts";
import { groupFindings, type FindingGroup } from "./group-findings.ts";
import { pictureKey } from "./picture-key.ts";
import { placeText, specText } from "./place.ts";
import { FolderVerdicts } from "./verdicts.ts";

const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
/** Of a longer table only the head is open. */
const OPEN_ROWS = 20;

type Counts = Record<Severity, number>;

export const html: CreateReporter = () => {
  const byRule = new Map<string, Counts>();
  // A row a file is all that is kept of it.
  const rows: { readonly html: string; readonly counts: Counts }[] = [];
  const folders = new FolderVerdicts();

  return {
    showsText: true,
    begin: pageStart,
    file(report) {
      folders.add(report);
      if (report.findings.length === 0) return "";
      const counts = count(report.findings);
      for (const { rule, severity } of report.findings) {
        const ofRule = byRule.get(rule) ?? { error: 0, warning: 0, info: 0 };
        ofRule[severity]++;
        byRule.set(rule, ofRule);
      }
      const id = `f${rows.length + 1}`;
      rows.push({ html: `<a href="#${id}" class="path">${name(report.path)}</a>`, counts });
      return fileSection(report, id, counts);
    },
    end(summary) {
      const ruleRows = Array.from(byRule, ([rule, counts]) => ({ html: ruleCell(rule), counts }));
      const tables =
        rows.length === 0
          ? ""
          : `${table("Rules", "rule", ruleRows)}${folderTable(folders)}${table("Files", "file", rows)}`;
      return `</main>\n<header id="summary">\n${overview(summary)}${tables}</header>\n</body>\n</html>\n`;
    },
  };
};

function pageStart(): string {
  const radios = ["all", ...SEVERITIES].map((choice) => {
    const label = choice === "all" ? "Show everything" : `Show ${PLURALS[choice as Severity]} only`;
    const checked = choice === "all" ? " checked" : "";
    return `<input class="radio" type="radio" name="show" id="show-${choice}" aria-label="${label}"${checked}>`;
  });
  const head = htmlHead({ title: "usda-lint report", style: STYLE, images: true, generator: `usda-lint ${version}` });
  return `${head}${radios.join("\n")}\n<main>\n`;
}

function fileSection({ path, findings, source, pictures }: FileReport, id: string, counts: Counts): string {
  const lines = new LineIndex(source);
  const has = SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) => ` has-${severity}`);
  const items = groupFindings(findings)
    .map((group) => findingArticle(group, { source, lines, pictures }))
    .join("");
  const verdict = counts.error === 0 ? "passed" : "failed";
  const head = `<summary><span class="path">${name(path)}</span> <span class="result ${verdict}">${verdict}</span><span class="counts">${countsText(counts)}</span></summary>`;
  return `<details class="file${has.join("")}" id="${id}" open>${head}\n${items}</details>\n`;
}

interface ArticleContext extends Pick<FileReport, "source" | "pictures"> {
  readonly lines: LineIndex;
}

/** The first finding of a group, with the places of the others. */
function findingArticle([finding, ...others]: FindingGroup, { source, lines, pictures }: ArticleContext): string {
  const { rule, code, severity, message, primPath, property, range, related, hint, fixes, offset } = finding;
  const crumbs = primPath.split("/").filter((part) => part !== "");
  if (property !== null) crumbs.push(property);
  const out = [
    `<h3><span class="severity">${severity}</span><code>${escapeXml(rule)}</code>${
      code === null ? "" : `<span class="code">${escapeXml(code)}</span>`
    }<span class="place">${placeText(finding)}</span></h3>`,
    `<p class="message">${escapeXml(message)}</p>`,
    ...(crumbs.length === 0 ? [] : [`<p class="where">in ${crumbs.map(name).join(" › ")}</p>`]),
    ...(offset === undefined ? [htmlFrame({ source, lines, range, context: 2 })] : []),
  ];
  for (const place of related) {
    const layer = place.layer === undefined ? "" : `${name(place.layer)}:`;
    out.push(`<p>Note: ${escapeXml(place.message)} <span class="place">${layer}${placeText(place)}</span></p>`);
    // The text of another layer is not at hand.
    if (place.layer === undefined && place.offset === undefined)
      out.push(htmlFrame({ source, lines, range: place.range, context: 0 }));
  }
  if (hint !== undefined) out.push(`<p>Hint: ${escapeXml(hint)}</p>`);
  for (const { title, safe } of fixes) out.push(`<p>Fix${safe ? "" : " (unsafe)"}: ${escapeXml(title)}</p>`);
  if (others.length > 0) out.push(othersList(others));
  const key = pictureKey(finding);
  const picture = key === undefined ? undefined : pictures?.get(key);
  if (picture !== undefined) out.unshift(pictureHtml(finding, picture));
  return `<article class="finding ${severity}">\n${out.join("\n")}\n</article>\n`;
}

function pictureHtml({ stage }: Finding, png: Uint8Array): string {
  const data = Buffer.from(png.buffer, png.byteOffset, png.byteLength).toString("base64");
  return `<img class="picture" src="data:image/png;base64,${data}" width="192" height="144" alt="${escapeXml(stage?.prim ?? "")}" />`;
}

function othersList(others: readonly Finding[]): string {
  const items = others.map((each) => `<li><span class="place">${placeText(each)}</span> ${name(specText(each))}</li>`);
  const title = `<summary>${counted(others.length, "more finding")} of the same kind</summary>`;
  return `<details class="others">${title}<ul>\n${items.join("\n")}\n</ul></details>`;
}

function overview(summary: Summary): string {
  const { files, errors, warnings, infos, fixable } = summary;
  const totals: Counts = { error: errors, warning: warnings, info: infos };
  const total = errors + warnings + infos;
  const worst = SEVERITIES.find((severity) => totals[severity] > 0);
  const where = `in ${counted(files, "file")}`;
  const said = total === 0 ? `No problems found ${where}.` : `${countsText(totals)} ${where}, ${fixable} fixable.`;
  const labels = SEVERITIES.map(
    (severity) => `<label for="show-${severity}">${PLURALS[severity]} ${totals[severity]}</label>`,
  );
  const filters = `<div class="filters"><label for="show-all">everything ${total}</label>${labels.join("")}</div>\n`;
  return `<h1>usda-lint</h1>\n<p class="verdict ${worst ?? ""}">${said}</p>\n${total === 0 ? "" : filters}`;
}

/** Those with the most errors first. */
function table(title: string, noun: string, rows: readonly { html: string; counts: Counts }[]): string {
  const sorted = rows.toSorted((a, b) => {
    const other = SEVERITIES.find((severity) => a.counts[severity] !== b.counts[severity]);
    return other === undefined ? 0 : b.counts[other] - a.counts[other];
  });
  const head = SEVERITIES.map((severity) => `<th scope="col" class="number-cell">${PLURALS[severity]}</th>`).join("");
  const body = sorted.map(({ html: cell, counts }) => {
    const numbers = SEVERITIES.map((severity) => `<td class="number-cell">${counts[severity]}</td>`).join("");
    return `<tr><td>${cell}</td>${numbers}</tr>\n`;
  });
  const open = rows.length > OPEN_ROWS ? "" : " open";
  return `<details${open}><summary><strong>${title}</strong> (${rows.length})</summary>
<div class="scroll"><table class="by-${noun}">
<thead><tr><th scope="col">${noun}</th>${head}</tr></thead>
<tbody>
${body.join("")}</tbody>
</table></div></details>
`;
}

/** Of one folder the summary has the numbers. */
function folderTable(folders: FolderVerdicts): string {
  const all = folders.all;
  if (all.length < 2) return "";
  const rows = all.map(({ path, files, failed, errors, warnings, infos }) => ({
    html: `<span class="path">${name(path)}</span> ${failed === 0 ? `${counted(files, "file")}, all passed` : `${failed} of ${counted(files, "file")} failed`}`,
    counts: { error: errors, warning: warnings, info: infos },
  }));
  return table("Folders", "folder", rows);
}

function ruleCell(id: string): string {
  const summary = ruleMetas.find((meta) => meta.id === id)?.summary;
  return `<code>${escapeXml(id)}</code>${summary === undefined ? "" : `<br>${escapeXml(summary)}`}`;
}

/** Letters that run from right to left stay among themselves. */
function name(text: string): string {
  return `<bdi>${escapeXml(text)}</bdi>`;
}

function count(findings: readonly Finding[]): Counts {
  const counts: Counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

const PLURALS: Readonly<Record<Severity, string>> = { error: "errors", warning: "warnings", info: "infos" };

function countsText(counts: Counts): string {
  return SEVERITIES.filter((severity) => counts[severity] > 0)
    .map((severity) => counted(counts[severity], severity))
    .join(", ");
}
