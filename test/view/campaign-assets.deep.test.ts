// Campaign: The page of `usda view` with a file of 50 MB, and with 80 damaged assets

import { afterAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { badge, banner, expectAlive, random, SCENE } from "./campaign-page.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`a campaign in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("a file of 50 MB is not shown in the editor, and has everything else", async () => {
    const filler = `# ${"x".repeat(97)}\n`.repeat(500_000);
    await using view = new ViewPage().write({ "scene.usda": SCENE + filler, "models/chair.glb": chairGlb() });
    const page = await view.open("scene.usda", "--assets", "models");
    await expect.poll(() => banner(page), { timeout: 60_000 }).toMatch(/MiB, and the editor shows at most 20 MiB/);
    await view.ready();
    expect(await page.locator(".tree-row .name").allTextContents()).toEqual([
      "World",
      "Chair",
      "Main",
      "Render",
      "Settings",
    ]);
    expect(await badge(page)).toBe("No problems");
    view.write({ "scene.usda": SCENE });
    await expect.poll(() => page.locator(".banner").isVisible(), { timeout: 60_000 }).toBe(false);
    await expectAlive(page, view);
  });

  test("damaged assets are messages or images", async () => {
    const next = random(7);
    const sources: readonly (readonly [string, Uint8Array])[] = [
      ["chair.glb", chairGlb()],
      ["chair.ply", flowersPly()],
    ];
    await using view = new ViewPage().write({ "scene.usda": SCENE, "models/chair.glb": chairGlb() });
    const page = await view.open("scene.usda", "--assets", "models");
    await view.ready();
    let asked = view.requests.length;
    for (let i = 0; i < 80; i++) {
      const [name, source] = sources[i % 2];
      const bytes = Uint8Array.from(source.subarray(0, Math.floor(source.length * (i % 3 === 0 ? next() : 1))));
      for (let k = 0; k < 8; k++) bytes[Math.floor(next() * Math.min(bytes.length, 2000))] = Math.floor(next() * 256);
      for (const [other] of sources) view.removeIfExists(`models/${other}`);
      view.write({ [`models/${name}`]: bytes });
      await expect.poll(() => view.requests.length).toBeGreaterThan(asked);
      asked = view.requests.length;
    }
    for (const [other] of sources) view.removeIfExists(`models/${other}`);
    await expect.poll(() => page.locator(".not-drawn").textContent()).toContain('no file for the mesh "chair"');
    view.write({ "models/chair.glb": chairGlb() });
    await expect.poll(() => page.locator(".not-drawn").isVisible()).toBe(false);
    await view.image();
    expect(await page.locator(".image-status").textContent()).toContain("triangles");
    await expectAlive(page, view);
  });
});
