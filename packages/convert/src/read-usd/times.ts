/** Times of a stage as seconds. */
import { stageMetrics, textOf, type Stage, type StageAttribute, type StageReader } from "@usdkit/usd";

/** The times of a stage that are converted. */
export interface StageTimes {
  /** Time codes; infinite without a range. */
  readonly first: number;
  readonly last: number;
  readonly secondsOf: (code: number) => number;
}

/** Who makes stages whose time code 0 is the start of the animation. */
const OWN_CREATOR = "@usdkit/convert";

/** Returns the times of a stage. Animations begin at its start, or at time code 0 in stages that were converted to USD. */
export function stageTimes(stage: Stage): StageTimes {
  const { startTimeCode, endTimeCode, hasTimeCodeRange, timeCodesPerSecond } = stageMetrics(stage);
  const isOwn = isConverted(stage) && startTimeCode >= 0;
  const start = hasTimeCodeRange && !isOwn ? startTimeCode : 0;
  return {
    first: hasTimeCodeRange ? startTimeCode : 0,
    last: hasTimeCodeRange ? endTimeCode : Infinity,
    secondsOf: (code) => (code - start) / timeCodesPerSecond,
  };
}

/** Whether a stage was converted from glTF. */
export function isConverted({ layerStack }: Stage): boolean {
  const data = layerStack.rootLayer.layer.root.fields.get("customLayerData")?.value;
  return data?.kind === "dictionary" && textOf(data.entries.get("creator")) === OWN_CREATOR;
}

/** Returns the time codes at which an attribute has samples or knots. */
export function keyTimes(reader: StageReader, attribute: StageAttribute): readonly number[] {
  const samples = reader.sampleTimes(attribute);
  const knots = attribute.sources.flatMap((source) =>
    "clips" in source ? [] : (source.spec.spline?.knots.map(({ time }) => time) ?? []),
  );
  return [...samples, ...knots];
}

/** Returns times in ascending order, each once, and those in the range alone; its ends are added to times that go beyond. */
export function inRange(times: Iterable<number>, { first, last }: StageTimes): readonly number[] {
  const all = [...new Set(times)].filter(Number.isFinite).toSorted((a, b) => a - b);
  const within = all.filter((time) => time >= first && time <= last);
  if (all.some((time) => time < first) && within[0] !== first) within.unshift(first);
  if (all.some((time) => time > last) && within.at(-1) !== last) within.push(last);
  return within;
}
