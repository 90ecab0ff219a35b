import { RenderPool } from "@usdkit/raster";

/** Threads of a worker process. They outlive a job: starting them takes longer than rendering most scenes. */
export const renderPool: RenderPool = new RenderPool();
