import { ViewPage } from "../../view/open-page.ts";
import { readArrival, watchArrival, type Arrival } from "../../view/watch-arrival.ts";
import { shot } from "../generate/shot.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const suite = "view";

/** The page while a large stage arrives: when something of it is seen, and how long the page's thread is blocked. */
export async function viewLarge({ quick, report }: SuiteOptions): Promise<void> {
  const size = quick ? 10_000 : 100_000;
  const input = `shot of ${size.toLocaleString("en")} prims`;
  const runs: Arrival[] = [];
  for (let i = 0; i < (quick ? 1 : 3); i++) runs.push(await arrive(size));
  const least = (of: (run: Arrival) => number | undefined): number =>
    Math.min(...runs.map((run) => of(run) ?? Infinity));
  const times = {
    tree: least(({ tree }) => tree),
    progress: least(({ progress }) => progress),
    part: least(({ part }) => part),
    draft: least(({ draft }) => draft),
    sharp: least(({ sharp }) => sharp),
  };
  for (const [name, time] of Object.entries(times)) {
    report({ suite, input, what: WHAT[name as keyof typeof WHAT], measured: `${time} ms`, figures: { [name]: time } });
  }
  const longest = least(({ longTasks }) => Math.max(0, ...longTasks));
  const many = least(({ longTasks }) => longTasks.length);
  report({
    suite,
    input,
    what: "longest task of the page",
    measured: `${longest} ms, ${many} over 50 ms`,
    target: `≤ ${targets.view.longestTask} ms`,
    met: longest <= targets.view.longestTask,
    figures: { longest, many },
  });
}

const WHAT = {
  tree: "first prims of the tree",
  progress: "progress",
  part: "first image of a part",
  draft: "first image of the whole",
  sharp: "sharp image",
} as const;

async function arrive(size: number): Promise<Arrival> {
  const { root, layers } = shot(size);
  await using opened = new ViewPage(watchArrival).write(Object.fromEntries(layers));
  const page = await opened.open(root);
  await page.waitForSelector("canvas[data-quality=sharp]", { timeout: 120_000 });
  return await readArrival(page);
}
