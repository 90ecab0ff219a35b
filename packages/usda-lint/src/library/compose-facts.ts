/** Composes a stage for what the index keeps of it. */
import type { StageFacts } from "@usdkit/library/facts/file-facts";
import {
  alignedRange,
  BoundsCache,
  isEmptyRange,
  Stage,
  stageMetrics,
  StageReader,
  XformQueries,
  type Resolver,
} from "@usdkit/usd";

/** Prims of a stage whose bounds are computed: a few references to each other make stages of any size. */
const MAX_PRIMS = 50_000;

/**
 * Returns the bounds of the default prim of a stage, in the world. Never throws: a stage that cannot be composed has none.
 *
 * @param most Number of prims that the stage has at most, if that is known without composing it: they are counted otherwise.
 */
export async function composeFacts(root: string, resolver: Resolver, most?: number): Promise<StageFacts> {
  try {
    const stage = await Stage.open(root, { resolver });
    if (most === undefined || most > MAX_PRIMS) {
      let prims = 0;
      for (const _ of stage.prims()) if (++prims > MAX_PRIMS) return { state: "too large", bounds: null };
    }
    const { defaultPrim = "" } = stageMetrics(stage);
    const reader = new StageReader(stage);
    const prim = reader.prim(defaultPrim.startsWith("/") ? defaultPrim : `/${defaultPrim}`);
    if (prim === undefined) return { state: "failed", bounds: null };
    const purposes = ["default", "render"] as const;
    const bounds = new BoundsCache(new XformQueries(reader), null, { purposes: [...purposes], usesExtentsHint: true });
    const range = alignedRange(bounds.world(prim));
    if (isEmptyRange(range)) return { state: "empty", bounds: null };
    const { minimum, maximum } = range;
    return { state: "computed", bounds: [...minimum, ...maximum] };
  } catch {
    return { state: "failed", bounds: null };
  }
}
