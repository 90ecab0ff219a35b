/** Cameras of a stage as the service reads them. */
import type { PlainProperty } from "@usdkit/layer";
import { numbersOf, textOf, type PrimNode, type StageReader, type StageTime } from "@usdkit/usd";
import type { DroppedList } from "../errors/dropped.ts";

/** What cameras of the service do not have, with the value that changes nothing. */
const lost: readonly (readonly [name: string, neutral: number])[] = [
  ["horizontalApertureOffset", 0],
  ["verticalApertureOffset", 0],
  ["exposure", 0],
];

/** Lengths that have to be above 0, with the fallback of the schema. */
const lengths: readonly (readonly [name: string, fallback: number])[] = [
  ["focalLength", 50],
  ["horizontalAperture", 20.955],
  ["verticalAperture", 15.2908],
];

/** Numbers from 0 on. */
const optics = ["focusDistance", "fStop"] as const;

/** Near distance as a part of the far one, where the camera has none above 0. */
const NEAR = 1e-6;

/** Where a camera is read. */
export interface CameraSource {
  readonly reader: StageReader;
  readonly time: StageTime;
  readonly dropped: DroppedList;
}

/** Returns the properties of a camera at a time. Values that the service rejects are replaced, and named. */
export function cameraProperties({ reader, time, dropped }: CameraSource, prim: PrimNode): readonly PlainProperty[] {
  const number = (name: string): number => numbersOf(reader.value(prim, name, time))?.[0] as number;
  for (const [name, neutral] of lost) {
    const value = number(name);
    if (value !== neutral && Number.isFinite(value))
      dropped.add(prim.path, `The service has no ${name}: it is left out`);
  }
  const replaced = (name: string, value: number, fallback: number): number => {
    dropped.add(prim.path, `${name} = ${value} is not valid for the service: it is ${fallback}`);
    return fallback;
  };
  const properties: PlainProperty[] = lengths.map(([name, fallback]) => {
    const value = number(name);
    return { name, type: "float", value: value > 0 && value < Infinity ? value : replaced(name, value, fallback) };
  });
  for (const name of optics) {
    const value = number(name);
    properties.push({ name, type: "float", value: value >= 0 && value < Infinity ? value : replaced(name, value, 0) });
  }
  const isFlat = textOf(reader.value(prim, "projection", time)) === "orthographic";
  return [
    ...properties,
    { name: "clippingRange", type: "float2", value: clippingRange(reader, prim, { time, dropped }) },
    { name: "projection", type: "token", value: isFlat ? "orthographic" : "perspective" },
  ];
}

function clippingRange(
  reader: StageReader,
  prim: PrimNode,
  { time, dropped }: Pick<CameraSource, "time" | "dropped">,
): readonly [number, number] {
  const [near = 1, far = 1e6] = (numbersOf(reader.value(prim, "clippingRange", time)) ?? []) as ArrayLike<number> &
    Iterable<number>;
  if (near > 0 && near < far && far < Infinity) return [near, far];
  const last = far > 0 && far < Infinity ? far : 1e6;
  const used: readonly [number, number] = near > 0 && near < last ? [near, last] : [Math.fround(last * NEAR), last];
  dropped.add(prim.path, `clippingRange = (${near}, ${far}) is not valid for the service: it is (${used.join(", ")})`);
  return used;
}
