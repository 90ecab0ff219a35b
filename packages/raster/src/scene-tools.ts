import { loadAsset } from "@usdkit/assets";
import { mipmapsWithPauses } from "./prepare/mipmaps.ts";
import type { PrepareTools } from "./prepare/prepare-data.ts";
import type { ScenePools } from "./rendering/frame-renderer.ts";
import { poolLoader } from "./threads/load-in-pool.ts";
import { mipmapsInPool } from "./threads/mipmaps-in-pool.ts";
import { pauser } from "./threads/pause.ts";
import { RenderPool } from "./threads/render-pool.ts";

/** What prepares scenes, and their threads. */
export interface SceneTools extends PrepareTools {
  readonly pools: ScenePools;
}

/**
 * Returns the tools of a scene.
 *
 * @param shared The pool of the caller; undefined: the scene has its own. Null: the calling thread decodes everything.
 */
export function sceneTools(shared: RenderPool | null | undefined, signal: AbortSignal | undefined): SceneTools {
  const pause = pauser(signal);
  // Its threads start with the first work.
  const own = shared === undefined ? new RenderPool() : undefined;
  // Without a pool of the caller only Node starts threads here: a page may not have set the location of the worker's module.
  const pool = shared ?? (globalThis.process?.getBuiltinModule === undefined ? undefined : own);
  return {
    load: pool === undefined ? loadAsset : poolLoader(pool),
    pause: async () => await pause(),
    makeMipmaps: mipmapsInPool(
      pool,
      mipmapsWithPauses(async () => await pause()),
    ),
    pools: { own, shared: shared ?? undefined },
  };
}
