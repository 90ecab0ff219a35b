/** What was found on a stage, by layer, as reports of shards contain it. */
import { openLayer, parseLayerName } from "@usdkit/usd";
import type { Finding } from "@usdkit/validate";
import { reportLayer, type StageFinding } from "@usdkit/validate/stage";
import { readWhole } from "@usdkit/command/files/read-whole";
import { path } from "@usdkit/command/process/builtins";
import type { Content } from "../files/content.ts";
import type { Baseline } from "../check/baseline.ts";
import type { CheckedStage } from "../composed/stage-spool.ts";
import type { ReportOptions } from "../composed/compose-entries.ts";
import { reportName, withReportNames } from "../composed/layer-reports.ts";
import type { ShardEntry, StageEntry, StageLayer } from "../reporters/shard-entry.ts";

/** A file of a shard. */
export interface ShardFile {
  /** Absolute. */
  readonly file: string;
  readonly content: Content;
  readonly baseline: Baseline | undefined;
  readonly position: number | undefined;
  /** Findings about the layer by itself. */
  readonly own: readonly Finding[];
  /** What was found on its stage, if it was composed. */
  readonly composed: CheckedStage | undefined;
}

/** Returns what the report of a shard has of a file besides its findings. */
export async function shardEntry(
  { file, content, baseline, position = 0, own, composed }: ShardFile,
  options: ReportOptions,
): Promise<ShardEntry> {
  return {
    position,
    length: content.length,
    ...(baseline !== undefined && { baselined: own.length - baseline.filter(file, own).length }),
    ...(composed !== undefined && { stage: await describeStage(composed, content, options) }),
  };
}

/**
 * Describes a stage by levels and comments of the layers. Layers that a configuration ignores, and that cannot be read any more, are left out.
 *
 * @param content of the root
 */
async function describeStage(
  { root, checked }: CheckedStage,
  content: Content,
  options: ReportOptions,
): Promise<StageEntry> {
  const byLayer = Map.groupBy(checked.findings, ({ layer }) => layer);
  const layers: StageLayer[] = [];
  for (const [layer, found] of byLayer) {
    const described = await describeLayer(layer, found, layer === root.file ? content.read() : undefined, options);
    if (described !== undefined) layers.push(described);
  }
  return {
    root: reportName(parseLayerName(root.file).file, options.cwd),
    isNamed: root.isNamed,
    files: checked.files.map((file) => reportName(file, options.cwd)),
    layers,
  };
}

async function describeLayer(
  layer: string,
  found: readonly StageFinding[],
  source: Uint8Array | undefined,
  { cwd, configs, preparer }: ReportOptions,
): Promise<StageLayer | undefined> {
  const { file: name, inner } = parseLayerName(layer);
  const file = path.resolve(name);
  const { settings, ignored } = await configs.find(file);
  if (ignored) return undefined;
  const prepared = preparer.prepare(settings);
  const opened = openLayer(source ?? readWhole(file), { inner: source === undefined ? inner : [] });
  const { profile, findings } = reportLayer(opened.layer, found, prepared.options());
  return {
    layer: reportName(layer, cwd),
    profile,
    length: opened.bytes.length,
    findings: findings.map((each): Finding => withReportNames(each, cwd)),
    ...(prepared.baseline !== undefined && { known: prepared.baseline.entriesOf(file + layer.slice(name.length)) }),
  };
}
