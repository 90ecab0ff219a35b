/** Values of attributes as JSON. */
import { dumpValue } from "@usdkit/layer";
import type { StageTime } from "../values/attribute-value.ts";
import { StageValues } from "../values/stage-values.ts";
import type { NamedStage } from "./named-stage.ts";

/** Returns the value of an attribute at a time, and its source, as JSON; undefined if the stage has no such attribute. */
export function describeValue({ stage, name }: NamedStage, path: string, time: StageTime): string | undefined {
  const values = new StageValues(stage);
  const attribute = values.attribute(path);
  if (attribute === undefined) return undefined;
  const { value, source } = values.value(attribute, time);
  const { kind, opinion, clip } = source;
  const layer = opinion?.layer ?? clip?.layer;
  const place = {
    kind,
    layer: layer === undefined ? null : name(layer.identifier),
    path: opinion?.spec.path ?? clip?.path ?? null,
  };
  // The value may have numbers that JSON.stringify would write in another way.
  const head = `"path":${JSON.stringify(path)},"time":${JSON.stringify(time)}`;
  return `{${head},"value":${value === undefined ? "null" : dumpValue(value)},"source":${JSON.stringify(place)}}`;
}
