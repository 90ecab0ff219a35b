/** The resolution of the scene, and the prim that has it. */
import { numbersOf, textOf, type PrimNode, type StageReader } from "@usdkit/usd";
import type { DroppedList } from "../errors/dropped.ts";

/** Width and height in pixels. */
export type Resolution = readonly [width: number, height: number];

/** What the first RenderSettings of a stage define. */
export interface StageSettings {
  readonly path: string;
  /** Undefined if it is not authored. */
  readonly resolution: Resolution | undefined;
  /** Path of the camera. */
  readonly camera: string | undefined;
}

/** Without settings: as `usda render` has it. */
const DEFAULT_RESOLUTION: Resolution = [960, 540];
/** Of the service, for width and height. */
const MAX_RESOLUTION = 4500;

/** Reads a RenderSettings prim. */
export function readSettings(reader: StageReader, prim: PrimNode, dropped: DroppedList): StageSettings {
  const authored = (name: string): ArrayLike<unknown> | undefined => {
    const attribute = reader.attribute(prim, name);
    return attribute !== undefined && attribute.opinions.length > 0
      ? numbersOf(reader.attributeValue(attribute, null))
      : undefined;
  };
  const [width, height] = Array.from(authored("resolution") ?? [], Number);
  const [ratio = 1] = Array.from(authored("pixelAspectRatio") ?? [], Number);
  if (ratio !== 1) dropped.add(prim.path, "The service has no pixelAspectRatio: pixels are square");
  const policy = textOf(reader.value(prim, "aspectRatioConformPolicy", null)) ?? "expandAperture";
  if (policy !== "expandAperture") {
    dropped.add(
      prim.path,
      `The service has no aspectRatioConformPolicy ${JSON.stringify(policy)}: it expands the aperture`,
    );
  }
  const [camera] = reader.targets(prim, "camera");
  return { path: prim.path, resolution: width > 0 && height > 0 ? [width, height] : undefined, camera };
}

/** Returns the resolution of the scene: what is asked for, or what the stage defines, within the limit of the service. */
export function sceneResolution(
  wanted: Resolution | undefined,
  settings: StageSettings | undefined,
  dropped: DroppedList,
): Resolution {
  const [width, height] = wanted ?? settings?.resolution ?? DEFAULT_RESOLUTION;
  const scale = Math.min(1, MAX_RESOLUTION / width, MAX_RESOLUTION / height);
  if (scale === 1) return [width, height];
  const used: Resolution = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
  dropped.add(
    settings?.path ?? "/",
    `The resolution ${width}x${height} exceeds ${MAX_RESOLUTION} pixels: it is ${used.join("x")}`,
  );
  return used;
}
