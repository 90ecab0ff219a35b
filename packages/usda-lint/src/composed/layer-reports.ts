/** Composed findings as reports of the layers that they are in. */
import { openLayer, parseLayerName, type OpenedLayer } from "@usdkit/usd";
import type { CheckOptions, Finding, ResolvedProfile, SetVerdict } from "@usdkit/validate";
import { reportFindings, reportLayer, type StageFinding } from "@usdkit/validate/stage";
import { nameOf } from "@usdkit/command/files/input";
import { readWhole } from "@usdkit/command/files/read-whole";
import { path } from "@usdkit/command/process/builtins";
import type { ComposedFindings } from "./check-roots.ts";
import type { FoundByLayer } from "./found-by-layer.ts";
import type { KnownStage } from "../files/settled-record.ts";
import { findingOfPlain, type CheckedStage, type PlainFinding } from "./stage-spool.ts";
import { contentOf, type Content } from "../files/content.ts";
import { stagePath } from "./shared-files.ts";
import { layerOf } from "./text-layer.ts";

/** The findings of one layer. */
export interface LayerReport {
  readonly profile: ResolvedProfile;
  readonly findings: readonly Finding[];
  /** Of the layer itself. */
  readonly content: Content;
}

/** The composed findings of a run; each layer is taken once. */
export class LayerReports {
  readonly #left: FoundByLayer;
  readonly #stages: ComposedFindings["stages"];
  readonly #failed: ComposedFindings["failed"];
  readonly #cwd: string;

  /** @param cwd absolute; places in other layers are relative to it */
  constructor({ byLayer, stages, failed }: Pick<ComposedFindings, "byLayer" | "stages" | "failed">, cwd: string) {
    this.#stages = stages;
    this.#failed = failed;
    this.#left = byLayer;
    this.#cwd = cwd;
  }

  /** Returns whether the stage of a root layer meets the requirement sets; undefined if it was not composed. */
  verdicts(layer: string): readonly SetVerdict[] | undefined {
    return this.#stages.get(layer)?.verdicts;
  }

  /** Returns what was found on the stage of a layer alone; undefined if it was not composed. */
  stage(layer: string): CheckedStage | undefined {
    return this.#stages.get(layer);
  }

  /** Returns the stage of a layer as text, for a later run; null if that cannot repeat it, undefined if there is none. */
  knownStage(layer: string): KnownStage | null | undefined {
    if (this.#failed.has(layer)) return null;
    const known = this.#stages.known(layer);
    return known?.stamps === "" ? null : known;
  }

  /** Returns a text that is the same as long as the composed findings of a layer are; empty without any. */
  signatureOf(layer: string): string {
    const found = this.#left.get(layer);
    return found === undefined ? "" : hash(found.join("\n"));
  }

  /** Returns the files of the layers that the stage of a root has findings about, in their order. */
  filesOf(root: string): readonly string[] {
    const layers = this.#stages.get(root)?.checked.findings.map(({ layer }) => layer) ?? [];
    return Array.from(new Set(layers), (layer) => path.resolve(parseLayerName(layer).file));
  }

  /** Leaves out a layer whose findings an entry of an earlier run has. */
  skip(layer: string): void {
    this.#left.take(layer);
  }

  /** Whether a layer has composed findings. */
  hasLayer(layer: string): boolean {
    return this.#left.has(layer);
  }

  /** Removes what was found. */
  close(): void {
    this.#left.close();
    this.#stages.close();
  }

  /** Whether a file has composed findings. */
  has(file: string): boolean {
    return this.#left.has(stagePath(file));
  }

  /** Returns the composed findings of a file, which are not taken. */
  findings(file: string, source: Uint8Array, options: CheckOptions): readonly Finding[] {
    return reportFindings(layerOf(source), this.#found(stagePath(file)) ?? [], options);
  }

  /** Returns findings of a layer by itself with its composed findings, in the order of the text. */
  merge(
    layer: string,
    content: Content,
    findings: readonly Finding[],
    options: () => CheckOptions,
  ): readonly Finding[] {
    const found = this.#found(layer);
    if (found === undefined) return findings;
    this.#left.take(layer);
    const composed = reportFindings(layerOf(content.read()), found, options());
    return [...findings, ...composed.map((each) => this.#withNames(each))].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** The layers that were not taken, sorted by their names in reports: the same on every machine. */
  get left(): readonly string[] {
    const names = Array.from(this.#left.left(), (layer) => [layer, reportName(layer, this.#cwd)] as const);
    return names.sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([layer]) => layer);
  }

  /**
   * Returns the report of a layer that no file of the run is.
   *
   * @throws {Error} of the file system
   */
  report(layer: string, options: CheckOptions): LayerReport {
    const { file, inner } = parseLayerName(layer);
    const opened: OpenedLayer = openLayer(readWhole(file), { inner });
    const { profile, findings } = reportLayer(opened.layer, this.#found(layer) ?? [], options);
    return { profile, findings: findings.map((each) => this.#withNames(each)), content: contentOf(opened.bytes) };
  }

  #found(layer: string): readonly StageFinding[] | undefined {
    return this.#left.get(layer)?.map((each) => findingOfPlain(JSON.parse(each) as PlainFinding));
  }

  #withNames(finding: Finding): Finding {
    return withReportNames(finding, this.#cwd);
  }
}

/** Returns a finding that names other layers as reports do. */
export function withReportNames(finding: Finding, cwd: string): Finding {
  const { stage } = finding;
  const root = stage?.root;
  if (root === undefined && finding.related.every(({ layer }) => layer === undefined)) return finding;
  const related = finding.related.map((place) =>
    place.layer === undefined ? place : { ...place, layer: reportName(place.layer, cwd) },
  );
  return {
    ...finding,
    related,
    ...(root !== undefined && stage !== undefined && { stage: { ...stage, root: reportName(root, cwd) } }),
  };
}

/** Returns the name of a layer in reports: relative to a folder; `room.usdz[chair.usda]` in a package. */
export function reportName(layer: string, cwd: string): string {
  const { file } = parseLayerName(layer);
  return nameOf(path.resolve(file), cwd) + layer.slice(file.length);
}

function placeOf({ range, offset }: Finding): number {
  return offset ?? range.start;
}

function hash(text: string): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", text).slice(0, 32);
}
