// Draws images of a stage in a separate process, and prints their cost as one line of JSON:
//
//   node stage-images.ts '{"root":"/tmp/stage/root.usdc","play":false,"threads":2,"built":false}'

import { join } from "node:path";
import type * as raster from "../../../packages/raster/src/index.ts";
import type * as files from "../../../packages/usd/src/files/index.ts";
import type * as usd from "../../../packages/usd/src/index.ts";
import { installedEntry } from "../installed.ts";
import { repository } from "../paths.ts";

export interface StageImagesRun {
  readonly root: string;
  /** Draw all time codes of the stage instead of one from other cameras. */
  readonly play: boolean;
  readonly threads: number;
  readonly built: boolean;
}

/** Milliseconds and bytes. */
export interface StageImagesFigures {
  /** From the file to the first image; the modules are loaded. */
  readonly first: number;
  /** Of the images after the first: the median. */
  readonly next: number;
  readonly images: number;
  /** By how much the process grew at most. */
  readonly growth: number;
  /** Geometry and textures without mipmaps, as decoded. */
  readonly decoded: number;
  readonly triangles: number;
}

const SIZE = { width: 960, height: 540 } as const;
const CAMERAS = 8;

if (import.meta.main) console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "{}") as StageImagesRun)));

async function measure({ root, play, threads, built }: StageImagesRun): Promise<StageImagesFigures> {
  const { prepareStage } = await load<typeof raster>("raster", "index", built);
  const { Stage } = await load<typeof usd>("usd", "index", built);
  const { fileResolver } = await load<typeof files>("usd/files", "files/index", built);
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  const started = performance.now();
  const stage = await Stage.open(root, { resolver: fileResolver() });
  await using scene = prepareStage(stage);
  const options = { ...SIZE, threads, look: "full", background: [0, 0, 0] } as const;
  const range = scene.timeRange();
  const start = play ? range?.start : undefined;
  await scene.render({ ...options, camera: "auto", time: start });
  const first = performance.now() - started;
  const shots: raster.RenderOptions[] = play
    ? Array.from({ length: (range?.end ?? 0) - (range?.start ?? 0) }, (_, i) => ({
        camera: "auto",
        time: (range?.start ?? 0) + 1 + i,
      }))
    : (await scene.turntable(CAMERAS + 1, "auto")).slice(1).map((camera) => ({ camera }));
  const times: number[] = [];
  for (const shot of shots) {
    const at = performance.now();
    await scene.render({ ...options, ...shot });
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  const { geometryBytes, textures, triangles } = await scene.statistics(start);
  const pixels = textures.reduce((sum, { width, height }) => sum + width * height, 0);
  return {
    first,
    next: times[times.length >> 1] ?? NaN,
    images: times.length,
    growth: process.resourceUsage().maxRSS * 1024 - before,
    decoded: geometryBytes + 4 * pixels,
    triangles,
  };
}

/** Imports an entry point of a package, named by its folder and the module of its sources. */
async function load<T>(entry: string, module: string, built: boolean): Promise<T> {
  const [name = ""] = entry.split("/");
  return (await import(built ? installedEntry(entry) : join(repository, "packages", name, `src/${module}.ts`))) as T;
}
