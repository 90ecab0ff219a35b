import { numbersOf, type StageReader } from "@usdkit/usd";
import { RenderError } from "../errors/render-error.ts";
import { defaultFrameLimits } from "../prepare/scene-limits.ts";
import type { RenderOptions } from "../rendering/render-options.ts";

/** What a stage says about its images. */
export interface StageViews {
  /** Paths of all Camera prims, in the order of the stage. */
  readonly cameras: readonly string[];
  /** Of the first RenderSettings prim; undefined without one that authors it. */
  readonly resolution: readonly [width: number, height: number] | undefined;
  /** Path of the first RenderSettings prim. */
  readonly settings: string | undefined;
  /** Type → number of prims, without those of prototypes; the type is "" for prims without one. */
  readonly types: ReadonlyMap<string, number>;
}

/** Finds the cameras, the resolution and the types of a stage, in one walk. */
export function stageViews(reader: StageReader): StageViews {
  const steps = viewSteps(reader);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/** As {@link stageViews}, with a step for each prim: for other work in between. */
export function* viewSteps(reader: StageReader): Generator<void, StageViews, undefined> {
  const cameras: string[] = [];
  const types = new Map<string, number>();
  let resolution: StageViews["resolution"];
  let settings: string | undefined;
  for (const prim of reader.prims({ instanceProxies: true })) {
    yield;
    types.set(prim.type, (types.get(prim.type) ?? 0) + 1);
    if (prim.type === "Camera") cameras.push(prim.path);
    if (prim.type !== "RenderSettings" || settings !== undefined) continue;
    settings = prim.path;
    // The fallback of the schema would hide that none is authored.
    const attribute = reader.attribute(prim, "resolution");
    const isAuthored = attribute !== undefined && attribute.opinions.length > 0;
    const [width, height] = (isAuthored && numbersOf(reader.attributeValue(attribute, null))) || [];
    if (width !== undefined && height !== undefined) resolution = [width, height];
  }
  return { cameras, types, resolution, settings };
}

/** Resolution of stages without RenderSettings. */
const DEFAULT_RESOLUTION = [960, 540] as const;

/**
 * Returns the size of images without one of their own.
 *
 * @throws {RenderError} `resolution` if the stage has one that no image can have, and the options do not replace it
 */
export function stageResolution(
  { resolution, settings }: StageViews,
  { width, height, limits }: RenderOptions = {},
): readonly [width: number, height: number] {
  if (resolution === undefined) return DEFAULT_RESOLUTION;
  const { side } = { ...defaultFrameLimits, ...limits };
  const isValid = resolution.every((pixels) => Number.isInteger(pixels) && pixels >= 1 && pixels <= side);
  if (isValid || (width !== undefined && height !== undefined)) return resolution;
  const message = `Expected a width and a height from 1 to ${side} pixels, found (${resolution.join(", ")}). Author them, or give width and height`;
  throw new RenderError("resolution", message, { primPath: settings, property: "resolution" });
}
