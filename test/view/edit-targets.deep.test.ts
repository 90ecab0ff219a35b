// Campaign: Edits of the stage on the page of usda view: variants as targets, colors, rotation by handle, undo, conflicts, read-only, in Chromium

import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const SHOT = `#usda 1.0
(
    defaultPrim = "World"
    upAxis = "Y"
)
def Xform "World"
{
    def Xform "Chair" (
        variants = {
            string look = "red"
        }
        prepend variantSets = "look"
    )
    {
        variantSet "look" = {
            "blue" {
            }
            "red" {
            }
        }
        def Cube "Seat"
        {
            double size = 1
        }
    }
    def Cube "Turned"
    {
        float3 xformOp:rotateXYZ = (0, 0, 0)
        float3 xformOp:scale = (0.1, 1, 1)
        uniform token[] xformOpOrder = ["xformOp:rotateXYZ", "xformOp:scale"]
    }
    def Cube "AboutY"
    {
        float xformOp:rotateY = 30
        uniform token[] xformOpOrder = ["xformOp:rotateY"]
    }
    def Material "Paint"
    {
        token outputs:surface.connect = </World/Paint/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor = (0.5, 0.5, 0.5)
            token outputs:surface
        }
    }
}
`;

afterAll(closeBrowser);

async function opened(view: ViewPage, ...args: string[]): Promise<Page> {
  view.write({ "shot.usda": SHOT });
  const page = await view.open("shot.usda", ...args);
  page.setDefaultTimeout(60_000);
  await view.image("draft");
  await page.waitForSelector('.prim-row[title="/World/Chair"]');
  return page;
}

async function select(page: Page, path: string): Promise<void> {
  await page.fill(".search", path.slice(path.lastIndexOf("/") + 1));
  await page.locator(`.prim-row[title="${path}"]`).click();
  await expect.poll(() => page.locator(".prim-path").textContent()).toBe(path);
}

async function property(page: Page, name: string): Promise<void> {
  // Rows that are not seen are no elements.
  await page.locator(".prim-body .list").first().focus();
  for (let i = 0; i < 60 && !(await page.locator(".property.selected .name").allTextContents()).includes(name); i++) {
    await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(40);
  }
}

const message = (page: Page): Promise<string | null> => page.locator(".edit-message").textContent();
const diffOf = async (page: Page): Promise<string> => (await page.locator(".diff").allTextContents()).join("");

