/** Joins reports of shards to the report that one run would have written. */
import { everyRule } from "@usdkit/validate/stage";
import type { Finding } from "@usdkit/validate";
import { baselineKey } from "@usdkit/lint-config/baseline-entries";
import { counted } from "@usdkit/base";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import type { FoundByLayer } from "../composed/found-by-layer.ts";
import { joinStages, type JoinedFinding, type JoinedStage } from "../composed/join-stages.ts";
import type { FileReport, Summary } from "../reporters/reporter.ts";
import type { ShardReport } from "../reporters/shard-entry.ts";
import { findingOf, type EntryLayer, type ReportEntry } from "./report-entry.ts";
import { readReport } from "./report-files.ts";

/** What is known of the reports before their files are read one after the other. */
export interface JoinedReports {
  /** In the order of the files; undefined for reports that are not of shards, which are joined one after the other. */
  readonly shards: readonly ShardReport[] | undefined;
  readonly files: readonly string[];
  /** Findings on stages that were not taken yet, by layer. */
  readonly composed: FoundByLayer;
  /** By layer: what reports have about it. */
  readonly layers: ReadonlyMap<string, ComposedLayer>;
}

type ComposedLayer = Pick<EntryLayer, "profile" | "length" | "known">;

interface ComposedFinding {
  readonly finding: Finding;
  readonly rule: number;
}

/**
 * Reads what is about all files: the shards, and the findings on their stages.
 *
 * @throws {IoError} if a report cannot be read
 * @throws {UsageError} if the reports are not those of all shards of one run
 */
export async function readReports(files: readonly string[], context: CommandContext): Promise<JoinedReports> {
  const ruleOrder = new Map(everyRule.map(({ meta: { id } }, index) => [id, index]));
  const shards: (ShardReport | undefined)[] = [];
  const stages: { readonly position: number; readonly stage: JoinedStage }[] = [];
  const layers = new Map<string, ComposedLayer>();
  for (const file of files) {
    let own: ShardReport | undefined;
    for await (const part of readReport(file, context)) {
      if ("shard" in part) own = part.shard;
      const { stage, position } = ("entry" in part ? part.entry.shard : undefined) ?? {};
      if (stage === undefined || position === undefined || position === null) continue;
      for (const { layer, profile, length, known } of stage.layers) {
        if (!layers.has(layer)) layers.set(layer, { profile, length, known });
      }
      stages.push({ position, stage: { ...stage, findings: () => findingsOf(stage.layers, ruleOrder) } });
    }
    shards.push(own);
  }
  const complete = checkShards(files, shards);
  stages.sort((a, b) => a.position - b.position);
  return { shards: complete, files, composed: joinStages(() => stages.map(({ stage }) => stage)), layers };
}

function findingsOf(layers: readonly EntryLayer[], ruleOrder: ReadonlyMap<string, number>): Iterable<JoinedFinding> {
  return layers.flatMap(({ layer, diagnostics }) =>
    diagnostics.map((each) => {
      const { start } = each.range ?? {};
      return {
        layer,
        rule: each.rule,
        place: each.offset ?? `${start?.line ?? 1}:${start?.column ?? 1}`,
        primPath: each.primPath,
        text: JSON.stringify({
          finding: findingOf(each),
          rule: ruleOrder.get(each.rule) ?? 0,
        } satisfies ComposedFinding),
      };
    }),
  );
}

/** Returns the shards; undefined if no report is of one. @throws {UsageError} if some are missing or there twice */
function checkShards(
  files: readonly string[],
  found: readonly (ShardReport | undefined)[],
): readonly ShardReport[] | undefined {
  const shards = found.filter((each) => each !== undefined);
  if (shards.length === 0) return undefined;
  const other = found.indexOf(undefined);
  if (other >= 0)
    throw new UsageError(`${files[other]}: not the report of a shard, as ${files[found.findIndex(Boolean)]} is`);
  const [{ count, version }] = shards;
  const names = new Map<number, string>();
  for (const [i, shard] of shards.entries()) {
    if (shard.count !== count)
      throw new UsageError(`${files[i]}: shard ${shard.index}/${shard.count}, and ${files[0]} is one of ${count}`);
    if (shard.version !== version) {
      throw new UsageError(
        `${files[i]}: of usda-lint ${shard.version}, and ${files[0]} is of ${version}: check all shards with one version`,
      );
    }
    const first = names.get(shard.index);
    if (first !== undefined) throw new UsageError(`${files[i]}: shard ${shard.index}/${count}, as ${first}`);
    names.set(shard.index, files[i]);
  }
  if (names.size < count) {
    const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !names.has(index));
    const listed = missing
      .slice(0, 10)
      .map((index) => `${index}/${count}`)
      .join(", ");
    throw new UsageError(
      `Missing ${counted(missing.length, "report")} of shards: ${listed}${missing.length > 10 ? ", …" : ""}`,
    );
  }
  return shards;
}

