/** Composed findings as reports of the layers that they are in. */
import { openLayer, parseLayerName, type OpenedLayer } from "@usdkit/usd";
import type { CheckOptions, Finding, ResolvedProfile } from "@usdkit/validate";
import { reportLayer, type StageFinding } from "@usdkit/validate/stage";
import { nameOf } from "@usdkit/command/files/input";
import { readWhole } from "@usdkit/command/files/read-whole";
import { path } from "@usdkit/command/process/builtins";
import { stagePath } from "./shared-files.ts";

/** The findings of one layer. */
export interface LayerReport {
  readonly profile: ResolvedProfile;
  readonly findings: readonly Finding[];
  /** The bytes of the layer itself. */
  readonly source: Uint8Array;
}

/** The composed findings of a run; each layer is taken once. */
export class LayerReports {
  readonly #left: Map<string, readonly StageFinding[]>;

  constructor(byLayer: ReadonlyMap<string, readonly StageFinding[]>) {
    this.#left = new Map(byLayer);
  }

  /** Returns findings of a layer by itself with its composed findings, in the order of the text. */
  merge(
    file: string,
    source: Uint8Array,
    findings: readonly Finding[],
    options: () => CheckOptions,
  ): readonly Finding[] {
    const layer = stagePath(file);
    const found = this.#left.get(layer);
    if (found === undefined) return findings;
    this.#left.delete(layer);
    const composed = reportLayer(openLayer(source).layer, found, options()).findings;
    return [...findings, ...composed].sort((a, b) => placeOf(a) - placeOf(b));
  }

  /** The layers that were not taken, sorted. */
  get left(): readonly string[] {
    return [...this.#left.keys()].sort();
  }

  /**
   * Returns the report of a layer that no file of the run is.
   *
   * @throws {Error} of the file system
   */
  report(layer: string, options: CheckOptions): LayerReport {
    const { file, inner } = parseLayerName(layer);
    const opened: OpenedLayer = openLayer(readWhole(file), { inner });
    return { ...reportLayer(opened.layer, this.#left.get(layer) ?? [], options), source: opened.bytes };
  }
}

/** Returns the name of a layer in reports: relative to a folder; `room.usdz[chair.usda]` in a package. */
export function reportName(layer: string, cwd: string): string {
  const { file } = parseLayerName(layer);
  return nameOf(path.resolve(file), cwd) + layer.slice(file.length);
}

function placeOf({ range, offset }: Finding): number {
  return offset ?? range.start;
}
