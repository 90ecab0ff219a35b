// Campaign in CI: The preview in an editor: its policy, typed text, prims

// The preview in an editor, end to end but for the editor: the extension's page and session, the language server, and Chromium.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestClient } from "../../packages/language-server/src/test-support/client.ts";
import { closeBrowser, whySkipped } from "./open-page.ts";
import { EditorPage } from "./preview-page.ts";
import { SCENE } from "./chair-scene.ts";
import { CORNER, DARK, FLOWERS, scenePreview } from "./preview-scene.ts";

const URI = "file:///scenes/scene.usda";

let client: TestClient;
beforeAll(async () => {
  client = await TestClient.start();
});
afterAll(async () => {
  await client.stop();
  await closeBrowser();
});

describe.skipIf(whySkipped !== "")(`in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("draws the scene under its policy, in the colors of the editor, without a text of its own", async () => {
    await using preview = await EditorPage.open(scenePreview);
    const { page } = preview;
    await preview.image();
    expect(await preview.status()).toMatch(/1 thread .*triangles, .* splats/);
    expect(await preview.pixel(...CORNER)).toEqual(DARK);
    expect(await preview.pixel(...FLOWERS)).not.toEqual(DARK);
    expect(await page.locator(".not-drawn").isVisible()).toBe(false);
    expect(await page.locator(".editor, .cm-editor, textarea").count()).toBe(0);
    await preview.screenshot("dark");
    await page.evaluate(`setTheme("vscode-light", "#fffffe", "#3b3b3b")`);
    await expect.poll(() => preview.pixel(...CORNER)).toEqual([255, 255, 254, 255]);
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("light");
    await preview.screenshot("light");
    const isOwn = (url: string): boolean => url.startsWith("blob:") || preview.origins.includes(new URL(url).origin);
    expect(preview.requests.filter((url) => !isOwn(url))).toEqual([]);
    expect(preview.errors).toEqual([]);
    // The policy blocks what a script of others would do.
    const attempts = await page.evaluate<string[]>(`(async () => {
      const inline = document.createElement("script");
      inline.textContent = "window.inline = 1";
      const loaded = document.createElement("script");
      loaded.src = "${preview.origins[1]}/render-thread.js";
      const settled = new Promise((resolve) => {
        loaded.onload = () => resolve("run");
        loaded.onerror = () => resolve("blocked");
      });
      document.body.append(inline, loaded);
      const fetched = fetch("https://example.com/").then(() => "sent", () => "blocked");
      const frame = document.body.appendChild(document.createElement("iframe"));
      const framed = new Promise((resolve) => addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        if (effectiveDirective === "frame-src") resolve("blocked");
      }));
      frame.src = "https://example.com/";
      return [window.inline === 1 ? "run" : "blocked", await settled, await fetched, await framed];
    })()`);
    expect(attempts).toEqual(["blocked", "blocked", "blocked", "blocked"]);
  });

  test("draws what the document refers to, and follows it", async () => {
    const part = (color: string): string => `#usda 1.0
(
    defaultPrim = "Part"
)
def Cube "Part"
{
    color3f[] primvars:displayColor = [(${color})]
}
`;
    const layers = new Map([["part.usda", part("1, 0, 0")]]);
    const text = `#usda 1.0
def Xform "World"
{
    def "Part" (
        prepend references = @./part.usda@
    )
    {
    }
}
`;
    await using preview = await EditorPage.open({ text, layers });
    await preview.image();
    const middle = async (): Promise<string> => {
      const [red, green] = await preview.pixel(0.5, 0.5);
      return red > 2 * green ? "red" : green > 2 * red ? "green" : "other";
    };
    expect(await middle()).toBe("red");
    layers.set("part.usda", part("0, 1, 0"));
    preview.session.filesChanged();
    await expect.poll(middle).toBe("green");
    expect(preview.errors).toEqual([]);
  });

  test("shows the composed stage: its tree, values and opinions, with what is typed and files that change", async () => {
    const part = (size: number): string => `#usda 1.0
(
    defaultPrim = "Part"
)
def Xform "Part" (
    variants = {
        string shape = "cube"
    }
    prepend variantSets = "shape"
)
{
    variantSet "shape" = {
        "cube" {
            def Cube "Body"
            {
                double size = ${size}
            }
        }
        "ball" {
            def Sphere "Ball"
            {
            }
        }
    }
}
`;
    const text = `#usda 1.0
