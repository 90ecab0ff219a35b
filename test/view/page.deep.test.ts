// Campaign in CI: The page of usda view: selection, keys, cameras, editing, time, hostile names and broken files

import { afterAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { SCENE } from "./chair-scene.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const models = { "models/chair.glb": chairGlb(), "models/flowers.ply": flowersPly() };
const args = ["scene.usda", "--assets", "models"];

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`the page in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("a click on a pixel selects its prim in tree and text; keys frame it and change the shading mode", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, ...models });
    const page = await view.open(...args);
    await view.ready();
    const box = await page.locator("canvas").boundingBox();
    if (box === null) throw new Error("no canvas");
    // The bunch of flowers is above the middle.
    await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.36);
    await expect.poll(() => page.locator(".tree-row.selected .name").allTextContents()).toEqual(["Flowers"]);
    expect(await page.locator(".cm-activeLine").textContent()).toContain('"Flowers"');
    const centre = (): Promise<readonly number[]> =>
      page.evaluate(`(() => {
        const { width, height } = document.querySelector("canvas");
        const pixels = document.querySelector("canvas").getContext("2d");
        return [...pixels.getImageData(width / 2, height / 2, 1, 1).data];
      })()`);
    const pixels = async (): Promise<string> =>
      String(await page.evaluate("document.querySelector('canvas').toDataURL()"));
    const images = new Set([await pixels()]);
    /** Waits for an image that no mode or view before had. */
    const newImage = async (name: string): Promise<void> => {
      await expect.poll(async () => images.has(await pixels())).toBe(false);
      await page.waitForTimeout(200);
      await view.image();
      images.add(await pixels());
      await view.screenshot(name);
    };
    // The framed prim is at the centre.
    await page.keyboard.press("f");
    await expect.poll(() => page.locator(".viewport .cameras").inputValue()).toBe("");
    await newImage("framed");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(100);
    expect(await page.locator(".tree-row.selected .name").allTextContents()).toEqual(["Flowers"]);
    await page.click(".tree-row:has-text('Chair')");
    await page.keyboard.press("f");
    await newImage("framed-chair");
    for (const [key, name] of [
      ["2", "plain"],
      ["3", "wireframe"],
      ["4", "normals"],
      ["5", "depth"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => page.locator(".modes .chosen").getAttribute("data-value")).toBe(name);
      await newImage(name);
    }
    const [red, green, blue] = await centre();
    expect([green, blue]).toEqual([red, red]);
    // The point under a double click becomes the centre.
    await page.mouse.dblclick(box.x + box.width * 0.5, box.y + box.height * 0.6);
    await newImage("centred");
    await page.selectOption(".viewport .cameras", "/World/Main");
    await page.click(".tree-row:has-text('Chair')");
    await expect.poll(() => page.locator(".tree-row.selected .name").allTextContents()).toEqual(["Chair"]);
    expect(view.errors).toEqual([]);
  });

  test("orbit, pan and zoom leave the camera of the scene, and change the image", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, ...models });
    const page = await view.open(...args);
    await view.ready();
    const pixels = async (): Promise<string> =>
      String(await page.evaluate("document.querySelector('canvas').toDataURL()"));
    const seen = new Set([await pixels()]);
    const box = await page.locator("canvas").boundingBox();
    if (box === null) throw new Error("no canvas");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (button: "left" | "right"): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down({ button });
      await page.mouse.move(x + 40, y + 20, { steps: 4 });
      await page.mouse.up({ button });
    };
    for (const act of [() => drag("left"), () => drag("right"), () => page.mouse.wheel(0, -300)]) {
      await act();
      await expect.poll(async () => seen.has(await pixels())).toBe(false);
      await page.waitForTimeout(300);
      await view.image();
      seen.add(await pixels());
    }
    expect(await page.locator(".viewport .cameras").inputValue()).toBe("");
    expect(view.errors).toEqual([]);
  });

  test("documentation, completion and format come from the language server", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, ...models });
    const page = await view.open(...args);
    await view.ready();
    const line = page.locator(".cm-line", { hasText: "float focalLength" });
    await line.scrollIntoViewIfNeeded();
    await expect
      .poll(async () => {
        await page.mouse.move(5, 5);
        await line.getByText("focalLength").hover();
        await page.waitForTimeout(400);
        return await page.locator(".cm-hover-text").count();
      })
      .toBe(1);
    expect(await page.locator(".cm-hover-text").textContent()).toMatch(/focal length/i);
    await view.screenshot("hover");
    await line.click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("float focusD");
    await expect
      .poll(() => page.locator(".cm-tooltip-autocomplete li").allTextContents())
      .toEqual(expect.arrayContaining([expect.stringContaining("focusDistance")]));
    await view.screenshot("completion");
    await page.keyboard.press("Enter");
    await page.keyboard.type("   4");
    await page.keyboard.press("Shift+Alt+F");
    await expect.poll(() => view.text()).toMatch(/^ {8}float focusDistance = 4$/m);
    expect(view.errors).toEqual([]);
  });

  test("a slider scrubs through time samples", async () => {
    const one = "((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))";
    const away = one.replace("(0, 0, 0, 1)", "(-9, 0, 0, 1)");
    const samples = `matrix4d xformOp:transform.timeSamples = { 1: ${one}, 25: ${away} }`;
    const text = SCENE.replace("    {\n    }", `    {\n        ${samples}\n    }`);
    await using view = new ViewPage().write({ "scene.usda": text, ...models });
    const page = await view.open(...args);
    await view.ready();
    const slider = page.getByLabel("Time", { exact: true });
    await expect.poll(() => slider.isEnabled()).toBe(true);
    expect(await page.locator(".timeline .time").textContent()).toBe("1");
    const chairAt = async (): Promise<boolean> => {
      const box = await page.locator("canvas").boundingBox();
      if (box === null) throw new Error("no canvas");
      await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.75);
      await page.waitForTimeout(100);
      return (await page.locator(".tree-row.selected .name").allTextContents()).includes("Chair");
    };
    await expect.poll(chairAt).toBe(true);
    await slider.fill("25");
    await expect.poll(chairAt).toBe(false);
    await view.screenshot("time");
    await page.click(".timeline button");
    await expect.poll(() => page.locator(".timeline .time").textContent()).not.toBe("25");
    expect(view.errors).toEqual([]);
  });

  test("names and messages of any content are text", async () => {
    const script = '<img src=x onerror="window.broken = 1">';
    const name = "<img src=x onerror=window.broken=1>.usda";
    const text = SCENE.replace('defaultPrim = "World"', `defaultPrim = '${script}'`).replaceAll(
      "asset:/mesh/chair",
      "asset:/mesh/<b>chair",
    );
    await using view = new ViewPage().write({ [name]: text, ...models });
    const page = await view.open(name, "--assets", "models");
    await view.ready();
    await expect.poll(() => page.locator(".not-drawn").textContent()).toContain('no file for the mesh "<b>chair"');
    expect(await page.locator(".not-drawn summary").textContent()).toBe("1 prim is not drawn");
    expect(await page.locator(".files button").textContent()).toBe(name);
    await expect.poll(() => page.locator(".finding").count()).toBeGreaterThan(0);
    expect(await page.locator(".app img:not(.cm-widgetBuffer), .app b").count()).toBe(0);
    expect(await page.evaluate("window.broken")).toBeUndefined();
    expect(view.errors).toEqual([]);
  });

  test("a broken asset, a missing one, an unreadable file: messages, and the page keeps working", async () => {
    const binary = new TextEncoder().encode("PXR-USDC and then nothing");
    await using view = new ViewPage().write({
      "scene.usda": SCENE,
      "broken.usdc": binary,
      "patch.usda": '#usda 1.0\nover "World"\n{\n}\n',
      "models/chair.glb": "not a GLB",
    });
    const page = await view.open("scene.usda", "broken.usdc", "patch.usda", "--assets", "models");
    await view.ready();
    expect(await page.locator(".not-drawn").textContent()).toMatch(/2 prims are not drawn.*begins with.*no file for/s);
    view.write(models);
    await expect.poll(() => page.locator(".not-drawn").isVisible()).toBe(false);
    await page.click(".files [data-value='1']");
    await expect.poll(() => page.locator(".banner").textContent()).toMatch(/^byte \d+: /);
    await page.click(".files [data-value='2']");
    await expect.poll(() => page.locator(".image-message").textContent()).toMatch(/patch/);
    await page.click(".files [data-value='0']");
    await expect.poll(() => page.locator(".tree-row .name").count()).toBe(6);
    expect(view.errors).toEqual([]);
  });
});