/** Yields the files of all reports in the order of one run, then the layers that are none of them. */
export async function* joinReports(
  reports: JoinedReports,
  context: CommandContext,
  summary: Summary,
): AsyncGenerator<FileReport> {
  for await (const entry of entriesInOrder(reports, context)) {
    const own = entry.diagnostics
      .filter(({ stage }) => stage === undefined || entry.shard === undefined)
      .map(findingOf);
    const { path, profile, sets, shard } = entry;
    if (shard?.baselined !== undefined) summary.baselined = (summary.baselined ?? 0) + shard.baselined;
    const composed = takeComposed(reports, path, summary);
    const findings = composed.length === 0 ? own : [...own, ...composed].sort(byPlace);
    yield { path, profile, findings, sets, source: NO_SOURCE, length: shard?.length };
  }
  for (const layer of [...reports.composed.left()].sort()) {
    const about = reports.layers.get(layer);
    if (about === undefined) continue;
    const findings = takeComposed(reports, layer, summary);
    yield { path: layer, profile: about.profile, findings, source: NO_SOURCE, length: about.length };
  }
  reports.composed.close();
}

const NO_SOURCE = new Uint8Array(0);

/** Returns the findings on stages in a layer, those of its baseline left out. */
function takeComposed({ composed, layers }: JoinedReports, layer: string, summary: Summary): readonly Finding[] {
  const found = composed.get(layer)?.map((each) => JSON.parse(each) as ComposedFinding);
  if (found === undefined) return [];
  composed.take(layer);
  const findings = found
    .toSorted((a, b) => byLine(a.finding, b.finding) || a.rule - b.rule)
    .map(({ finding }) => finding)
    .sort(byPlace);
  const known = layers.get(layer)?.known;
  if (known === undefined) return findings;
  const counts = new Map(known.map((each) => [baselineKey(each), each.count]));
  const left = findings.filter((finding) => {
    const key = baselineKey(finding);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
  summary.baselined = (summary.baselined ?? 0) + findings.length - left.length;
  return left;
}

/** As `LayerReports.merge` orders findings: by line and column, by byte in binary files. */
function byPlace(a: Finding, b: Finding): number {
  return (a.offset ?? 0) - (b.offset ?? 0) || byLine(a, b);
}

function byLine(a: Finding, b: Finding): number {
  return a.start.line - b.start.line || a.start.column - b.start.column;
}

/** Yields entries by their positions; of reports that are not of shards, in the order of the reports. */
async function* entriesInOrder({ shards, files }: JoinedReports, context: CommandContext): AsyncGenerator<ReportEntry> {
  if (shards === undefined) {
    for (const file of files) yield* entriesOf(file, context);
    return;
  }
  const sources = await Promise.all(
    files.map((file) => nextOf({ file, entries: entriesOf(file, context), entry: undefined })),
  );
  for (let last = -1; ;) {
    let least: Source | undefined;
    for (const each of sources) {
      if (each.entry !== undefined && (least === undefined || positionOf(each) < positionOf(least))) least = each;
    }
    if (least?.entry === undefined) return;
    const position = positionOf(least);
    if (position <= last) {
      throw new IoError(`${least.file}: file ${position} of the run comes again: the report is damaged`);
    }
    last = position;
    yield least.entry;
    await nextOf(least);
  }
}

/** A report, and its next file. */
interface Source {
  readonly file: string;
  readonly entries: AsyncGenerator<ReportEntry, void>;
  /** Undefined at its end. */
  entry: ReportEntry | undefined;
}

async function nextOf(source: Source): Promise<Source> {
  const next = await source.entries.next();
  source.entry = next.done === true ? undefined : next.value;
  return source;
}

function positionOf({ entry }: Source): number {
  return entry?.shard?.position ?? 0;
}

/** Yields the files of a report, without layers that are no file of its shard. */
async function* entriesOf(file: string, context: CommandContext): AsyncGenerator<ReportEntry, void> {
  for await (const part of readReport(file, context)) {
    if ("entry" in part && part.entry.shard?.position !== null) yield part.entry;
  }
}
