// Campaign: Edits of the stage on the page of usda view: fields, variants, the handles, undo, save, two writers, in Chromium

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { axeViolations } from "./axe-violations.ts";
import { closeBrowser, saveScreenshot, ViewPage, whySkipped } from "./open-page.ts";

const SHOT = `#usda 1.0
(
    defaultPrim = "World"
    subLayers = [@./look.usda@]
)
def Xform "World"
{
    def Xform "Chair" (
        references = @./chair.usda@
    )
    {
    }
}
`;
const CHAIR = `#usda 1.0
( defaultPrim = "Chair" )
def Xform "Chair" (
    variants = { string look = "red" }
    prepend variantSets = "look"
)
{
    custom double size = 2 # metres
    variantSet "look" = {
        "blue" {
        }
        "red" {
        }
    }
    def Cube "Seat"
    {
    }
}
`;
const LOOK = '#usda 1.0\nover "World"\n{\n}\n';

afterAll(closeBrowser);

test.skipIf(whySkipped !== "")(
  `the stage is edited through the chosen target, shown as a patch, and saved${whySkipped}`,
  { timeout: 600_000 },
  async () => {
    await using view = new ViewPage().write({ "shot.usda": SHOT, "chair.usda": CHAIR, "look.usda": LOOK });
    const page = await view.open("shot.usda");
    page.setDefaultTimeout(60_000);
    await view.image("draft");
    await page.click("[data-value=stage-tree]");
    await page.locator('.prim-row[title="/World/Chair"]').click();
    const text = (selector: string): Promise<string | null> => page.locator(selector).textContent();
    const diff = (): Promise<string> =>
      page
        .locator(".diff")
        .allTextContents()
        .then((all) => all.join(""));
    await page.click("text=Edit");
    await expect
      .poll(() => page.locator("#edit-target option").allTextContents())
      .toEqual([
        "shot.usda (root layer)",
        "look.usda (layer stack)",
        "chair.usda (behind an arc)",
        "variant /World/Chair{look=red} of chair.usda",
      ]);

    // A value of the wrong type, then one that fits, in the layer behind the reference.
    await page.selectOption("#edit-target", { label: "chair.usda (behind an arc)" });
    await page.locator(".property", { hasText: "size" }).click();
    await page.fill("#edit-value", "wide");
    await page.press("#edit-value", "Enter");
    await expect.poll(() => text(".edit-message")).toMatch(/Expected a value of type double for \/World\/Chair\.size/);
    await page.fill("#edit-value", "3.5");
    await page.press("#edit-value", "Enter");
    await expect.poll(diff).toContain("-    custom double size = 2 # metres\n+    custom double size = 3.5 # metres\n");
    expect(view.read("chair.usda")).toBe(CHAIR);

    // In a layer of the stack: visibility, a variant, a translation by field and by handle.
    await page.selectOption("#edit-target", { label: "look.usda (layer stack)" });
    await page.click("#edit-visibility");
    await expect.poll(diff).toContain('+        token visibility = "invisible"');
    await page.click("text=Undo");
    await expect.poll(diff).not.toContain("visibility");
    await page.selectOption("#edit-variant-look", "blue");
    await expect.poll(diff).toContain('string look = "blue"');
    const line = page.locator(".handle.y .line");
    const start = await line.getAttribute("x1");
    await page.fill("#edit-translate-x", "0.5");
    await page.press("#edit-translate-x", "Tab");
    await expect.poll(diff).toContain("double3 xformOp:translate = (0.5, 0, 0)");
    await expect.poll(() => line.getAttribute("x1")).not.toBe(start);
    const area = await page.locator(".gizmo").boundingBox();
    const at = async (name: string): Promise<number> => Number(await line.getAttribute(name));
    const from = [(area?.x ?? 0) + (await at("x1")), (area?.y ?? 0) + (await at("y1"))] as const;
    const to = [(area?.x ?? 0) + (await at("x2")), (area?.y ?? 0) + (await at("y2"))] as const;
    const [x1, y1] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
    await page.mouse.move(x1, y1);
    await page.mouse.down();
    await page.mouse.move(to[0], to[1], { steps: 4 });
    await page.mouse.up();
    await expect.poll(diff).toMatch(/xformOp:translate = \(0\.5, 0?\.?\d*[1-9]\d*(?:\.\d+)?, 0\)/);
    expect(await diff()).toContain('uniform token[] xformOpOrder = ["xformOp:translate"]');
    expect(await axeViolations(page)).toEqual([]);
    await saveScreenshot(page, "edit-stage");

    // Undo and redo by keys.
    await page.locator("#edit-translate-x").focus();
    await page.keyboard.press("Control+z");
    await expect.poll(diff).toContain("xformOp:translate = (0.5, 0, 0)");
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(diff).not.toContain("xformOp:translate = (0.5, 0, 0)");
    await page.keyboard.press("Control+z");
    await expect.poll(diff).toContain("xformOp:translate = (0.5, 0, 0)");

    // Another one writes meanwhile: the edits are made again of what the file has now, and both are saved.
    writeFileSync(join(view.folder, "look.usda"), LOOK.replace("{\n", "{\n    # by another\n"));
    await expect.poll(diff).toContain(" by another");
    await page.click(".edit-controls >> text=/^Save/");
    await expect.poll(() => text(".edit-message")).toMatch(/^Saved .*chair\.usda/);
    expect(view.read("chair.usda")).toBe(CHAIR.replace("size = 2", "size = 3.5"));
    expect(view.read("look.usda")).toMatch(/# by another[^]*xformOp:translate = \(0\.5, 0, 0\)/);
    expect(view.read("shot.usda")).toBe(SHOT);

    // On a narrow screen, nothing is wider than it.
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(view.errors).toEqual([]);
  },
);
