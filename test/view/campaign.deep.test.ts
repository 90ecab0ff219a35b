// Campaign: The page of `usda view` under load: a paste of 50 MB, hostile names in every panel, hundreds of edits

import { afterAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { checkScene } from "../../packages/validate/src/index.ts";
import { chairGlb } from "../demo/models.ts";
import { badge, banner, expectAlive, random, SCENE, status } from "./campaign-page.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

/** Elements that the page itself does not have; the editor has images without a source next to widgets. */
const HOSTILE = "img:not(.cm-widgetBuffer), b, script:not([src]), svg[onload], iframe, a, object, embed";

afterAll(closeBrowser);

/** The badge that a text should have. */
function badgeOf(text: string): string {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of checkScene(text).findings) counts[severity]++;
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0
    ? "No problems"
    : parts.map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`).join(", ");
}

/** Pastes repetitions of a text at the cursor, as the clipboard would. */
async function paste(page: Page, text: string, times: number): Promise<void> {
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", ${JSON.stringify(text)}.repeat(${times}));
    const content = document.querySelector(".editor").shadowRoot.querySelector(".cm-content");
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }`);
}

describe.skipIf(whySkipped !== "")(`a campaign in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("a paste beyond the limit changes nothing and has a message; one below it is checked", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, "models/chair.glb": chairGlb() });
    const page = await view.open("scene.usda", "--assets", "models");
    await view.ready();
    await expect.poll(() => badge(page)).toBe("No problems");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await paste(page, `${"x".repeat(99)}\n`, 500_000);
    await expect.poll(() => banner(page)).toMatch(/would have (?:48|21) MiB; the editor shows at most 20 MiB/);
    expect(await status(page)).toBe("live");
    await view.screenshot("paste");
    await expectAlive(page, view);
    // A comment, so that the text stays valid.
    const lines = 150_000;
    await page.keyboard.press("Control+End");
    await paste(page, `# ${"x".repeat(97)}\n`, lines);
    await expect.poll(() => status(page)).toBe("edited, not saved");
    await expect.poll(() => badge(page), { timeout: 60_000 }).toBe("No problems");
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page), { timeout: 60_000 }).toBe("live");
    expect(view.read("scene.usda")).toBe(SCENE + `# ${"x".repeat(97)}\n`.repeat(lines));
    await expectAlive(page, view);
  });

  test("hostile names are text in every panel", async () => {
    const attacks = [
      '<img src=x onerror="window.broken=1">',
      "</script><script>window.broken=1</script>",
      "<svg onload=window.broken=1>",
      '"><iframe srcdoc="<script>parent.broken=1</script>">',
      "javascript:window.broken=1",
      "[x](javascript:window.broken=1) ![x](https://evil.example/x.png)",
      "\u202egnp.exe\u0000\u001b[31m",
      "${window.broken=1}{{window.broken=1}}",
      "x".repeat(20_000),
      "\\u003cimg src=x\\u003e",
    ];
    await using view = new ViewPage().write({ "scene.usda": SCENE, "models/chair.glb": chairGlb() });
    const page = await view.open("scene.usda", "--assets", "models");
    await view.ready();
    for (const attack of attacks) {
      const quoted = JSON.stringify(attack);
      const raw = attack.replaceAll(/["\n@]/g, "'");
      const text = SCENE.replace("#usda 1.0", `#usda 1.0\n(\n    doc = ${quoted}\n    defaultPrim = ${quoted}\n)`)
        .replace("asset:/mesh/chair", `asset:/mesh/${raw}`)
        .replace(
          'def Camera "Main"\n    {',
          `def Camera "Main" (\n        variants = { string ${quoted} = ${quoted} }\n        prepend variantSets = ${quoted}\n        ${raw} = 1\n    )\n    {\n        token projection = ${quoted}\n        string x = ${quoted}\n        asset y = @${raw}@`,
        )
        .replace("</World/Main>", `</World/${raw}>`);
      view.write({ "scene.usda": text });
      await expect.poll(() => badge(page), { timeout: 60_000 }).toBe(badgeOf(text));
      // Without scrolling along lines of 20,000 characters.
      await page.locator(".cm-line", { hasText: "token projection" }).click({ position: { x: 60, y: 8 } });
      await page.keyboard.press("Control+.");
      for (const name of ["variantSets", "projection", "payload", "rel camera"]) {
        const line = page.locator(".cm-line", { hasText: name }).first();
        await line.hover({ position: { x: 60, y: 8 } });
      }
      await page.waitForTimeout(400);
      for (const panel of ["plan", "findings"]) await page.click(`[data-value=${panel}]`);
      expect(await page.locator(HOSTILE).count()).toBe(0);
      expect(await page.evaluate("window.broken")).toBeUndefined();
    }
    await view.screenshot("hostile");
    const { origin } = new URL(page.url());
    expect(view.requests.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
    expect(view.errors).toEqual([]);
    view.write({ "scene.usda": SCENE });
    await expect.poll(() => badge(page)).toBe("No problems");
    await expectAlive(page, view);
  });

  test("many edits a second, on the page and on disk: the last text is the checked and saved one", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, "models/chair.glb": chairGlb() });
    const page = await view.open("scene.usda", "--assets", "models");
    await view.ready();
    const times = 300;
    for (let i = 0; i < times; i++) {
      view.write({ "scene.usda": SCENE.replace("focalLength = 35", `focalLength = ${i + 1}`) });
      if (i % 10 === 0) await page.waitForTimeout(15);
    }
    await expect.poll(() => view.text()).toContain(`focalLength = ${times}\n`);
    await expect.poll(() => badge(page)).toBe("No problems");
    // Random edits: typed, deleted, undone, moved; the language server gets each.
    const next = random(3);
    await page.locator(".cm-content").click();
    const keys = ["Enter", "Backspace", "Delete", "ArrowUp", "ArrowDown", "End", "Home", "Control+z", "Alt+ArrowUp"];
    for (let i = 0; i < times; i++) {
      const at = Math.floor(next() * (keys.length + 4));
      if (at < keys.length) await page.keyboard.press(keys[at] ?? "");
      else await page.keyboard.type(["{", 'def Mesh "A"', "}", "# \u00e4\ud83d\ude00"][at - keys.length] ?? "");
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("Control+End");
    await page.keyboard.type("#");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page)).toBe("live");
    const saved = view.read("scene.usda");
    expect(saved.endsWith("#")).toBe(true);
    await expect.poll(() => badge(page), { timeout: 60_000 }).toBe(badgeOf(saved));
    // The saved text is the shown one, and the server has the same: it finds the end of its last line.
    view.write({ "scene.usda": SCENE });
    await expect.poll(() => badge(page), { timeout: 60_000 }).toBe("No problems");
    await page.locator(".cm-line", { hasText: "rel camera" }).getByText("</World/Main>").click();
    await page.keyboard.press("F2");
    await page.locator(".cm-rename input").fill("Renamed");
    await page.keyboard.press("Enter");
    await expect.poll(() => view.text()).toContain('"Renamed"');
    expect(view.errors).toEqual([]);
  });
});
