// Campaign in CI: What the pages report about ordinary USD that is not drawn yet

import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";
import { EditorPage } from "./preview-page.ts";

const CAR = `#usda 1.0
(
    subLayers = [@shading.usda@]
)

def Xform "Car"
{
    def Mesh "Body"
    {
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    }

    def Volume "Front"
    {
    }

    def Volume "Rear"
    {
    }
}
`;
const SENTENCE =
  "Nothing is drawn: 1 Mesh prim has no faces, curves or points that can be drawn (/Car/Body); 2 Volume prims are not drawn yet";
const ROWS = [
  expect.stringMatching(/^\/: .*shading\.usda/) as string,
  "/Car/Body: it has no faces, curves or points that can be drawn",
  "/Car/Front: Volume prims are not drawn yet",
  "/Car/Rear: Volume prims are not drawn yet",
];

afterAll(closeBrowser);

describe.skipIf(whySkipped !== "")(`in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("usda view lists the prims; the message goes when the text draws something", async () => {
    await using view = new ViewPage().write({ "car.usda": CAR });
    const page = await view.open("car.usda");
    await view.ready();
    // The tree is there before the geometry is prepared.
    await expect.poll(() => page.locator(".image-message").textContent(), { timeout: 60_000 }).toBe(SENTENCE);
    await page.click(".not-drawn summary");
    expect(await page.locator(".not-drawn p").allTextContents()).toEqual(ROWS);
    await view.screenshot("not-drawn");
    await page.click(".prim-row:has-text('Rear')");
    view.write({ "car.usda": '#usda 1.0\ndef Xform "Car"\n{\n}\n' });
    await expect
      .poll(() => page.locator(".image-message").textContent(), { timeout: 60_000 })
      .toBe("Nothing is drawn: the scene has only 1 Xform prim");
    expect(await page.locator(".not-drawn").isVisible()).toBe(false);
    expect(view.errors).toEqual([]);
  });

  test("the preview of editors lists the prims", async () => {
    await using preview = await EditorPage.open({ text: CAR });
    const { page } = preview;
    await preview.image();
    await expect.poll(() => page.locator(".image-message").textContent(), { timeout: 60_000 }).toBe(SENTENCE);
    await page.click(".not-drawn summary");
    expect(await page.locator(".not-drawn p").allTextContents()).toEqual(ROWS);
    await preview.screenshot("not-drawn");
    expect(preview.errors).toEqual([]);
  });
});
