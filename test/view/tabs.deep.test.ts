// Campaign in CI: Tabs of usda view: what a file shows does not depend on the file before it

import { afterAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { SCENE } from "./chair-scene.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const models = { "models/chair.glb": chairGlb(), "models/flowers.ply": flowersPly() };
/** With another camera, and an error behind it. */
const BROKEN = `#usda 1.0
def Camera "Other"
{
}
def Xform "World"
{
    int x = "one"
}
`;

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("a file with an error shows the error, not a missing prim or the image of the file before", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, "broken.usda": BROKEN, ...models });
    const page = await view.open("scene.usda", "broken.usda", "--assets", "models");
    await view.ready();
    // Every text that the message has had.
    await page.evaluate(`(() => {
      window.messages = [];
      const message = document.querySelector(".image-message");
      new MutationObserver(() => window.messages.push(message.textContent)).observe(message, { childList: true });
    })()`);
    for (let i = 0; i < 2; i++) {
      await page.click(".files [data-value='1']");
      await expect.poll(() => page.locator(".image-message").textContent()).toMatch(/^line 7: /);
      await expect.poll(() => page.locator(".badge").textContent()).toMatch(/error/);
      expect(await page.locator("canvas[data-quality]").count()).toBe(0);
      await page.click(".files [data-value='0']");
      await view.image();
      await expect.poll(() => page.locator(".badge").textContent()).toBe("No problems");
      expect(await page.locator(".image-message").isVisible()).toBe(false);
      expect(await page.locator(".viewport .cameras").inputValue()).toBe("/World/Main");
    }
    const messages = await page.evaluate<string[]>("window.messages");
    expect(messages.filter((text) => text !== "" && !text.startsWith("line 7: "))).toEqual([]);
    expect(view.errors).toEqual([]);
  });

  test("while a text has an error, the cameras are those of the image that stays", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, ...models });
    const page = await view.open("scene.usda", "--assets", "models");
    await view.ready();
    view.write({ "scene.usda": `${SCENE.replace('Camera "Main"', 'Camera "Left"')}{` });
    await expect.poll(() => page.locator(".image-message").textContent()).toMatch(/^line \d+: /);
    expect(await page.locator(".viewport .cameras option").allTextContents()).toEqual(["Free view", "/World/Main"]);
    expect(await page.locator(".viewport .cameras").inputValue()).toBe("/World/Main");
    view.write({ "scene.usda": SCENE.replace('Camera "Main"', 'Camera "Left"') });
    await expect
      .poll(() => page.locator(".viewport .cameras option").allTextContents())
      .toEqual(["Free view", "/World/Left"]);
    expect(view.errors).toEqual([]);
  });
});
