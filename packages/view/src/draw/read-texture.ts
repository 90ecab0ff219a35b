/** The files of textures of a stage. Loaded when the first one is needed. */
import { StageValues, type Stage } from "@usdkit/usd";

/** The number of the first tile stands for all of them. */
const FIRST_TILE = "1001";

/** Returns the file that an attribute names; undefined if there is none. */
export async function readTexture(stage: Stage, path: string): Promise<Uint8Array | undefined> {
  const values = new StageValues(stage);
  const attribute = values.attribute(path);
  if (attribute === undefined) return undefined;
  const { value, source } = values.value(attribute, null);
  if (value?.kind !== "typed" || typeof value.data !== "string" || source.opinion === undefined) return undefined;
  return await stage.readAsset(value.data.replaceAll("<UDIM>", FIRST_TILE), source.opinion.layer);
}
