// Campaign: The extension in the workbench of VS Code (code-server, in Chromium): its features, and its commands except the preview in the browser

import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import type { Frame } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chairGlb } from "../demo/models.ts";
import { Workbench, whySkipped } from "./workbench.ts";

const SCENE = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 35
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.8, 3, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (5000, 72)
    }
}
`;
const SHOT = SCENE.replace('"World"\n)', '"World"\n    subLayers = [@./scene.usda@]\n)');

const DRAWN = `#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 20
        matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.8, 3, 1) )
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def Mesh "Chair" (
        payload = @asset:/mesh/chair@
    )
    {
    }
}
`;

const PART = `#usda 1.0
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
        "ball" {
            def Sphere "Ball"
            {
            }
        }
        "cube" {
            def Cube "Body"
            {
                double size = 2
            }
        }
    }
}
`;
const COMPOSED = `#usda 1.0
def Xform "World"
{
    def "Placed" (
        prepend references = @./part.usda@
    )
    {
    }
}
`;

const crate = (text: string): Uint8Array => writeUsdc(parseUsda(text).layer);

// One workbench for all: each test starts without editors, with the files as they were.
describe.skipIf(whySkipped !== "")(`the extension${whySkipped}`, { timeout: 600_000 }, () => {
  let workbench: Workbench;

  beforeAll(async () => {
    workbench = await new Workbench({ "scene.usda": SCENE }).start();
  }, 600_000);
  afterAll(() => workbench?.[Symbol.asyncDispose]());
  beforeEach(() => workbench.write("scene.usda", SCENE));
  afterEach(async ({ task }) => {
    await workbench.screenshot(task.name.replaceAll(/\W+/g, "-"));
    await workbench.page.keyboard.press("Escape");
    await workbench.close();
  }, 600_000);

  test("findings are in the panel of problems, and follow the text", async () => {
    await workbench.open("scene.usda");
    await workbench.run("Problems: Focus on Problems View");
    const found: unknown = expect.stringMatching(
      /the width is above the limit.*usda-lint.*resolution-limit.*\[Ln 21, Col 9\]/,
    );
    await expect.poll(() => workbench.problems()).toContainEqual(found);
    await workbench.goToText("scene.usda", "5000");
    await workbench.page.keyboard.press("Delete");
    await expect.poll(() => workbench.problems()).not.toContainEqual(found);
  });

  test("a quick fix", async () => {
    await workbench.open("scene.usda");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.goToText("scene.usda", "resolution");
    await workbench.page.locator(".codicon-light-bulb:visible").first().waitFor();
    await workbench.page.keyboard.press("Control+.");
    await workbench.page.locator(".action-widget .monaco-list-row", { hasText: /Write \(\d+, \d+\)/ }).click();
    expect(await workbench.save("scene.usda")).toMatch(/resolution = \(4500, \d+\)/);
  });

  test("fix all", async () => {
    workbench.write("scene.usda", SCENE.replace('["xformOp:transform"]', '["xformOp:transform", "xformOp:scale"]'));
    await workbench.open("scene.usda");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.run("Fix All");
    expect(await workbench.save("scene.usda")).toBe(SCENE);
  });

  test("format", async () => {
    workbench.write("scene.usda", SCENE.replaceAll(/^ +/gm, ""));
    await workbench.open("scene.usda");
    await workbench.run("Format Document");
    expect(await workbench.save("scene.usda")).toBe(SCENE);
  });

  test("hover", async () => {
    await workbench.open("scene.usda");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.goToText("scene.usda", "focalLength", 2);
    await workbench.page.keyboard.press("Control+k");
    await workbench.page.keyboard.press("Control+i");
    const hover = workbench.page.locator(".monaco-hover:visible .hover-contents");
    await expect.poll(() => hover.allTextContents()).toContainEqual(expect.stringMatching(/Focal length.*Unit: mm/s));
  });

  test("completion", async () => {
    await workbench.open("scene.usda");
    await workbench.goToText("scene.usda", "        matrix4d");
    await workbench.page.keyboard.type("float focu");
    await workbench.page.locator(".suggest-widget .monaco-list-row", { hasText: "focusDistance" }).click();
    expect(await workbench.save("scene.usda")).toContain("float focusDistance");
  });

  test("outline, breadcrumbs and symbols", async () => {
    await workbench.open("scene.usda");
    await workbench.goToText("scene.usda", "focalLength");
    const crumbs = workbench.page.locator(".breadcrumbs-control .monaco-breadcrumb-item");
    await expect
      .poll(() => crumbs.allTextContents())
      .toEqual(["scene.usda", "WorldXform", "MainCamera", "focalLengthfloat"]);
    await workbench.page.keyboard.press("Control+Shift+o");
    await expect
      .poll(() => workbench.choices.allTextContents())
      .toContainEqual(expect.stringMatching(/^\s*SettingsRender/));
    await workbench.page.keyboard.press("Escape");
    await workbench.run("Explorer: Focus on Outline View");
    const rows = workbench.page.locator(".outline-pane .monaco-list-row");
    await expect.poll(() => rows.allTextContents()).toContainEqual(expect.stringContaining("MainCamera"));
  });

  test("definition and references", async () => {
    workbench.write("shot.usda", SHOT);
    await workbench.open("scene.usda");
    await workbench.goToText("scene.usda", "/World/Main", 9);
    await workbench.page.keyboard.press("F12");
    await expect.poll(() => workbench.position()).toMatch(/^Ln 8, /);
    await workbench.page.keyboard.press("Shift+F12");
    // The prim and the path, here and in the layer above.
    const list = workbench.page.locator(".reference-zone-widget");
    await expect.poll(() => list.locator(".head").textContent()).toContain("References (4)");
    await expect.poll(() => list.locator(".ref-tree").textContent()).toMatch(/scene\.usda.*2.*shot\.usda.*2/);
  });

  test("rename changes every path", async () => {
    await workbench.open("scene.usda");
    await workbench.goToText("scene.usda", '"Main"', 2);
    await workbench.page.keyboard.press("F2");
    await workbench.page.locator(".rename-box input").fill("Front");
    await workbench.page.keyboard.press("Enter");
    expect(await workbench.save("scene.usda")).toBe(SCENE.replaceAll("Main", "Front"));
  });

  test("semantic colours", async () => {
    await workbench.open("scene.usda");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.goToText("scene.usda", "focalLength", 2);
    await workbench.run("Developer: Inspect Editor Tokens and Scopes");
    const widget = workbench.page.locator(".token-inspect-widget");
    await expect.poll(() => widget.textContent()).toMatch(/semantic token type\s*property/);
  });

  test("hints of lenses and matrices", async () => {
    await workbench.open("scene.usda");
    await expect.poll(() => workbench.shown()).toMatch(/focalLength = 35\s*33\.3° × 24\.6°/);
    await expect.poll(() => workbench.shown()).toMatch(/\(0, 0\.8, 3, 1\) \)\s*at \(0, 0\.8, 3\)/);
  });

  test("code lenses: findings, and a camera's image", async () => {
    await workbench.open("scene.usda");
    const lens = (text: string | RegExp) => workbench.page.locator(".codelens-decoration a", { hasText: text });
    await lens(/1 error/).click();
    await expect.poll(() => workbench.problems()).toContainEqual(expect.stringContaining("resolution-limit"));
    await lens("Render this camera").click();
    await expect.poll(() => workbench.has("scene.png"), { timeout: 60_000 }).toBe(true);
    await workbench.activeTab("scene.png").waitFor();
  });

  test("a crate and a package open as text that cannot be changed", async () => {
    workbench.write("chair.usdc", crate(SCENE));
    await workbench.open("chair.usdc", "chair.usdc.usda");
    await expect.poll(() => workbench.shown()).toContain('def Camera "Main"');
    await workbench.page.keyboard.type("x");
    await workbench.page.getByText("Cannot edit in read-only editor").first().waitFor();
    workbench.write("chair.usdc", crate(SCENE.replaceAll("Main", "Other")));
    await expect.poll(() => workbench.shown()).toContain('def Camera "Other"');
    workbench.write("cut.usdc", crate(SCENE).subarray(0, 100));
    await workbench.open("cut.usdc", "cut.usdc.usda");
    await expect.poll(() => workbench.shown()).toContain("# The file is damaged: ");
  });

  test("OpenUSD: Open Layer as Text, of a crate named .usd", async () => {
    workbench.write("chair.usd", crate(SCENE));
    const { page } = workbench;
    await page
      .locator(".explorer-folders-view .monaco-list-row", { hasText: /^chair\.usd$/ })
      .click({ button: "right" });
    // For a moment after a menu has opened, it ignores clicks.
    await page.getByText("Open Layer as Text").hover();
    await page.keyboard.press("Enter");
    await expect.poll(() => workbench.shown()).toContain('def Camera "Main"');
  });

  test("OpenUSD: Explain a Rule", async () => {
    await workbench.open("scene.usda");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.run("OpenUSD: Explain a Rule");
    await workbench.choices.filter({ hasText: "resolution-limit" }).click();
    await workbench.activeTab("Preview resolution-limit.md").waitFor();
    await expect.poll(() => workbench.webviewText()).toMatch(/resolution-limit\s/);
  });

  test("OpenUSD: Restart Language Server", async () => {
    await workbench.open("scene.usda");
    const errors = workbench.page.locator(".squiggly-error");
    await errors.first().waitFor();
    await workbench.run("OpenUSD: Restart Language Server");
    await workbench.page.getByText("The OpenUSD language server was restarted.").waitFor();
    await errors.first().waitFor();
    await workbench.goToText("scene.usda", "5000");
    await workbench.page.keyboard.press("Delete");
    await workbench.page.keyboard.type("1");
    await expect.poll(() => errors.count()).toBe(0);
  });

  describe("the preview", () => {
    const text = (frame: Frame): Promise<string> => frame.locator("body").innerText();

    beforeEach(async () => {
      workbench.write("models/chair.glb", chairGlb());
      workbench.write("drawn.usda", DRAWN);
      await workbench.open("drawn.usda");
    });

    test("OpenUSD: Open Preview to the Side shows the text as it is edited", async () => {
      await workbench.run("OpenUSD: Open Preview to the Side");
      const preview = await workbench.webview("canvas[data-quality=sharp]");
      await expect.poll(() => text(preview)).toMatch(/[1-9]\d* triangles/);
      const image = (): Promise<string> => preview.evaluate<string>('document.querySelector("canvas").toDataURL()');
      const before = await image();
      await workbench.activeTab("drawn.usda").click();
      await workbench.goToText("drawn.usda", "20", 0);
      await workbench.page.keyboard.type("9");
      await expect.poll(image, { timeout: 60_000 }).not.toBe(before);
    });

    test("the composed stage: its tree, a click that goes to the text, opinions in other files, variants, files that change", async () => {
      workbench.write("part.usda", PART);
      workbench.write("composed.usda", COMPOSED);
      await workbench.open("composed.usda");
      await workbench.run("OpenUSD: Open Preview to the Side");
      const preview = await workbench.webview("canvas[data-quality=sharp]");
      await expect.poll(() => text(preview)).toMatch(/12 triangles/);
      await preview.locator(".preview-stage > summary").click();
      const tree = preview.getByRole("tree", { name: "Composed prims" });
      const properties = preview.getByRole("listbox", { name: "Properties" });
      await tree.getByText("World").click();
      await workbench.page.keyboard.press("ArrowRight");
      await tree.getByText("Placed").click();
      // The focus stays in the panel, so the status bar has no position.
      await expect.poll(() => workbench.page.locator(".active-line-number").textContent()).toBe("4");
      await tree.getByText("Placed").click();
      await workbench.page.keyboard.press("ArrowRight");
      await tree.getByText("Body").click();
      await properties.getByText("size").click();
      const opinions = preview.getByRole("listbox", { name: "Opinions, strongest first" });
      await opinions.getByText("part.usda").first().click();
      await workbench.activeTab("part.usda").waitFor();
      await expect.poll(() => workbench.position()).toMatch(/^Ln 21, /);
      await workbench.screenshot("stage");
      // The panel goes on to show the stage, not the layer that it has opened.
      await workbench.page.getByRole("tab", { name: "Preview composed.usda" }).waitFor();
      workbench.write("part.usda", PART.replace("size = 2", "size = 5"));
      await properties.getByText("5", { exact: true }).waitFor();
      await tree.getByText("Placed").click();
      await preview.locator(".preview-stage select").first().selectOption("ball");
      await tree.getByText("Ball").waitFor();
      await expect.poll(() => text(preview)).not.toMatch(/12 triangles/);
    });

    test("OpenUSD: Show Preview, Show Text of Preview, Lock or Unlock Preview", async () => {
      await workbench.run("OpenUSD: Show Preview");
      await workbench.activeTab("Preview drawn.usda").waitFor();
      await workbench.webview("canvas[data-quality=sharp]");
      await workbench.run("OpenUSD: Lock or Unlock Preview");
      await workbench.activeTab("[Preview] drawn.usda").waitFor();
      await workbench.run("OpenUSD: Show Text of Preview");
      await expect.poll(() => workbench.page.locator(".editor-group-container").count()).toBe(2);
    });

    test("OpenUSD: Frame Prim in Preview", async () => {
      await workbench.goToText("drawn.usda", '"Chair"', 2);
      await workbench.run("OpenUSD: Frame Prim in Preview");
      const preview = await workbench.webview("canvas[data-quality=sharp]");
      await expect.poll(() => preview.locator("select option:checked").first().textContent()).toBe("Free view");
    });

    test("OpenUSD: Choose Folder of Meshes", async () => {
      await workbench.run("OpenUSD: Choose Folder of Meshes");
      await workbench.page.getByText("The folder with the files of meshes").first().waitFor();
      await workbench.page
        .locator(".quick-input-widget:visible .monaco-button", { hasText: "Use This Folder" })
        .click();
      const settings = (): string =>
        workbench.has(".vscode/settings.json") ? workbench.read(".vscode/settings.json") : "";
      await expect.poll(settings).toContain('"usda.assets"');
    });
  });

  test("no errors of the extension", () => {
    expect(workbench.errors).toEqual([]);
  });
});
