// Campaign: tree, search and parts of a stage of 20,000 prims are seen in the page of `usda view` before its image

import { afterAll, expect, test } from "vitest";
import { shot } from "../bench/generate/shot.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";
import { readArrival, watchArrival } from "./watch-arrival.ts";

afterAll(closeBrowser);

const PRIMS = 20_000;

test.skipIf(whySkipped !== "")(`tree, search, progress and parts come before the image${whySkipped}`, async () => {
  const { root, layers } = shot(PRIMS);
  await using opened = new ViewPage(watchArrival).write(Object.fromEntries(layers));
  const page = await opened.open(root);
  await page.waitForSelector("canvas[data-quality=part]");
  // What is ready can be picked; the tree and the search answer.
  await page.locator(".prim-row", { hasText: "Set_3" }).first().click();
  await page.fill(".stage-tree .search", "Mesh_5");
  await page.locator(".prim-row", { hasText: "Mesh_5" }).first().waitFor();
  await opened.image("sharp");
  const { tree, progress, part, draft, sharp, largestMessage } = await readArrival(page);
  expect([tree, progress, part, draft, sharp].map((time) => time === undefined)).toEqual(Array(5).fill(false));
  expect(progress).toBeLessThan(draft ?? 0);
  expect(part).toBeLessThan(draft ?? 0);
  expect(tree).toBeLessThan(sharp ?? 0);
  // Of 20,000 prims: no message has all of them.
  expect(largestMessage).toBeLessThan(100_000);
  expect(await page.locator(".preparation").isHidden()).toBe(true);
  expect(opened.errors).toEqual([]);
});
