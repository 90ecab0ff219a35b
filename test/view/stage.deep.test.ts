// Campaign in CI: The composed stage on the page of usda view: the server, its thread, and Chromium

import { afterAll, expect, test } from "vitest";
import { writePackage } from "@usdkit/usdz";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const HOSTILE = "<img src=x onerror=window.broken=1>";
const SHOT = `#usda 1.0
(
    defaultPrim = "World"
    upAxis = "Z"
    subLayers = [@./look.usda@]
)
def Xform "World"
{
    def "Chair" (
        references = @./chair.usda@
    )
    {
    }
    def "Packed" (
        payload = @./lamp.usdz[inner.usda]@
    )
    {
    }
    def "Broken" (
        references = @./none.usda@
    )
    {
        string title = "${HOSTILE}"
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
    double size = 2
    variantSet "look" = {
        "blue" {
            string color = "blue"
        }
        "red" {
            string color = "red"
        }
    }
    def Scope "Parts"
    {
${Array.from({ length: 1000 }, (_, i) => `        def Cube "Part${i}"\n        {\n        }\n`).join("")}    }
}
`;
const LOOK = '#usda 1.0\nover "World"\n{\n    over "Chair"\n    {\n        double size = 3\n    }\n}\n';
const LAMP = '#usda 1.0\n(\n    defaultPrim = "Lamp"\n)\ndef Cube "Lamp"\n{\n    double size = 7\n}\n';

afterAll(closeBrowser);

test.skipIf(whySkipped !== "")(
  `the stage on the page: tree, search, prim, opinions, variants, payloads, errors; live${whySkipped}`,
  { timeout: 600_000 },
  async () => {
    const lamp = writePackage([{ path: "inner.usda", data: new TextEncoder().encode(LAMP) }]);
    const files = { "shot.usda": SHOT, "chair.usda": CHAIR, "look.usda": LOOK, "lamp.usdz": lamp };
    await using view = new ViewPage().write(files);
    const page = await view.open("shot.usda");
    const texts = (selector: string): Promise<readonly string[]> => page.locator(selector).allTextContents();
    const names = (): Promise<readonly string[]> => texts(".prim-row .name");
    const value = async (name: string): Promise<string | null> =>
      await page
        .locator(".property", { has: page.getByText(name, { exact: true }) })
        .locator("code")
        .textContent();
    const row = (name: string): ReturnType<typeof page.locator> => page.locator(`.prim-row[title="${name}"]`);
    await page.click("[data-value=stage-tree]");
    await expect.poll(names).toEqual(["World", "Chair", "Packed", "Broken"]);
    expect(await page.locator(".stage-info").textContent()).toMatch(
      /upAxis "Z".*metersPerUnit 0\.01 \(not authored\)/s,
    );
    await expect.poll(() => texts(".problem .path")).toEqual(["shot.usda:20:22", "/World/Broken"]);

    // Keys: down to the chair, open it, its child, and the page of the last of a thousand prims.
    await row("/World").click();
    await page.locator(".stage-tree .list").focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) {
      await page.keyboard.press(key);
      await expect.poll(() => texts(".prim-row.selected .name")).toHaveLength(1);
      await expect.poll(names).toContain(key === "ArrowDown" ? "Chair" : "Parts");
    }
    await expect.poll(() => texts(".prim-row.selected .name")).toEqual(["Parts"]);
    await page.keyboard.press("ArrowRight");
    await expect.poll(names).toContain("Part0");
    expect(await page.locator(".prim-row").count()).toBeLessThan(60);

    // A search; the result is shown in the tree.
    await page.fill(".search", "//{isa:Cube} - //Part?");
    await expect.poll(() => page.locator(".stage-tree .note").textContent()).toBe("The first 500 prims");
    await page.fill(".search", "part777");
    await expect.poll(names).toEqual(["Part777"]);
    expect(await texts(".prim-row .above")).toEqual(["/World/Chair/Parts"]);
    await page.keyboard.press("ArrowDown");
    await page.fill(".search", "");
    await expect.poll(() => texts(".prim-row.selected .name")).toEqual(["Part777"]);

    // The value of a property, its opinions, and a click that opens one.
    await page.fill(".search", "chair");
    await row("/World/Chair").click();
    await expect.poll(() => value("size")).toBe("3");
    await page.locator(".property", { hasText: "size" }).click();
    await expect.poll(() => texts(".opinion .file")).toEqual(["look.usda:6:9", "chair.usda:8:5"]);
    expect(await texts(".opinion .type")).toEqual(["local", "references"]);
    await page.locator(".opinion").nth(1).click();
    await expect.poll(() => page.locator(".files .chosen").textContent()).toBe("chair.usda");
    await expect.poll(() => page.locator(".cm-activeLine").textContent()).toContain("double size = 2");

    // A variant of the page alone.
    await page.selectOption(".variant select:not(#edit-target)", "blue");
    await expect.poll(() => value("color")).toBe('"blue"');
    expect(await page.locator(".choices").textContent()).toContain("in no file: 1 variant.");
    await page.click(".choices button");
    await expect.poll(() => value("color")).toBe('"red"');

    // Text that is not saved, and a file that changes.
    await page.keyboard.press("Escape");
    await page.locator(".cm-activeLine").click();
    await page.keyboard.press("End");
    await page.keyboard.type("5");
    view.write({ "look.usda": LOOK.replace("double size = 3", "double width = 4") });
    await expect.poll(() => value("size")).toBe("25");
    await expect.poll(() => value("width")).toBe("4");
    await page.keyboard.press("Control+z");
    await expect.poll(() => value("size")).toBe("2");
    expect(view.read("chair.usda")).toBe(CHAIR);
    await page.keyboard.press("Control+s");

    // A layer in a package, by the payload of a prim.
    await page.fill(".search", "packed");
    await row("/World/Packed").click();
    await page.locator(".property", { hasText: "size" }).click();
    await expect.poll(() => texts(".opinion .file")).toEqual(["lamp.usdz[inner.usda]:7:5"]);
    await page.locator(".opinion").click();
    await expect.poll(() => page.locator(".banner").textContent()).toBe("A layer in a package: read-only");
    await expect.poll(() => page.locator(".cm-activeLine").textContent()).toContain("double size = 7");
    await page.click("#payload");
    await expect.poll(() => texts(".prim-row .tag")).toEqual(["unloaded"]);

    // An error opens its statement; contents of files are text.
    await page.fill(".search", "broken");
    await row("/World/Broken").click();
    await expect.poll(() => value("title")).toBe(JSON.stringify(HOSTILE));
    await page.click(".bottom [data-value=stage]");
    await view.screenshot("stage");
    await page.locator(".problem .path").first().click();
    await expect.poll(() => page.locator(".cm-activeLine").textContent()).toContain("none.usda");
    expect(await page.locator(".app img:not(.cm-widgetBuffer)").count()).toBe(0);
    expect(await page.evaluate("window.broken")).toBeUndefined();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(view.errors).toEqual([]);
  },
);
