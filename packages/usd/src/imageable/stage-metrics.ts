/** What the metadata of a stage defines for all of its prims, with the fallbacks of the reference. */
import type { ComposedStage } from "../index/composed-stage.ts";
import { stageMetadata } from "../values/prim-values.ts";
import { numberOf, textOf } from "../values/plain-numbers.ts";

/** Units, axes and times of a stage. */
export interface StageMetrics {
  /** As it is authored: `Y` or `Z`, though layers may have other tokens. Fallback: `Y`. */
  readonly upAxis: string;
  /** Length of a scene unit, in metres. Fallback: 0.01. */
  readonly metersPerUnit: number;
  /** Mass of a unit, in kilograms. Fallback: 1. */
  readonly kilogramsPerUnit: number;
  /** Fallback: `framesPerSecond` if that is authored, otherwise 24. */
  readonly timeCodesPerSecond: number;
  /** Fallback: 24. */
  readonly framesPerSecond: number;
  /** Fallback: 0. */
  readonly startTimeCode: number;
  /** Fallback: 0. */
  readonly endTimeCode: number;
  /** Whether layers author both ends of the range of times. */
  readonly hasTimeCodeRange: boolean;
  /** Path of the default prim, of the root layer alone; undefined if it names none. The stage may have no prim there. */
  readonly defaultPrim: string | undefined;
}

/**
 * Returns the metrics of a stage, from its session layer and root layer.
 *
 * ```ts
 * stageMetrics(stage).upAxis; // "Y"
 * ```
 */
export function stageMetrics(stage: ComposedStage): StageMetrics {
  const number = (field: string): number | undefined => numberOf(stageMetadata(stage, field));
  const framesPerSecond = number("framesPerSecond");
  const start = number("startTimeCode");
  const end = number("endTimeCode");
  return {
    upAxis: textOf(stageMetadata(stage, "upAxis")) ?? "Y",
    metersPerUnit: number("metersPerUnit") ?? 0.01,
    kilogramsPerUnit: number("kilogramsPerUnit") ?? 1,
    timeCodesPerSecond: stage.layerStack.timeCodesPerSecond,
    framesPerSecond: framesPerSecond ?? 24,
    startTimeCode: start ?? 0,
    endTimeCode: end ?? 0,
    hasTimeCodeRange: start !== undefined && end !== undefined,
    defaultPrim: defaultPrim(stage),
  };
}

/** Returns the path of the render settings that the metadata of a stage names; "" if it names none. */
export function renderSettingsPath(stage: ComposedStage): string {
  return textOf(stageMetadata(stage, "renderSettingsPrimPath")) ?? "";
}

function defaultPrim({ layerStack: { rootLayer } }: ComposedStage): string | undefined {
  const name = textOf(rootLayer.layer.root.fields.get("defaultPrim")?.value);
  if (name === undefined || name === "") return undefined;
  return name.startsWith("/") ? name : `/${name}`;
}
