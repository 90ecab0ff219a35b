/** The composed findings of the files of a run. */
import { formatLayerName, parseLayerName } from "@usdkit/usd";
import type { Finding, ResolvedProfile } from "@usdkit/validate";
import type { ConfigLookup } from "@usdkit/lint-config/config-lookup";
import { describeIoError } from "@usdkit/command/cli/errors";
import { path } from "@usdkit/command/process/builtins";
import type { Content } from "../files/content.ts";
import type { Prepared, Preparer } from "../check/prepare.ts";
import type { ChosenFile } from "./choose-roots.ts";
import { checkRoots, type CheckRootsOptions, type KnownRootStage, type Root } from "./check-roots.ts";
import { LayerReports, reportName } from "./layer-reports.ts";
import { stagePath } from "./shared-files.ts";

/** What was found on the stages of a run. */
export interface ComposedEntries {
  readonly found: LayerReports;
  /** Files that stages have read or looked for. */
  readonly touched: Iterable<string>;
  /** The index of the first file that was not composed, as the time was over. */
  readonly stoppedAt: number | undefined;
}

/** Composes files of a run. */
export async function composeEntries(
  chosen: AsyncIterable<ChosenFile | KnownRootStage>,
  options: CheckRootsOptions & { readonly cwd: string },
): Promise<ComposedEntries> {
  const { stoppedAt, files, ...findings } = await checkRoots(rootsOf(chosen), options);
  return {
    found: new LayerReports(findings, options.cwd),
    touched: Array.from(files, (file) => path.resolve(file)),
    stoppedAt: stoppedAt?.index,
  };
}

async function* rootsOf(chosen: AsyncIterable<ChosenFile | KnownRootStage>): AsyncGenerator<Root | KnownRootStage> {
  for await (const each of chosen) {
    const root = "known" in each ? each : await rootOf(each);
    if (root !== undefined) yield root;
  }
}

async function rootOf({ entry, file, settings, profile: known, index }: ChosenFile): Promise<Root | undefined> {
  const { name, inner = [], isNamed = false } = entry.input;
  const { profile, rules, primOverrides, limits, schemas } = settings;
  try {
    return {
      file: formatLayerName({ file: stagePath(file), inner }),
      name,
      isNamed,
      index,
      profile: known,
      options: { profile, rules, overrides: primOverrides, limits, schemas },
      bytes: entry.isFile === false ? await entry.read() : undefined,
    };
  } catch {
    // The check of the file by itself reports it.
    return undefined;
  }
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
  readonly content: Content;
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
