/** The sink of views: keeps the values that the readers find in one statement. */
import type { Spline, Value } from "@usdkit/layer";
import type { FoundSample, FoundValue, PackedSamples } from "../read/found-value.ts";
import type { FoundEntry, StatementSink } from "../read/sink.ts";

/** Samples one by one, or all of them decoded as numbers. */
export type FoundSamples = { readonly list: readonly FoundSample[] } | { readonly packed: PackedSamples };

export class StatementValues implements StatementSink {
  readonly buildsValues = true;
  value: Value | undefined;
  paths: readonly string[] = [];
  names: readonly string[] = [];
  spline: Spline | undefined;
  entry: FoundEntry | undefined;
  private anchor = "/";
  private list: readonly FoundSample[] = [];
  private packed: PackedSamples | undefined;

  /** @param anchor the anchor prim of relative paths */
  begin(anchor: string): void {
    this.anchor = anchor;
    this.value = undefined;
    this.paths = [];
    this.names = [];
    this.spline = undefined;
    this.entry = undefined;
    this.list = [];
    this.packed = undefined;
  }

  get samples(): FoundSamples {
    return this.packed === undefined ? { list: this.list } : { packed: this.packed };
  }

  anchorPath(): string {
    return this.anchor;
  }

  keepNumbers(): number {
    return 0;
  }

  keepSamples(samples: PackedSamples): number {
    this.packed = samples;
    return 0;
  }

  propertyValue(_authored: number, found: FoundValue): void {
    this.value = found.value;
    this.paths = found.paths;
    this.list = found.samples;
    this.spline = found.spline;
  }

  order(_head: unknown, found: FoundValue): void {
    this.names = found.names;
  }

  field(entry: FoundEntry): void {
    this.entry = entry;
  }

  // The first pass has reported the errors and recorded the ranges.
  report(): void {}
  property(): void {}
  propertyEnd(): void {}
  propertyClosed(): void {}
  propertyAbandoned(): void {}
  metadata(): void {}
}
