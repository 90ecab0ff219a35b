/** The composed findings of the files of a run. */
import { formatLayerName, parseLayerName } from "@usdkit/usd";
import type { Finding, ResolvedProfile } from "@usdkit/validate";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { describeIoError } from "@usdkit/command/cli/errors";
import { absolutePath } from "@usdkit/command/files/input";
import { path } from "@usdkit/command/process/builtins";
import type { Prepared, Preparer } from "../check/prepare.ts";
import type { Entry } from "../files/entries.ts";
import { checkRoots, type CheckRootsOptions, type Root } from "./check-roots.ts";
import { LayerReports, reportName } from "./layer-reports.ts";
import { stagePath } from "./shared-files.ts";

export interface ComposeEntriesOptions extends CheckRootsOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
}

/** The files of a run, and what was found on their stages. */
export interface ComposedEntries {
  readonly files: AsyncIterable<Entry>;
  readonly found: LayerReports;
  /** Files that stages have read or looked for. */
  readonly touched: Iterable<string>;
}

/** Composes the files that no configuration ignores. */
export async function composeEntries(
  entries: AsyncIterable<Entry>,
  options: ComposeEntriesOptions,
): Promise<ComposedEntries> {
  const { cwd, configs } = options;
  const all: Entry[] = [];
  const roots: Root[] = [];
  for await (const entry of entries) {
    all.push(entry);
    if (entry.kind === "problem") continue;
    const { name, inner = [], isNamed = false } = entry.input;
    const file = absolutePath(entry.input, cwd);
    if (await isIgnored(configs, file)) continue;
    roots.push({ file: formatLayerName({ file: stagePath(file), inner }), name, isNamed });
  }
  const { byLayer, files } = await checkRoots(roots, options);
  return {
    files: each(all),
    found: new LayerReports(byLayer),
    touched: Array.from(files, (file) => path.resolve(file)),
  };
}

/** The check of the file by itself reports what is wrong with its configuration. */
async function isIgnored(configs: ConfigLookup, file: string): Promise<boolean> {
  try {
    return (await configs.find(file)).ignored;
  } catch {
    return true;
  }
}

async function* each(entries: readonly Entry[]): AsyncGenerator<Entry> {
  yield* entries;
}

/** The findings of one layer. */
export interface OtherReport {
  /** In reports. */
  readonly name: string;
  /** Absolute, as baselines name it; `/rooms/room.usdz[chair.usda]` in a package. */
  readonly file: string;
  readonly prepared: Prepared;
  readonly profile: ResolvedProfile;
  readonly findings: readonly Finding[];
  readonly source: Uint8Array;
}

export interface ReportOptions {
  readonly cwd: string;
  readonly configs: ConfigLookup;
  readonly preparer: Preparer;
}

/** Reports the findings of layers that no file of the run is, by the configuration of their own file. */
export async function* reportOthers(
  reports: LayerReports,
  { cwd, configs, preparer }: ReportOptions,
): AsyncGenerator<OtherReport | { readonly problem: string }> {
  for (const layer of reports.left) {
    const file = path.resolve(parseLayerName(layer).file);
    const name = reportName(layer, cwd);
    try {
      const { settings, ignored } = await configs.find(file);
      if (ignored) continue;
      const prepared = preparer.prepare(settings);
      const report = reports.report(layer, prepared.options());
      if (report.findings.length > 0)
        yield { name, file: file + layer.slice(parseLayerName(layer).file.length), prepared, ...report };
    } catch (error) {
      yield { problem: `${name}: ${describeIoError(error)}` };
    }
  }
}
