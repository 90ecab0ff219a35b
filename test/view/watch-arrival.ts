// What the page of a large stage does while the stage arrives.

import type { Page } from "playwright-core";

/** Milliseconds after the start of the page; undefined if it was not seen. */
export interface Arrival {
  /** The first row of the tree with a prim. */
  readonly tree?: number;
  /** How many prims are ready. */
  readonly progress?: number;
  /** An image of a part of the stage. */
  readonly part?: number;
  /** The first image of the whole stage. */
  readonly draft?: number;
  readonly sharp?: number;
  /** Durations of the tasks of the page's thread of more than 50 ms. */
  readonly longTasks: readonly number[];
  /** Characters of the largest message of a worker, without pixels. */
  readonly largestMessage: number;
}

/** Follows a page from its start on; to be called before it is opened. */
export const watchArrival = `(() => {
  const seen = { longTasks: [], largestMessage: 0 };
  globalThis.arrival = seen;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longTasks.push(Math.round(duration));
  }).observe({ type: "longtask", buffered: true });
  const selectors = {
    tree: ".prim-row .name",
    progress: ".preparation:not([hidden])",
    part: "canvas[data-quality=part]",
    draft: "canvas[data-quality=draft]",
    sharp: "canvas[data-quality=sharp]",
  };
  new MutationObserver(() => {
    for (const [name, selector] of Object.entries(selectors)) {
      if (document.querySelector(selector) !== null) seen[name] ??= Math.round(performance.now());
    }
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-quality", "hidden"] });
  const Native = Worker;
  globalThis.Worker = class extends Native {
    constructor(...parameters) {
      super(...parameters);
      this.addEventListener("message", ({ data }) => {
        const text = JSON.stringify(data, (key, value) => (ArrayBuffer.isView(value) ? undefined : value)) ?? "";
        seen.largestMessage = Math.max(seen.largestMessage, text.length);
      });
    }
  };
})()`;

/** Returns what was seen so far. */
export async function readArrival(page: Page): Promise<Arrival> {
  return await page.evaluate<Arrival>("globalThis.arrival");
}
