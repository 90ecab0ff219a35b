import { bandGroups, blocksOf, placeGroup } from "../bands/bins.ts";
import * as frames from "../frame/frame.ts";
import type { Frame, GroupLists } from "../frame/frame.ts";
import { sharedWords } from "../prepare/shared-arrays.ts";
import type { Executor } from "./executor.ts";
import type { Step } from "./kernels.ts";

const { counters } = frames;

/**
 * Renders a frame step by step; each step begins when all threads have finished the one before.
 *
 * @param bandEntries Maximum entries of lists built together.
 */
export async function renderFrame(frame: Frame, bandEntries: number, executor: Executor): Promise<void> {
  const { meshes } = frame.scene;
  const { triangleBins, splatBins, pointBins, layout } = frame;
  const run = async (steps: readonly Step[], lists: GroupLists | null): Promise<void> => {
    const some = steps.filter(({ tasks }) => tasks > 0);
    if (some.length === 0) return;
    Atomics.store(frame.counters, counters.next, 0);
    await executor.run(some, lists);
  };
  await run([{ kernel: "vertices", tasks: blocksOf(meshes.vertices) }], null);
  await run(
    [
      { kernel: "triangles", tasks: triangleBins.blocks },
      { kernel: "splats", tasks: splatBins.blocks },
      { kernel: "points", tasks: pointBins.blocks },
    ],
    null,
  );
  const bins = [triangleBins, splatBins, pointBins];
  const groups = bandGroups(bins, layout, bandEntries);
  for (const group of groups) {
    const lists = {
      group,
      triangles: sharedWords(placeGroup(triangleBins, layout, group)),
      splats: sharedWords(placeGroup(splatBins, layout, group)),
      points: sharedWords(placeGroup(pointBins, layout, group)),
    };
    const step = (kernel: Step["kernel"], list: Uint32Array, blocks: number): Step => ({
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
    await run([{ kernel: "bands", tasks: group.to - group.from }], lists);
  }
}
