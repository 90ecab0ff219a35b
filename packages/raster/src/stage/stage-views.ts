import { numbersOf, StageReader, type Stage } from "@usdkit/usd";

/** What a stage says about its images. */
export interface StageViews {
  /** Paths of all Camera prims, in the order of the stage. */
  readonly cameras: readonly string[];
  /** Of the first RenderSettings prim; undefined without one that authors it. */
  readonly resolution: readonly [width: number, height: number] | undefined;
}

/** Finds the cameras and the resolution of a stage, in one walk. */
export function stageViews(stage: Stage): StageViews {
  const reader = new StageReader(stage);
  const cameras: string[] = [];
  let settings: StageViews["resolution"] | null = null;
  for (const prim of reader.prims({ instanceProxies: true })) {
    if (prim.type === "Camera") cameras.push(prim.path);
    if (prim.type !== "RenderSettings" || settings !== null) continue;
    // The fallback of the schema would hide that none is authored.
    const attribute = reader.attribute(prim, "resolution");
    const isAuthored = attribute !== undefined && attribute.opinions.length > 0;
    const [width, height] = (isAuthored && numbersOf(reader.attributeValue(attribute, null))) || [];
    settings = width === undefined || height === undefined ? undefined : [width, height];
  }
  return { cameras, resolution: settings ?? undefined };
}
