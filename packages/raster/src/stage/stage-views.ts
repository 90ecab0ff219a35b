import { numbersOf, StageReader, type Stage } from "@usdkit/usd";

/** What a stage says about its images. */
export interface StageViews {
  /** Paths of all Camera prims, in the order of the stage. */
  readonly cameras: readonly string[];
  /** Of the first RenderSettings prim; undefined without one that authors it. */
  readonly resolution: readonly [width: number, height: number] | undefined;
  /** Type → number of prims, without those of prototypes; the type is "" for prims without one. */
  readonly types: ReadonlyMap<string, number>;
}

/** Finds the cameras, the resolution and the types of a stage, in one walk. */
export function stageViews(stage: Stage): StageViews {
  const reader = new StageReader(stage);
  const cameras: string[] = [];
  const types = new Map<string, number>();
  let settings: StageViews["resolution"] | null = null;
  for (const prim of reader.prims({ instanceProxies: true })) {
    types.set(prim.type, (types.get(prim.type) ?? 0) + 1);
    if (prim.type === "Camera") cameras.push(prim.path);
    if (prim.type !== "RenderSettings" || settings !== null) continue;
    // The fallback of the schema would hide that none is authored.
    const attribute = reader.attribute(prim, "resolution");
    const isAuthored = attribute !== undefined && attribute.opinions.length > 0;
    const [width, height] = (isAuthored && numbersOf(reader.attributeValue(attribute, null))) || [];
    settings = width === undefined || height === undefined ? undefined : [width, height];
  }
  return { cameras, types, resolution: settings ?? undefined };
}
