import { StageReader, type Stage } from "@usdkit/usd";

/** Returns the resolution of the first RenderSettings prim of a stage; undefined without one that authors it. */
export function stageResolution(stage: Stage): readonly [width: number, height: number] | undefined {
  const reader = new StageReader(stage);
  for (const prim of reader.prims()) {
    if (prim.type !== "RenderSettings") continue;
    // The fallback of the schema would hide that none is authored.
    const attribute = reader.attribute(prim, "resolution");
    const value = attribute?.opinions.length === 0 ? undefined : reader.value(prim, "resolution", null);
    if (value?.kind === "typed" && value.data instanceof Int32Array) return [value.data[0], value.data[1]];
    return undefined;
  }
  return undefined;
}
