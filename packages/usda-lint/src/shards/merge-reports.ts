/** Joins reports of shards to the report that one run would have written. */
import { everyRule } from "@usdkit/validate/stage";
import type { Finding } from "@usdkit/validate";
import { baselineKey } from "@usdkit/lint-config/baseline-entries";
import { counted } from "@usdkit/base";
import { IoError, UsageError } from "@usdkit/command/cli/errors";
import type { CommandContext } from "@usdkit/command/context/command-context";
import { SortedSpool } from "@usdkit/batch/spool/sorted-spool";
import { FoundByLayer } from "../composed/found-by-layer.ts";
import { joinStages, type JoinedFinding, type JoinedStage } from "../composed/join-stages.ts";
import type { FileReport, Summary } from "../reporters/reporter.ts";
import type { ShardReport } from "../reporters/shard-entry.ts";
import { findingOf, type EntryLayer, type ReportEntry } from "./report-entry.ts";
import { readReport } from "./report-files.ts";

/** Reports on disk, so that any number of files and findings takes the same memory. */
class JoinedReports implements Disposable {
  /** In the order of the files; undefined for reports that are not of shards, which are joined one after the other. */
  readonly shards: readonly ShardReport[] | undefined;
  /** The files of a run in their order: the report that each is of, and its entry. */
  readonly entries: SortedSpool;
  /** Findings on stages that were not taken yet, by layer. */
  readonly composed: FoundByLayer;
  /** By layer: what reports have about it, as JSON. */
  readonly layers: FoundByLayer;

  constructor({ shards, entries, composed, layers }: Omit<JoinedReports, typeof Symbol.dispose>) {
    [this.shards, this.entries, this.composed, this.layers] = [shards, entries, composed, layers];
  }

  [Symbol.dispose](): void {
    for (const each of [this.entries, this.composed, this.layers]) each.close();
  }
}

type ComposedLayer = Pick<EntryLayer, "profile" | "length" | "known">;

interface ComposedFinding {
  readonly finding: Finding;
  readonly rule: number;
}

/**
 * Reads reports, each once: they may be pipes.
 *
 * @throws {IoError} if a report cannot be read, or there is no room for what is in them
 * @throws {UsageError} if the reports are not those of all shards of one run
 */
export async function readReports(files: readonly string[], context: CommandContext): Promise<JoinedReports> {
  const shards: (ShardReport | undefined)[] = [];
  const entries = new SortedSpool();
  const stages = new StagesInOrder();
  const layers = new FoundByLayer();
  let count = 0;
  for (const [index, file] of files.entries()) {
    let own: ShardReport | undefined;
    for await (const part of readReport(file, context)) {
      if ("shard" in part) {
        own = part.shard;
        continue;
      }
      const { stage, ...shard } = part.entry.shard ?? { position: count++ };
      // A layer that is no file of the shard is described by a stage.
      if (shard.position === null) continue;
      const entry = part.entry.shard === undefined ? part.entry : { ...part.entry, shard };
      entries.add(keyOf(shard.position), `${index} ${JSON.stringify(entry)}`);
      if (stage === undefined) continue;
      stages.add(shard.position, stage);
      for (const { layer, profile, length, known } of stage.layers) {
        if (!layers.has(layer)) layers.add(layer, [JSON.stringify({ profile, length, known } satisfies ComposedLayer)]);
      }
    }
    shards.push(own);
  }
  const complete = checkShards(files, shards);
  const composed = joinStages(() => stages.all());
  stages.close();
  return new JoinedReports({ shards: complete, entries, composed, layers });
}

/** A key that sorts as positions do. */
function keyOf(position: number): string {
  return String(position).padStart(16, "0");
}

type EntryStage = NonNullable<NonNullable<ReportEntry["shard"]>["stage"]>;

/** The stages of reports in the order of one run, on disk. */
class StagesInOrder {
  readonly #spool = new SortedSpool();
  readonly #ruleOrder = new Map(everyRule.map(({ meta: { id } }, index) => [id, index]));

  add(position: number, { layers, ...head }: EntryStage): void {
    this.#spool.add(keyOf(position), `${JSON.stringify(head)}\n${JSON.stringify(layers)}`);
  }

  *all(): Generator<JoinedStage, void, void> {
    for (const { value } of this.#spool.records()) {
      const end = value.indexOf("\n");
      const head = JSON.parse(value.slice(0, end)) as Omit<EntryStage, "layers">;
      // Most of it is findings, which are asked for once.
      const layers = (): EntryStage["layers"] => JSON.parse(value.slice(end + 1)) as EntryStage["layers"];
      yield { ...head, findings: () => findingsOf(layers(), this.#ruleOrder) };
    }
  }

  close(): void {
    this.#spool.close();
  }
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
        text: () =>
          JSON.stringify({
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
  const [{ count, version, options }] = shards;
  const names = new Map<number, string>();
  for (const [i, shard] of shards.entries()) {
    if (shard.count !== count)
      throw new UsageError(`${files[i]}: shard ${shard.index}/${shard.count}, and ${files[0]} is one of ${count}`);
    if (shard.version !== version) {
      throw new UsageError(
        `${files[i]}: of usda-lint ${shard.version}, and ${files[0]} is of ${version}: check all shards with one version`,
      );
    }
    if (shard.options !== options) {
      throw new UsageError(
        `${files[i]}: checked with other options than ${files[0]}, "${shard.options}" and "${options}": check all shards with the same options`,
      );
    }
    const first = names.get(shard.index);
    if (first !== undefined) {
      throw new UsageError(`${files[i]}: shard ${shard.index}/${count}, as is ${first}: give one report of each shard`);
    }
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

/**
 * Yields the files of all reports in the order of one run, then the layers that are none of them.
 *
 * @param files names of the reports
 */
export function* joinReports(
  reports: JoinedReports,
  files: readonly string[],
  summary: Summary,
): Generator<FileReport, void, void> {
  let last = "";
  for (const { key, value } of reports.entries.records()) {
    const end = value.indexOf(" ");
    if (key === last) {
      const file = files[Number(value.slice(0, end))];
      throw new IoError(`${file}: file ${Number(key)} of the run comes again: the report is damaged`);
    }
    last = key;
    const entry = JSON.parse(value.slice(end + 1)) as ReportEntry;
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
    const about = aboutLayer(reports, layer);
    if (about === undefined) continue;
    const findings = takeComposed(reports, layer, summary);
    yield { path: layer, profile: about.profile, findings, source: NO_SOURCE, length: about.length };
  }
}

function aboutLayer({ layers }: JoinedReports, layer: string): ComposedLayer | undefined {
  const text = layers.get(layer)?.[0];
  return text === undefined ? undefined : (JSON.parse(text) as ComposedLayer);
}

const NO_SOURCE = new Uint8Array(0);

/** Returns the findings on stages in a layer, those of its baseline left out. */
function takeComposed(reports: JoinedReports, layer: string, summary: Summary): readonly Finding[] {
  const { composed } = reports;
  const found = composed.get(layer)?.map((each) => JSON.parse(each) as ComposedFinding);
  if (found === undefined) return [];
  composed.take(layer);
  const findings = found
    .toSorted((a, b) => byLine(a.finding, b.finding) || a.rule - b.rule)
    .map(({ finding }) => finding)
    .sort(byPlace);
  const known = aboutLayer(reports, layer)?.known;
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
