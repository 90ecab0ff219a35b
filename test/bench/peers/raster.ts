// Renders images of one scene in a separate process, and prints their cost as one line of JSON:
//
//   node raster.ts '{"scene":"splats","count":100000,"degree":0,"width":1920,"height":1080,"threads":2,"repeats":5,"built":false}'

import { createHash } from "node:crypto";
import { join } from "node:path";
import type * as raster from "../../../packages/raster/src/index.ts";
import { layers, mappedBall, rasterScene, splatRoom, texturedRelief } from "../generate/raster-scenes.ts";
import { repository } from "../paths.ts";

export interface RasterRun {
  readonly scene: "splats" | "relief" | "ball" | "opaque layers" | "blended layers";
  /** Splats, triangles or layers. */
  readonly count: number;
  readonly degree: 0 | 3;
  readonly width: number;
  readonly height: number;
  readonly look?: "plain" | "full" | undefined;
  readonly samples?: 1 | 4 | undefined;
  readonly threads: number;
  readonly repeats: number;
  readonly built: boolean;
  /** Milliseconds after which each image is stopped. */
  readonly abortAfter?: number | undefined;
}

/** Milliseconds; `prepare` and `first` are cold, `wall` and `cpu` the least of the repeats. */
export interface RasterFigures {
  readonly prepare: number;
  readonly first: number;
  readonly wall: number;
  readonly cpu: number;
  /** Bytes: the most that was in memory, all inputs included. */
  readonly peak: number;
  readonly hash: string;
  readonly drawn: number;
  /** From the signal to the end, the most of all repeats. */
  readonly stopped: number;
}

if (import.meta.main) console.log(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? "{}") as RasterRun)));

async function measure(run: RasterRun): Promise<RasterFigures> {
  const { width, height, threads, repeats, abortAfter } = run;
  const { prepareScene } = await load(run.built);
  const isMesh = run.scene !== "splats";
  const asset = assetOf(run);
  const started = performance.now();
  await using scene = await prepareScene(rasterScene(isMesh ? "Mesh" : "ParticleField3DGaussianSplat"), { it: asset });
  const prepare = performance.now() - started;
  let [first, wall, cpu, stopped] = [0, Infinity, Infinity, 0];
  let image: raster.RenderedImage | undefined;
  for (let round = 0; round < repeats; round++) {
    globalThis.gc?.();
    const before = process.cpuUsage();
    const start = performance.now();
    const controller = new AbortController();
    let signalled = Infinity;
    const timer = setTimeout(() => {
      signalled = performance.now();
      controller.abort();
    }, abortAfter ?? 1e9);
    try {
      image = await scene.render({
        width,
        height,
        threads,
        look: run.look,
        samples: run.samples,
        background: [0, 0, 0],
        signal: controller.signal,
      });
    } catch (error) {
      if (!controller.signal.aborted) throw error;
      stopped = Math.max(stopped, performance.now() - signalled);
    }
    clearTimeout(timer);
    const took = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    if (round === 0) first = took;
    wall = Math.min(wall, took);
    cpu = Math.min(cpu, (user + system) / 1000);
  }
  const hash = createHash("sha256")
    .update(image?.data ?? "")
    .digest("hex");
  const { drawn = 0 } = (isMesh ? image?.stats.triangles : image?.stats.splats) ?? {};
  return { prepare, first, wall, cpu, peak: process.resourceUsage().maxRSS * 1024, hash, drawn, stopped };
}

function assetOf({ scene, count, degree }: RasterRun): raster.MeshAsset | raster.SplatAsset {
  switch (scene) {
    case "splats":
      return splatRoom(count, degree);
    case "relief":
      return texturedRelief(count);
    case "ball":
      return mappedBall();
    case "opaque layers":
      return layers(count, "opaque");
    case "blended layers":
      return layers(count, "blend");
  }
}

async function load(built: boolean): Promise<typeof raster> {
  const file = join(repository, "packages/raster", built ? "dist/index.js" : "src/index.ts");
  return (await import(file)) as typeof raster;
}
