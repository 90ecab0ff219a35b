/** The cost of an image: the same splats from the same places, here and in Chromium. */
import { readScene, rowMatrix, type RowMatrix } from "@usdkit/service-scene";
import { parseUsda } from "@usdkit/usda";
import { prepareScene } from "../../packages/raster/src/index.ts";
import type { Chromium } from "./chromium.ts";
import { describe, viewOf } from "./describe.ts";
import { room } from "./scenes.ts";

/** Milliseconds of one image; processor time is that of all threads and, for Chromium, of all of its processes. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

export interface ComparedCost {
  readonly count: number;
  readonly ours: Cost;
  readonly theirs: Cost;
  /** Their processor time over ours. */
  readonly ratio: number;
}

const SIZE = { width: 1920, height: 1080 };
/** Far enough apart that Spark sorts again each time. */
const places = [0, 1, 2, 3, 4].map((i) => rowMatrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.1 * i, 0, 4.5, 1]));

/** Images of a scene that both have loaded, from several places; Spark with its own settings, ours with two threads. */
export async function compareCost(chromium: Chromium, count: number): Promise<ComparedCost> {
  const scene = room(count, 0);
  const { description, loaded } = await describe(scene, SIZE, {}, chromium.files);
  const { camera } = readScene(parseUsda(scene.text).layer);
  if (camera === null) throw new Error("no camera");
  await using prepared = await prepareScene(scene.text, loaded);
  await chromium.load(description);
  const ours = await timed(
    async (worldMatrix) => void (await prepared.render({ ...SIZE, threads: 2, camera: { worldMatrix } })),
    ownProcessorTime,
  );
  const theirs = await timed(
    async (worldMatrix) => {
      await chromium.look(viewOf({ ...camera, worldMatrix }, SIZE));
      await chromium.draw();
    },
    () => chromium.processorTime(),
  );
  return { count, ours, theirs, ratio: theirs.cpu / ours.cpu };
}

/** The least of all images but the first, which is cold. */
async function timed(draw: (place: RowMatrix) => Promise<void>, processorTime: () => number): Promise<Cost> {
  let best: Cost = { wall: Infinity, cpu: Infinity };
  for (const [i, place] of places.entries()) {
    const [before, started] = [processorTime(), performance.now()];
    await draw(place);
    const cost = { wall: performance.now() - started, cpu: processorTime() - before };
    if (i > 0) best = { wall: Math.min(best.wall, cost.wall), cpu: Math.min(best.cpu, cost.cpu) };
  }
  return best;
}

function ownProcessorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
