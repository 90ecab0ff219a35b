// Campaign in CI: The page of usda view for everyone: contrast, names and headings by axe, narrow screens

import { afterAll, describe, expect, test } from "vitest";
import { chairGlb, flowersPly } from "../demo/models.ts";
import { axeViolations } from "./axe-violations.ts";
import { SCENE } from "./chair-scene.ts";
import { closeBrowser, saveScreenshot, ViewPage, whySkipped } from "./open-page.ts";

const models = { "models/chair.glb": chairGlb(), "models/flowers.ply": flowersPly() };
/** Findings of every severity, notes of the tree, prims that are not drawn, and long names. */
const FINDINGS = `#usda 1.0
# A comment
def Xform "ARatherLongNameOfAPrimThatIsTheOnlyOneOfItsKind" (
    references = @x.usda@
)
{
    def Sphere "Ball"
    {
    }
}
over Cube "B"
{
}
def Mesh "Chair" (
    payload = @asset:/mesh/chair@
)
{
}
def Camera "C"
{
    float shade = 2
}
`;
const files = {
  "scene.usda": SCENE,
  "a-rather-long-name-of-a-file-with-findings.usda": FINDINGS,
  ...models,
};
const args = [...Object.keys(files).slice(0, 2), "--assets", "models"];
const WIDTH = 390;

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("axe finds nothing: both themes, a scene and findings", async () => {
    await using view = new ViewPage().write(files);
    const page = await view.open(...args);
    await view.ready();
    for (const theme of ["dark", "light"]) {
      expect(await page.evaluate("document.documentElement.dataset.theme")).toBe(theme);
      for (const file of [0, 1]) {
        await page.click(`.files [data-value='${file}']`);
        await expect.poll(() => page.locator(".badge").textContent()).toMatch(file === 0 ? /^No problems$/ : /error/);
        await view.image();
        // A selected row has another background.
        await page.locator(".tree-row").first().click();
        await page.waitForSelector(".tree-row.selected");
        for (const tab of ["plan", "findings"]) {
          await page.click(`[data-value=${tab}]`);
          expect(await axeViolations(page)).toEqual([]);
        }
      }
      await page.click("[data-value=stage-tree]");
      await page.selectOption(".stage-tree select", "0");
      await page.click('.prim-row[title="/World"]');
      await page.locator(".property").first().click();
      await expect.poll(() => page.locator(".opinions h3").textContent()).toMatch(/^Opinions about/);
      expect(await axeViolations(page)).toEqual([]);
      await page.click(".bottom [data-value=stage]");
      await page.waitForSelector(".problem");
      expect(await axeViolations(page)).toEqual([]);
      await page.click("[data-value=layer-tree]");
      await page.click(".theme");
    }
    expect(view.errors).toEqual([]);
  });

  test(`nothing is cut off at ${WIDTH} pixels`, async () => {
    await using view = new ViewPage().write(files);
    const page = await view.open(...args);
    await page.setViewportSize({ width: WIDTH, height: 844 });
    await view.ready();
    for (const file of [0, 1]) {
      await page.click(`.files [data-value='${file}']`);
      await expect.poll(() => page.locator(".badge").textContent()).toMatch(file === 0 ? /^No problems$/ : /error/);
      await view.image();
      for (const tab of ["plan", "findings"]) {
        await page.click(`[data-value=${tab}]`);
        expect(await cutOff(view)).toEqual([]);
      }
      await saveScreenshot(page, `view-narrow-${file}`);
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});

/**
 * Returns the elements that are beyond the page's width and not in a list that scrolls, and those whose text is cut.
 * `.place` and others are checked in the same way: nothing has a shorter form for narrow screens.
 */
async function cutOff({ page }: ViewPage): Promise<string[]> {
  const found = await page.evaluate(`(() => {
    const name = (element) => element.localName + "." + element.className + " " + element.textContent.slice(0, 40);
    const canScroll = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
    const scrolled = (element) => {
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        if (above !== document.body && canScroll(above)) return true;
      }
      return false;
    };
    return [...document.querySelectorAll("header, header *, main, main *")].flatMap((element) => {
      if (!(element instanceof HTMLElement) || element.offsetWidth === 0) return [];
      const { left, right } = element.getBoundingClientRect();
      if ((left < -0.5 || right > innerWidth + 0.5) && !scrolled(element)) return ["outside: " + name(element)];
      const isCut = element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX === "hidden";
      return isCut ? ["cut: " + name(element)] : [];
    });
  })()`);
  return found as string[];
}
