// Campaign: The stage on the page of usda view, wide and narrow: values are seen, nothing is cut off or covered, in Chromium

import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const STAGE = `#usda 1.0
(
    defaultPrim = "World"
    startTimeCode = 1
    endTimeCode = 24
)
def Xform "World" (
    kind = "assembly"
)
{
    def Xform "Chair" (
        prepend apiSchemas = ["GeomModelAPI"]
        instanceable = true
        kind = "component"
        references = </Prototype>
    )
    {
        custom float physics:gravityMagnitude = 9.81
    }
    def "Missing" (
        references = @https://example.com/Assets/Residential/Furniture/Chairs/Chair_Array_With_A_Long_Name_12345678.usd@
    )
    {
    }
    def Sphere "Ball"
    {
        double3 xformOp:translate.timeSamples = {
            1: (0, 0, 0),
            24: (50, 0, 0),
        }
        uniform token[] xformOpOrder = ["xformOp:translate"]
    }
    def Mesh "Broken"
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 9]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    }
}
class Xform "Prototype"
{
    def Cube "Seat"
    {
    }
}
`;

afterAll(closeBrowser);

async function opened(view: ViewPage, width: number, height: number): Promise<Page> {
  view.write({ "stage.usda": STAGE });
  const page = await view.open("stage.usda");
  await page.setViewportSize({ width, height });
  await view.image();
  await page.waitForSelector('.prim-row[title="/World/Chair"]');
  return page;
}

/** Elements whose text is cut off, of those that are to be read as a whole. */
const cutOff = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => each.textContent)`);

describe.skipIf(whySkipped !== "")(`the stage${whySkipped}`, { timeout: 600_000 }, () => {
  test.each([
    [1400, 900],
    [390, 844],
  ])("%d × %d: values, modes and messages are seen", async (width, height) => {
    await using view = new ViewPage();
    const page = await opened(view, width, height);
    await page.locator('.prim-row[title="/World/Chair"]').click();
    await expect.poll(() => page.locator(".property").count()).toBeGreaterThan(5);
    // Each property with a value shows some of it.
    const values = await page.evaluate<readonly (readonly [string, number])[]>(
      `Array.from(document.querySelectorAll(".property code"), (each) => [each.textContent, each.clientWidth])`,
    );
    expect(values.filter(([text, shown]) => text !== "" && shown < 24)).toEqual([]);
    expect(await cutOff(page, ".property .name")).toEqual([]);
    // Several rows of properties are seen, also while the stage is edited.
    for (const isEditing of [false, true]) {
      if (isEditing) await page.click("text=Edit");
      const box = await page.locator(".prim-body .list").first().boundingBox();
      expect(box?.height).toBeGreaterThan(90);
    }
    await page.click("text=Edit");
    // An isolated prim does not squeeze the other controls.
    await page.locator('.prim-row[title="/World/Chair"]').click();
    await page.locator(".stage-tree .list").focus();
    await page.keyboard.press("i");
    await expect.poll(() => page.locator(".isolation").isVisible()).toBe(true);
    expect(await cutOff(page, ".modes button, .menu summary, .isolation, .bottom-tabs button")).toEqual([]);
    await page.keyboard.press("i");
    // Messages about layers are read as a whole.
    await page.click(".bottom-tabs [data-value=stage]");
    await expect.poll(() => page.locator(".stage-info .problem").count()).toBe(1);
    expect(await cutOff(page, ".stage-info, .stage-info .problem, .stage-info p")).toEqual([]);
    // The message about prims that are not drawn does not cover the state of the image.
    const [status, message] = await Promise.all(
      [".image-status", ".not-drawn"].map((each) => page.locator(each).boundingBox()),
    );
    if (status === null || message === null || status === undefined || message === undefined)
      throw new Error("not seen");
    const isApart = status.x + status.width <= message.x || message.y + message.height <= status.y;
    expect(isApart).toBe(true);
    // An expression does not match parts of instances, which is said.
    await page.fill(".search", "//{isa:Cube}");
    await expect.poll(() => page.locator(".stage-tree .note").textContent()).toMatch(/parts of instances/);
    await page.fill(".search", "seat");
    await expect.poll(() => page.locator(".prim-row .name").allTextContents()).toContain("Seat");
    expect(await cutOff(page, ".prim-row .name")).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
    expect(await axeViolations(page)).toEqual([]);
    await view.screenshot(`stage-layout-${width}`);
    expect(view.errors).toEqual([]);
  });

  test("F frames a prim where it is at the shown time", async () => {
    await using view = new ViewPage();
    const page = await opened(view, 1400, 900);
    await page.locator('.prim-row[title="/World/Ball"]').click();
    await page.locator(".timeline input").focus();
    for (let i = 0; i < 23; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.locator(".timeline .time").textContent()).toBe("24");
    await page.locator(".stage-tree .list").focus();
    await page.keyboard.press("f");
    const picked = async (): Promise<readonly string[]> => {
      await view.image();
      await page.click(".bottom-tabs [data-value=stage]");
      await page.locator("canvas[data-quality]").click();
      // What is picked is shown instead of the stage.
      await expect.poll(() => page.locator(".bottom-tabs .chosen").textContent()).toBe("Prim");
      return await page.locator(".prim-row.selected .name").allTextContents();
    };
    await page.locator('.prim-row[title="/World"]').click();
    await expect.poll(picked).toEqual(["Ball"]);
    expect(view.errors).toEqual([]);
  });
});
