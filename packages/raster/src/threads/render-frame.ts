import { bandGroups, blocksOf, placeGroup, type BandGroup } from "../bands/bins.ts";
import { counters } from "../bands/frame.ts";
import type { Frame, FrameLook, GroupLists } from "../bands/frame.ts";
import { sharedWords } from "../prepare/shared-arrays.ts";
import type { Executor } from "./executor.ts";
import type { KernelName, Step } from "./kernels.ts";

/** Runs steps in all threads; a step without tasks is left out. */
type Run = (steps: readonly Step[], lists: GroupLists | null) => Promise<void>;

/**
 * Renders a frame step by step; each step begins when all threads have finished the one before.
 *
 * @param frame without its look
 * @param look is awaited when all else is known: its shadows may still be drawn
 * @param bandEntries Maximum entries of lists built together.
 */
export async function renderFrame(
  frame: Frame,
  look: Promise<FrameLook | null>,
  bandEntries: number,
  executor: Executor,
): Promise<void> {
  const { meshes } = frame.scene;
  const { triangleBins, splatBins, pointBins, layout } = frame;
  const run: Run = async (steps, lists) => {
    const some = steps.filter(({ tasks }) => tasks > 0);
    if (some.length === 0) return;
    Atomics.store(frame.counters, counters.next, 0);
    await executor.run(some, lists);
  };
  const bin = (): Promise<void> =>
    run(
      [
        { kernel: "triangles", tasks: triangleBins.blocks },
        { kernel: "splats", tasks: splatBins.blocks },
        { kernel: "points", tasks: pointBins.blocks },
      ],
      null,
    );
  await run([{ kernel: "vertices", tasks: blocksOf(meshes.vertices) }], null);
  await bin();
  const groups = bandGroups([triangleBins, splatBins, pointBins], layout, bandEntries);
  const [first, ...others] = groups;
  const kept = first !== undefined && others.length === 0 ? await listGroup(frame, first, run) : undefined;
  const finished = await look;
  if (finished !== null) executor.setLook(finished);
  const passes = passesOf(finished);
  for (const [i, { kernel, after }] of passes.entries()) {
    // Lists of several groups are made again for each pass, as together they are too large.
    if (i > 0 && kept === undefined) await binAgain(frame, bin);
    for (const group of groups) {
      const lists = kept ?? (await listGroup(frame, group, run));
      await run([{ kernel, tasks: group.to - group.from }], lists);
    }
    if (after !== null) await run([{ kernel: after, tasks: 1 }], null);
  }
}

/** A pass over all bands, and what follows when they are drawn. */
interface Pass {
  readonly kernel: KernelName;
  readonly after: KernelName | null;
}

function passesOf(look: FrameLook | null): readonly Pass[] {
  const backdrops = look?.backdrops ?? null;
  const passes: Pass[] = [];
  if (backdrops !== null) passes.push({ kernel: "backdrop", after: "halveBackdrop" });
  if (backdrops !== null && backdrops.behind !== null) passes.push({ kernel: "behind", after: "halveBehind" });
  return [...passes, { kernel: "bands", after: null }];
}

/** Counts the elements of bands once more, which listing them has replaced. */
async function binAgain({ counters: counts }: Frame, bin: () => Promise<void>): Promise<void> {
  const before = Int32Array.from(counts);
  await bin();
  for (const counter of ["trianglesDrawn", "splatsDrawn", "pointsDrawn", "nonFiniteTriangles"] as const) {
    counts[counters[counter]] = before[counters[counter]];
  }
}

async function listGroup(frame: Frame, group: BandGroup, run: Run): Promise<GroupLists> {
  const { triangleBins, splatBins, pointBins, layout } = frame;
  const lists = {
    group,
    triangles: sharedWords(placeGroup(triangleBins, layout, group)),
    splats: sharedWords(placeGroup(splatBins, layout, group)),
    points: sharedWords(placeGroup(pointBins, layout, group)),
  };
  const step = (kernel: KernelName, list: Uint32Array, blocks: number): Step => ({
    kernel,
    tasks: list.length > 0 ? blocks : 0,
  });
  await run(
    [
      step("listTriangles", lists.triangles, triangleBins.blocks),
      step("listSplats", lists.splats, splatBins.blocks),
      step("listPoints", lists.points, pointBins.blocks),
    ],
    lists,
  );
  return lists;
}
