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

describe.skipIf(whySkipped !== "")(`the page in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
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
    // The theme of the system is followed until one is chosen.
    const theme = async (): Promise<unknown> => await page.evaluate("document.documentElement.dataset.theme");
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect.poll(theme).toBe(colorScheme);
    }
    await page.click(".theme");
    await expect.poll(theme).toBe("light");
    for (const colorScheme of ["light", "dark"] as const) await page.emulateMedia({ colorScheme });
    expect(await theme()).toBe("light");
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
});
