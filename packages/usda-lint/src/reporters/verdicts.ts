/** What a file comes to, and the sums of folders. */
import { countsOf } from "./count-findings.ts";
import type { FileReport, FindingCounts } from "./reporter.ts";

/** The verdict on a file: it passes if it has no finding of severity error. */
export interface FileVerdict extends FindingCounts {
  readonly passed: boolean;
}

/** The files that are directly in a folder. */
export interface FolderVerdict extends FindingCounts {
  /** Relative to the working folder, with `/`; `.` for it. */
  readonly path: string;
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  /** By requirement set, of the files that were composed, those that meet it. */
  readonly sets: readonly { readonly name: string; readonly met: number; readonly files: number }[];
}

/** Returns the verdict on a file, also where its report leaves out findings. */
export function verdictOf({ findings, counts }: Pick<FileReport, "findings" | "counts">): FileVerdict {
  const { errors, warnings, infos } = counts ?? countsOf(findings);
  return { passed: errors === 0, errors, warnings, infos };
}

interface FolderSums {
  files: number;
  passed: number;
  errors: number;
  warnings: number;
  infos: number;
  readonly sets: Map<string, { met: number; files: number }>;
}

/** Sums verdicts by folder; a row a folder is all that is kept. */
export class FolderVerdicts {
  readonly #folders = new Map<string, FolderSums>();

  add(report: Pick<FileReport, "path" | "findings" | "counts" | "sets">): void {
    const { passed, errors, warnings, infos } = verdictOf(report);
    const path = folderOf(report.path);
    let folder = this.#folders.get(path);
    if (folder === undefined) {
      folder = { files: 0, passed: 0, errors: 0, warnings: 0, infos: 0, sets: new Map() };
      this.#folders.set(path, folder);
    }
    folder.files++;
    if (passed) folder.passed++;
    folder.errors += errors;
    folder.warnings += warnings;
    folder.infos += infos;
    for (const { name, met } of report.sets ?? []) {
      const known = folder.sets.get(name) ?? { met: 0, files: 0 };
      known.files++;
      if (met) known.met++;
      folder.sets.set(name, known);
    }
  }

  /** The folders, by path. */
  get all(): readonly FolderVerdict[] {
    return Array.from(this.#folders, ([path, { files, passed, errors, warnings, infos, sets }]) => ({
      path,
      files,
      passed,
      failed: files - passed,
      errors,
      warnings,
      infos,
      sets: Array.from(sets, ([name, counts]) => ({ name, ...counts })),
    })).sort((a, b) => (a.path < b.path ? -1 : 1));
  }
}

/** Returns the folder of a file in a report; that of the package for a layer in one. */
function folderOf(path: string): string {
  const bracket = path.indexOf("[");
  const file = bracket < 0 ? path : path.slice(0, bracket);
  const slash = file.lastIndexOf("/");
  if (slash < 0) return ".";
  return slash === 0 ? "/" : file.slice(0, slash);
}
