/** The bytes of values, which are waited for before they are read. */
import { MissingBytesError } from "@usdkit/base";
import { bracketingSamples, type AttributeSpec } from "@usdkit/layer";
import { sampledIn } from "../clips/clip-set.ts";
import type { ComposedStage } from "../index/composed-stage.ts";
import { invertOffset } from "../paths/layer-offset.ts";
import type { PathId } from "../paths/path-table.ts";
import { applyOffset } from "../metadata/retime.ts";
import { attributeOf, type StageAttribute } from "./attribute.ts";
import { attributeValue, type StageTime } from "./attribute-value.ts";
import { PrimReader } from "./prim-values.ts";
import type { AttributeOpinion } from "./value-source.ts";

/** Values that are waited for: those at times of the stage, null for the default time; or all with every time sample. */
export type PrefetchedValues = readonly StageTime[] | "all";

/** Reads the values of prims, and collects the bytes that are not there yet. */
export class ValuePrefetch {
  private readonly values: PrefetchedValues;
  private readonly prims: PrimReader;
  /** Specs that were read: prims below instances share them. */
  private readonly done: WeakSet<AttributeSpec> = new WeakSet();
  private missing: MissingBytesError[] = [];

  constructor(stage: ComposedStage, values: PrefetchedValues) {
    this.values = values;
    this.prims = new PrimReader(stage);
  }

  /** Reads the values of a prim. */
  add(path: PathId): void {
    this.attempt(() => {
      const prim = this.prims.read(path);
      for (const name of prim?.contents.properties.keys() ?? []) {
        this.attempt(() => {
          const attribute = prim && attributeOf(prim, name);
          if (attribute !== undefined) this.addAttribute(attribute);
        });
      }
    });
  }

  /** Returns the bytes that were missing since the last call; undefined if none were. */
  take(): Promise<void> | undefined {
    const [first, ...others] = this.missing;
    this.missing = [];
    return first && MissingBytesError.ofAll([first, ...others]).fetch();
  }

  private addAttribute(attribute: StageAttribute): void {
    for (const opinion of attribute.opinions) this.addOpinion(opinion);
    for (const source of attribute.sources) {
      if (!("clips" in source)) continue;
      if (this.values !== "all") {
        for (const time of this.values) this.attempt(() => void attributeValue(attribute, time));
        continue;
      }
      for (const clip of source.clips.set.clips) {
        this.attempt(() => {
          const spec = sampledIn(attribute.clips, source.clips, clip);
          if (spec !== undefined) this.addSpec(spec, () => this.addSamples(spec, "all"));
        });
      }
    }
  }

  private addOpinion({ spec, offset }: AttributeOpinion): void {
    this.addSpec(spec, () => {
      this.attempt(() => void spec.defaultValue);
      const { values } = this;
      const times = values === "all" ? values : values.flatMap((time) => (time === null ? [] : [time]));
      this.attempt(() => {
        this.addSamples(spec, times === "all" ? times : times.map((time) => applyOffset(invertOffset(offset), time)));
      });
    });
  }

  /** Reads a spec unless all of it was read before. */
  private addSpec(spec: AttributeSpec, read: () => void): void {
    if (this.done.has(spec)) return;
    const before = this.missing.length;
    read();
    if (this.missing.length === before) this.done.add(spec);
  }

  private addSamples({ timeSamples }: AttributeSpec, layerTimes: readonly number[] | "all"): void {
    if (timeSamples === undefined) return;
    const { times } = timeSamples;
    const indices = new Set<number>();
    if (layerTimes === "all") for (let i = 0; i < times.length; i++) indices.add(i);
    else {
      for (const time of layerTimes) {
        const bracket = bracketingSamples(times, time);
        if (bracket !== undefined) indices.add(bracket.lower).add(bracket.upper);
      }
    }
    for (const index of indices) this.attempt(() => void timeSamples.value(index));
  }

  private attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof MissingBytesError)) throw error;
      this.missing.push(error);
    }
  }
}
