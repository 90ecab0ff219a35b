// `usda view` end to end: the command, its server, and the page in Chromium.

import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../../packages/usda-lint/src/test-support/run-command.ts";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { SCENE } from "./chair-scene.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const PRIMS = ["World", "Chair", "Flowers", "Main", "Render", "Settings"];
const models = { "models/chair.glb": chairGlb(), "models/flowers.ply": flowersPly() };
const args = ["scene.usda", "--assets", "models"];

afterAll(closeBrowser);

describe("the command", () => {
  test.each([
    [["none.usda"], /none\.usda: no such file/],
    [["-"], /standard input/],
    [["x.usda", "--port", "99999"], /--port expects a number from 0 to 65535/],
    [["x.usda", "--assets", "nowhere"], /nowhere: no such file|no such file/],
  ])("%j exits with 2 and reports the reason", async (given, message) => {
    await using view = new ViewPage().write({ "x.usda": SCENE });
    const result = await runCommand("usda", ["view", "--no-open", ...given], { cwd: view.folder });
    expect(result).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) as string });
  });
});

describe.skipIf(whySkipped !== "")(`the page in Chromium${whySkipped}`, { timeout: 120_000 }, () => {
  test("shows text, findings, tree, plan and image, and makes no requests to other hosts", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE.replace("640, 480", "6400, 480"), ...models });
    const page = await view.open(...args);
    await view.ready();
    expect(await view.text()).toContain('def Mesh "Chair" (');
    expect(await page.locator(".tree-row .name").allTextContents()).toEqual(PRIMS);
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toEqual(["resolution-limit"]);
    await page.click("[data-value=plan]");
    expect(await page.locator(".plan").textContent()).toContain("6400 × 480 pixels");
    expect(await page.locator(".image-status").textContent()).toMatch(/threads? .* triangles, .* splats/);
    // The stage of the file, with values and opinions.
    await page.click("[data-value=stage-tree]");
    await page.click('.prim-row[title="/World"]');
    await page.keyboard.press("ArrowDown");
    await page.locator(".property", { hasText: "visibility" }).click();
    await expect
      .poll(() => page.locator(".opinions h3").textContent())
      .toMatch(/^Opinions about visibility.*no opinion/);
    await page.click("[data-value=layer-tree]");
    await page.click("[data-value=plan]");
    await view.screenshot("dark");
    await page.click(".theme");
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("light");
    await view.image();
    await view.screenshot("light");
    const { origin } = new URL(page.url());
    expect(view.requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(view.errors).toEqual([]);
    // Threads need it.
    expect(await page.evaluate("crossOriginIsolated")).toBe(true);
    // The policy blocks what a script of others would do.
    const attempts = await page.evaluate<string[]>(`(async () => {
      const script = document.createElement("script");
      script.textContent = "window.inline = 1";
      document.body.append(script);
      const image = new Image();
      const loaded = new Promise((resolve) => {
        image.onload = () => resolve("loaded");
        image.onerror = () => resolve("blocked");
      });
      image.src = "https://example.com/x.png";
      const fetched = fetch("https://example.com/").then(() => "sent", () => "blocked");
      return [window.inline === 1 ? "run" : "blocked", await fetched, await loaded];
    })()`);
    expect(attempts).toEqual(["blocked", "blocked", "blocked"]);
    expect(view.errors.filter((message) => !message.includes("Content Security Policy"))).toEqual([]);
  });

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

  test("follows the file: changed, broken, removed, restored; and keeps typed text", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, ...models });
    const page = await view.open(...args);
    await view.ready();
    await expect.poll(() => page.locator(".badge").textContent()).toBe("No problems");
    view.write({ "scene.usda": SCENE.replace("focalLength", "focalLenght") });
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toEqual(["name-misspelled"]);
    view.write({ "scene.usda": SCENE.replace('"Chair" (', '"Chair" (((') });
    await expect.poll(() => page.locator(".badge").textContent()).toMatch(/error/);
    await expect.poll(() => page.locator(".image-message").textContent()).toMatch(/^line \d+: /);
    view.remove("scene.usda");
    await expect.poll(() => page.locator(".banner").textContent()).toBe("scene.usda: no such file");
    view.write({ "scene.usda": SCENE });
    await expect.poll(() => page.locator(".badge").textContent()).toBe("No problems");
    await expect.poll(() => page.locator(".banner").isVisible()).toBe(false);
    // Typed on the page: checked as it is typed, and not dropped for a change on disk.
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("x");
    await expect.poll(() => page.locator(".badge").textContent()).toMatch(/error/);
    view.write({ "scene.usda": `${SCENE}# more\n` });
    await expect.poll(() => page.locator(".banner").textContent()).toMatch(/changed on disk/);
    expect(await view.text()).toContain("x#usda 1.0");
    await page.getByText("Show the file").click();
    await expect.poll(() => page.locator(".badge").textContent()).toBe("No problems");
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