describe.skipIf(whySkipped !== "")(`edits${whySkipped}`, { timeout: 600_000 }, () => {
  test("go to a variant, and a color to the value that a picker has", async () => {
    await using view = new ViewPage();
    const page = await opened(view);
    await select(page, "/World/Chair/Seat");
    await page.click("text=Edit");
    await page.selectOption("#edit-target", { label: "variant /World/Chair{look=red}" });
    await property(page, "size");
    await page.fill("#edit-value", "3");
    await page.press("#edit-value", "Enter");
    // The local opinion is stronger.
    await expect.poll(() => diffOf(page)).toMatch(/"red" \{\n[^}]*\+ +over "Seat"\n[^}]*\+ +double size = 3/);
    await expect.poll(() => message(page)).toMatch(/was set, but shot\.usda:\d+ has a stronger opinion/);
    await page.click("text=Undo");
    await expect.poll(() => diffOf(page)).toBe("");

    await page.selectOption("#edit-target", { label: "shot.usda (root layer)" });
    await select(page, "/World/Paint/Surface");
    await property(page, "inputs:diffuseColor");
    const picker = page.locator('.edit-value input[type="color"]');
    expect(await picker.inputValue()).toBe("#bcbcbc");
    await picker.fill("#ff0080");
    await picker.dispatchEvent("change");
    await expect.poll(() => diffOf(page)).toContain("+            color3f inputs:diffuseColor = (1, 0, 0.21586");
    expect(await page.locator("#edit-value").inputValue()).toMatch(/^\(1, 0, 0\.21586/);
    expect(view.errors).toEqual([]);
  });

  test("rotate by a dragged handle; prims with other rotations name them", async () => {
    await using view = new ViewPage();
    const page = await opened(view);
    await select(page, "/World/Turned");
    await page.click("text=Edit");
    // As written, without the digits of its double.
    await expect.poll(() => page.locator("#edit-scale-x").inputValue()).toBe("0.1");
    await page.focus("#edit-rotate-y");
    const line = page.locator(".handle.y .line");
    const area = await page.locator(".gizmo").boundingBox();
    const at = async (name: string): Promise<number> => Number(await line.getAttribute(name));
    const [x1, y1] = [(area?.x ?? 0) + (await at("x1")), (area?.y ?? 0) + (await at("y1"))];
    const [x2, y2] = [(area?.x ?? 0) + (await at("x2")), (area?.y ?? 0) + (await at("y2"))];
    await page.mouse.move((x1 + x2) / 2, (y1 + y2) / 2);
    await page.mouse.down();
    await page.mouse.move((x1 + x2) / 2 + (x2 - x1) / 2, (y1 + y2) / 2 + (y2 - y1) / 2, { steps: 4 });
    await page.mouse.up();
    // 40 pixels along a handle of 80.
    await expect.poll(() => diffOf(page)).toMatch(/\+ +float3 xformOp:rotateXYZ = \(0, (?:19|20)(?:\.\d+)?, 0\)/);
    expect(await diffOf(page)).not.toContain("+        uniform token[] xformOpOrder");
    await select(page, "/World/AboutY");
    await expect.poll(() => page.locator(".edit-fields .note").textContent()).toMatch(/xformOp:rotateY/);
    expect(await page.locator("#edit-rotate-x").count()).toBe(0);
    expect(view.errors).toEqual([]);
  });

  test("are taken back and made again by buttons and keys, and discarded", async () => {
    await using view = new ViewPage();
    const page = await opened(view);
    await select(page, "/World/Chair/Seat");
    await page.click("text=Edit");
    const visibility = (): Promise<string> => diffOf(page);
    await page.click("#edit-visibility");
    await expect.poll(visibility).toContain("invisible");
    await page.fill("#edit-translate-x", "2");
    await page.press("#edit-translate-x", "Enter");
    await expect.poll(visibility).toContain("(2, 0, 0)");
    await page.click("text=Undo");
    await expect.poll(visibility).not.toContain("(2, 0, 0)");
    await page.click("text=Undo");
    await expect.poll(visibility).toBe("");
    await page.click("text=Redo");
    await page.click("text=Redo");
    await expect.poll(visibility).toMatch(/invisible[^]*\(2, 0, 0\)/);
    expect(await page.getByText("Redo", { exact: true }).isDisabled()).toBe(true);
    expect(await page.locator(".edit-controls >> text=/^Save/").textContent()).toBe("Save 2 edits");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.click("text=Discard");
    await expect.poll(visibility).toBe("");
    expect(view.read("shot.usda")).toBe(SHOT);
    expect(view.errors).toEqual([]);
  });

  test("that another save makes impossible are named, and nothing is written", async () => {
    await using view = new ViewPage();
    const page = await opened(view);
    await select(page, "/World/Chair/Seat");
    await page.click("text=Edit");
    await property(page, "size");
    await page.fill("#edit-value", "3");
    await page.press("#edit-value", "Enter");
    await expect.poll(() => diffOf(page)).toContain("double size = 3");
    const theirs = SHOT.replace('def Xform "World"', 'def Xform "Renamed"');
    view.write({ "shot.usda": theirs });
    await expect.poll(() => message(page)).toMatch(/^Edit 1 cannot be made: .*\/World\/Chair\/Seat/);
    await page.click(".edit-controls >> text=/^Save/");
    await expect.poll(() => message(page)).toMatch(/^Nothing was saved: .*\/World\/Chair\/Seat/);
    expect(view.read("shot.usda")).toBe(theirs);
    // Back again: the edit is part of the stage, and saved.
    view.write({ "shot.usda": SHOT.replace("double size = 1", "double size = 1 # theirs") });
    await expect.poll(() => diffOf(page)).toContain("# theirs");
    await page.click(".edit-controls >> text=/^Save/");
    await expect.poll(() => message(page)).toBe("Saved shot.usda");
    expect(view.read("shot.usda")).toContain("double size = 3 # theirs");
    expect(view.errors).toEqual([]);
  });

  test("are not offered on a read-only page", async () => {
    await using view = new ViewPage();
    const page = await opened(view, "--read-only");
    await select(page, "/World/Chair/Seat");
    const edit = page.getByText("Edit", { exact: true });
    expect(await edit.isDisabled()).toBe(true);
    expect(await edit.getAttribute("title")).toContain("read-only");
    expect(await page.locator(".gizmo .handle").count()).toBe(0);
    // Variants of the page alone can be chosen.
    await select(page, "/World/Chair");
    await page.selectOption("#variant-of-look", "blue");
    await expect.poll(() => page.locator(".choices").textContent()).toContain("1 variant");
    expect(view.read("shot.usda")).toBe(SHOT);
    expect(view.errors).toEqual([]);
  });
});
