/** The verdicts of a run as lines: a line a file, of many files a line a folder. */
import { counted } from "@usdkit/base";
import { escapeTerminal } from "@usdkit/command/terminal/escape-terminal";
import type { Style } from "@usdkit/command/terminal/style";
import type { FileReport, FindingCounts } from "./reporter.ts";
import { FolderVerdicts, verdictOf } from "./verdicts.ts";

/** Files that have a line each, and folders. */
const MAX_LINES = 20;

interface Row extends FindingCounts {
  readonly name: string;
  readonly passed: boolean;
  /** Before the numbers of findings. */
  readonly detail?: string;
}

/** Collects the verdicts of a run. */
export class VerdictTable {
  readonly #folders = new FolderVerdicts();
  readonly #files: Row[] = [];
  #count = 0;

  add(report: FileReport): void {
    this.#count++;
    this.#folders.add(report);
    if (this.#files.length < MAX_LINES) this.#files.push({ name: report.path, ...verdictOf(report) });
  }

  /** Returns the lines; none for one file, whose verdict is the summary. */
  lines(style: Style): readonly string[] {
    if (this.#count < 2) return [];
    if (this.#count <= MAX_LINES) return textOf(this.#files, style);
    const folders = this.#folders.all.map(({ path, files, failed, ...counts }): Row => ({
      ...counts,
      name: path === "/" ? path : `${path}/`,
      passed: failed === 0,
      detail: failed === 0 ? counted(files, "file") : `${failed} of ${counted(files, "file")} failed`,
    }));
    const shown = folders.toSorted((a, b) => b.errors - a.errors).slice(0, MAX_LINES);
    const more = folders.length - shown.length;
    return [...textOf(shown, style), ...(more > 0 ? [style.dim(`  … ${counted(more, "more folder")}`)] : [])];
  }
}

function textOf(rows: readonly Row[], style: Style): readonly string[] {
  const names = rows.map(({ name }) => escapeTerminal(name));
  const width = Math.max(...names.map((name) => name.length));
  return rows.map(({ passed, detail, errors, warnings, infos }, i) => {
    const mark = passed ? style.green("✔") : style.red("✖");
    const counts = [
      ...(detail === undefined ? [] : [detail]),
      ...(errors > 0 ? [counted(errors, "error")] : []),
      ...(warnings > 0 ? [counted(warnings, "warning")] : []),
      ...(infos > 0 ? [counted(infos, "info")] : []),
    ];
    return `${mark} ${names[i].padEnd(counts.length === 0 ? 0 : width)}${counts.length === 0 ? "" : `  ${counts.join(", ")}`}`;
  });
}