def Xform "World"
{
    def "Placed" (
        prepend references = @./part.usda@
    )
    {
    }
}
`;
    const layers = new Map([
      ["scene.usda", text],
      ["part.usda", part(2)],
    ]);
    await using preview = await EditorPage.open({ text, layers });
    const { page } = preview;
    await preview.image();
    await page.locator(".preview-stage > summary").click();
    const tree = page.getByRole("tree", { name: "Composed prims" });
    await tree.getByText("World").click();
    await page.keyboard.press("ArrowRight");
    await tree.getByText("Placed").click();
    await page.keyboard.press("ArrowRight");
    await tree.getByText("Body").click();
    expect(preview.picked.at(-1)).toBe("/World/Placed/Body");
    const properties = page.getByRole("listbox", { name: "Properties" });
    await properties.getByText("size").click();
    const opinions = page.getByRole("listbox", { name: "Opinions, strongest first" });
    await opinions.getByText("part.usda").first().click();
    await expect.poll(() => preview.places).toContain("/scenes/part.usda:16");
    await preview.screenshot("stage");
    layers.set("part.usda", part(5));
    preview.session.filesChanged();
    await properties.getByText("5", { exact: true }).waitFor();
    // A variant of the page is drawn, and in the tree.
    await tree.getByText("Placed").click();
    await page.locator(".preview-stage select").first().selectOption("ball");
    await tree.getByText("Ball").waitFor();
    preview.edit('def "Placed"', 'def "Renamed"');
    await tree.getByText("Renamed").waitFor();
    expect(preview.errors).toEqual([]);
  });

  test("follows the text that is typed, also while it is broken", async () => {
    await using preview = await EditorPage.open(scenePreview);
    const { page } = preview;
    await preview.image();
    preview.edit("(0, 1, 0, 1)", "(0, 100, 0, 1)");
    await expect.poll(() => preview.pixel(...FLOWERS)).toEqual(DARK);
    preview.edit('def Mesh "Chair" (', 'def Mesh "Chair" ((');
    await page.waitForSelector(".image-message:not([hidden])");
    expect(await page.locator(".image-message").textContent()).toMatch(/^line \d+: /);
    // Many edits, of which some are skipped; the last one is shown.
    preview.edit("((", "(");
    for (let i = 1; i <= 50; i++) preview.edit(`(0, ${i === 1 ? 100 : i - 1}, 0, 1)`, `(0, ${i}, 0, 1)`);
    preview.edit("(0, 50, 0, 1)", "(0, 1, 0, 1)");
    await page.waitForSelector(".image-message", { state: "hidden" });
    await expect.poll(() => preview.pixel(...FLOWERS)).not.toEqual(DARK);
    expect(preview.errors).toEqual([]);
  });

  test("a click gives the prim, which the language server finds in the text; a prim of the text is outlined", async () => {
    await using preview = await EditorPage.open(scenePreview);
    await preview.image();
    await client.open(URI, SCENE);
    await preview.click(...FLOWERS);
    await expect.poll(() => preview.picked).toEqual(["/World/Flowers"]);
    const textDocument = { uri: URI };
    const found = await client.request<{ selectionRange: { start: { line: number; character: number } } }>(
      "usda/primRange",
      { textDocument, path: preview.picked[0] },
    );
    const { line, character } = found.selectionRange.start;
    expect(SCENE.split("\n")[line].slice(character)).toBe('Flowers" (');
    await preview.click(...CORNER);
    await expect.poll(() => preview.picked).toEqual(["/World/Flowers", null]);

    const outlined = (): Promise<number> =>
      preview.page.evaluate(`(() => {
        const canvas = document.querySelector("canvas");
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) {
          if (data[i] === 255 && data[i + 1] === 176 && data[i + 2] === 32) count++;
        }
        return count;
      })()`);
    await expect.poll(outlined).toBe(0);
    const place = { line: SCENE.split("\n").findIndex((each) => each.includes("asset:/mesh/chair")), character: 12 };
    const at = await client.request<{ path: string }>("usda/primAt", { textDocument, position: place });
    preview.session.select(at.path);
    await expect.poll(outlined).toBeGreaterThan(50);
    await preview.screenshot("selected");
    preview.session.select(null);
    await expect.poll(outlined).toBe(0);
    expect(preview.errors).toEqual([]);
  });
});
