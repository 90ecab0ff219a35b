// Campaign in CI: Editing on the page of `usda view`, in Chromium: saving, conflicts, settings of the linter, features of the language server

import { readdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const SCENE = `#usda 1.0
def Xform "World"
{
    def Camera "Main"
    {
        float focalLength = 35
        matrix4d xformOp:transform = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0.8, 3, 1))
        uniform token[] xformOpOrder = ["xformOp:transform"]
    }

    def Camera "Side"
    {
    }
}

def Scope "Render"
{
    def RenderSettings "Settings"
    {
        rel camera = </World/Main>
        uniform int2 resolution = (640, 480)
    }
}
`;

afterAll(closeBrowser);

async function opened(view: ViewPage, ...args: string[]): Promise<Page> {
  const page = await view.open("scene.usda", ...args);
  await expect.poll(() => page.locator(".badge").textContent()).not.toBe("");
  return page;
}

async function typeAtStart(page: Page, text: string): Promise<void> {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type(text);
}

const status = (page: Page): Promise<string | null> => page.locator(".connection").textContent();
const banner = (page: Page): Promise<string | null> => page.locator(".banner").textContent();

describe.skipIf(whySkipped !== "")(`saving${whySkipped}`, { timeout: 600_000 }, () => {
  test("Ctrl+S and the button write the text; its line ends stay", async () => {
    const text = SCENE.replaceAll("\n", "\r\n");
    await using view = new ViewPage().write({ "scene.usda": text });
    const page = await opened(view);
    expect(await page.locator(".save").isVisible()).toBe(false);
    await page.locator(".cm-line", { hasText: 'Camera "Side"' }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("# typed");
    expect(await status(page)).toBe("edited, not saved");
    expect(view.read("scene.usda")).toBe(text);
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page)).toBe("live");
    const saved = view.read("scene.usda");
    expect(saved.replace(/[^\S\r\n]*# typed\r\n/, "")).toBe(text);
    await page.keyboard.type("!");
    await page.click(".save");
    await expect.poll(() => status(page)).toBe("live");
    expect(view.read("scene.usda")).toBe(saved.replace("# typed", "# typed!"));
    // The page's own change is not one of others.
    await page.waitForTimeout(200);
    expect(await page.locator(".banner").isVisible()).toBe(false);
    expect(readdirSync(view.folder)).toEqual(["scene.usda"]);
    expect(view.errors).toEqual([]);
  });

  test("a file that changed is replaced only if the user chooses so; otherwise it is shown, which can be undone", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    await typeAtStart(page, "#mine");
    view.write({ "scene.usda": `${SCENE}# theirs\n` });
    await expect.poll(() => banner(page)).toMatch(/scene\.usda changed on disk.*not saved/);
    await page.keyboard.press("Control+s");
    await page.waitForTimeout(200);
    expect(await banner(page)).toMatch(/changed on disk/);
    expect(view.read("scene.usda")).toBe(`${SCENE}# theirs\n`);
    await view.screenshot("conflict");
    // The user's text can be restored.
    await page.getByText("Show the file").click();
    await expect.poll(() => view.text()).not.toContain("#mine");
    expect(await view.text()).toContain("# theirs");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    await expect.poll(() => view.text()).toContain("#mine");
    view.write({ "scene.usda": `${SCENE}# theirs again\n` });
    await expect.poll(() => page.getByText("Replace the file").count()).toBe(1);
    await page.getByText("Replace the file").click();
    await expect.poll(() => status(page)).toBe("live");
    expect(view.read("scene.usda")).toBe(`#mine${SCENE}`);
    // A file that was removed is created by saving.
    await typeAtStart(page, "# ");
    view.remove("scene.usda");
    await expect.poll(() => banner(page)).toBe("scene.usda: no such file");
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page)).toBe("live");
    expect(view.read("scene.usda")).toBe(`# #mine${SCENE}`);
    expect(view.errors).toEqual([]);
  });

  test("a read-only page has a message", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view, "--read-only");
    await typeAtStart(page, "# ");
    expect(await page.locator(".save").isVisible()).toBe(false);
    await page.keyboard.press("Control+s");
    await expect.poll(() => banner(page)).toBe("Edits on this page cannot be saved");
    expect(view.read("scene.usda")).toBe(SCENE);
  });

  test("a text that is not UTF-8 is read-only", async () => {
    const bytes = Buffer.concat([Buffer.from(SCENE), Buffer.from([0x23, 0xff, 0x0a])]);
    await using view = new ViewPage().write({ "scene.usda": bytes });
    const page = await opened(view);
    await expect.poll(() => banner(page)).toBe("The text is not valid UTF-8: read-only");
    await page.locator(".cm-content").click();
    await page.keyboard.type("x");
    expect(await page.locator(".save").isVisible()).toBe(false);
  });
});

describe.skipIf(whySkipped !== "")(`the configuration of usda-lint${whySkipped}`, { timeout: 600_000 }, () => {
  test("applies, also when it changes; a broken one has a message", async () => {
    const text = SCENE.replace("focalLength = 35", "focalLenght = 35");
    const others = { "camera-first": "off", "scene-empty": "off" };
    const row = { rule: "name-misspelled", primPath: "/World/Main", property: "focalLenght", count: 1 };
    await using view = new ViewPage().write({
      "scene.usda": text,
      "usda-lint.config.json": JSON.stringify({ rules: { ...others, "name-misspelled": "error" } }),
      "baseline.json": JSON.stringify({ version: 1, files: { "scene.usda": [row] } }),
    });
    const page = await opened(view);
    const badge = (): Promise<string | null> => page.locator(".badge").textContent();
    const note = (): Promise<string | null> => page.locator(".findings .note").textContent();
    await expect.poll(badge).toBe("1 error");
    const write = (config: object | string): void => {
      const content = typeof config === "string" ? config : JSON.stringify(config);
      view.write({ "usda-lint.config.json": content });
    };
    write({ rules: { ...others, "name-misspelled": "off" } });
    await expect.poll(badge).toBe("No problems");
    write({ rules: { ...others, "name-misspelled": "warning" }, maxResolution: 100 });
    await expect.poll(badge).toBe("1 error, 1 warning");
    write({ rules: others, baseline: "baseline.json" });
    await expect.poll(note).toBe("No problems found. 1 more in the baseline");
    write({ ignore: ["scene.usda"] });
    await expect.poll(note).toMatch(/^The configuration ignores this file/);
    write({ rules: { "<img src=x>": "off" } });
    await expect.poll(note).toContain('unknown rule "<img src=x>"');
    view.remove("usda-lint.config.json");
    await expect.poll(badge).toBe("2 warnings, 1 info");
    expect(view.errors).toEqual([]);
  });
});

/** A configuration with a rule about the names of prims, and one that throws. */
const CODE = (name: string): string => `
const rule = (id, prim) => ({
  meta: { id, summary: id, severity: "error", effect: null, profiles: ["offline", "patch", "usd", "usda"] },
  check: ({ report }) => ({ prim: (each) => prim(each, report) }),
});
export default {
  rules: { "scene-empty": "off", "camera-first": "off" },
  customRules: [
    rule("no-name", ({ name, range, path }, report) => {
      if (name !== "${name}") return;
      const start = range.start + "def ".length;
      const fixes = [{ title: "Say Scope", safe: false, edits: [{ start, end: start + "Camera".length, text: "Scope" }] }];
      report({ message: "<b>" + name + "</b> is taken.", range, primPath: path, fixes });
    }),
    rule("boom", ({ name }) => { if (name === "Boom") throw new Error("no luck"); }),
  ],
};
`;

describe.skipIf(whySkipped !== "")(`rules that are code${whySkipped}`, { timeout: 600_000 }, () => {
  test("run on the server, follow edits and the configuration, and have a message if they throw", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, "usda-lint.config.mjs": CODE("Side") });
    const page = await opened(view, "--trust-config");
    const badge = (): Promise<string | null> => page.locator(".badge").textContent();
    const note = (): Promise<string | null> => page.locator(".findings .note").textContent();
    const places = (): Promise<string[]> => page.locator(".finding .place").allTextContents();
    await expect.poll(badge).toBe("1 error");
    expect(await page.locator(".finding .message").allTextContents()).toEqual(["<b>Side</b> is taken."]);
    expect(await places()).toEqual(["11:5"]);
    await view.screenshot("code-rules");
    // With edits: findings of both kinds, in the order of the text.
    await typeAtStart(page, "\n");
    await page.keyboard.press("Control+z");
    await page.locator(".cm-line", { hasText: "uniform token[]" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("float focalLenght = 1");
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toEqual(["name-misspelled", "no-name"]);
    await expect.poll(places).toEqual([expect.stringMatching(/^9:/), "12:5"]);
    expect(await badge()).toBe("1 error, 1 warning");
    // Their fixes are in the menu of fixes, once the rules have run on the text.
    const fixes = page.locator(".cm-tooltip.cm-menu button");
    const openFixes = async (): Promise<string[]> => {
      await page.locator(".cm-line", { hasText: 'Camera "Side"' }).click();
      await page.keyboard.press("Control+.");
      await page.locator(".cm-tooltip.cm-menu").waitFor();
      return fixes.allTextContents();
    };
    await expect.poll(openFixes).toContain("Say Scope");
    await fixes.getByText("Say Scope").click();
    await expect.poll(() => view.text()).toContain('def Scope "Side"');
    await page.keyboard.press("Control+z");
    await expect.poll(() => view.text()).toContain('def Camera "Side"');
    await expect.poll(badge).toBe("1 error, 1 warning");
    // Comments suppress them, and are known to be needed.
    await page.locator(".cm-line", { hasText: 'Camera "Side"' }).click();
    await page.keyboard.press("Home");
    await page.keyboard.type("# usda-lint-disable-next-line no-name\n");
    await expect.poll(badge).toBe("1 warning");
    await page.waitForTimeout(600);
    expect(await page.locator(".finding .rule").allTextContents()).toEqual(["name-misspelled"]);
    // A rule that throws.
    await page.locator(".cm-line", { hasText: 'Scope "Render"' }).getByText('"Render"').dblclick();
    await page.keyboard.type("Boom");
    await expect.poll(note).toContain('the rule "boom" threw: no luck');
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page)).toBe("live");
    view.write({ "usda-lint.config.mjs": CODE("Main").replace('=== "Boom"', '=== "Other"') });
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toContain("unused-disable");
    await expect.poll(() => page.locator(".finding .message").allTextContents()).toContain("<b>Main</b> is taken.");
    expect(await note()).not.toContain("boom");
    // No code of the configuration is on the page.
    view.write({ "usda-lint.config.mjs": "export default {};" });
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).not.toContain("no-name");
    expect(view.errors).toEqual([]);
  });
});

describe.skipIf(whySkipped !== "")(`the language server in the editor${whySkipped}`, { timeout: 600_000 }, () => {
  test("hints, lenses, folding, definition, rename and fixes", async () => {
    const text = SCENE.replace("focalLength = 35", "focalLenght = 35");
    await using view = new ViewPage().write({ "scene.usda": text });
    const page = await opened(view);
    // Hints: the position of the matrix.
    await expect.poll(() => page.locator(".cm-inlay-hint").allTextContents()).toEqual([expect.stringMatching(/0\.8/)]);
    // Lenses: look through a camera.
    await expect.poll(() => page.locator(".cm-code-lens button").count()).toBe(2);
    await view.screenshot("lenses");
    const cameras = page.locator(".viewport .cameras");
    expect(await cameras.inputValue()).toBe("/World/Main");
    await page.locator(".cm-code-lens button").nth(1).click();
    await expect.poll(() => cameras.inputValue()).toBe("/World/Side");
    await expect.poll(() => page.locator(".tree-row.selected .name").allTextContents()).toEqual(["Side"]);
    // Folding: a prim, and its lines again.
    const lines = page.locator(".cm-line");
    const all = await lines.count();
    await expect.poll(() => page.locator(".cm-foldGutter span[title='Fold line']").count()).toBeGreaterThan(2);
    await page.locator(".cm-foldGutter span[title='Fold line']").nth(1).click();
    await expect.poll(() => lines.count()).toBeLessThan(all);
    await view.screenshot("folded");
    await page.locator(".cm-foldPlaceholder").click();
    await expect.poll(() => lines.count()).toBe(all);
    // Definition: the prim of a path.
    const path = page.locator(".cm-line", { hasText: "rel camera" }).getByText("</World/Main>");
    const width = (await path.boundingBox())?.width ?? 0;
    await path.click({ modifiers: ["Control"], position: { x: width * 0.8, y: 5 } });
    await expect.poll(() => page.locator(".cm-activeLine").textContent()).toContain('def Camera "Main"');
    // Rename, with the paths that name it.
    await page.locator(".cm-line", { hasText: 'Camera "Main"' }).getByText('"Main"').click();
    await page.keyboard.press("F2");
    await page.locator(".cm-rename input").fill("Front");
    await view.screenshot("rename");
    await page.keyboard.press("Enter");
    await expect.poll(() => view.text()).toContain("rel camera = </World/Front>");
    expect(await view.text()).toContain('def Camera "Front"');
    // A name that is taken has a message.
    await page.keyboard.press("F2");
    await page.locator(".cm-rename input").fill("Side");
    await page.keyboard.press("Enter");
    await expect.poll(() => banner(page)).toMatch(/^Not renamed/);
    // Fixes of the finding at the cursor.
    await page.locator(".cm-line", { hasText: "focalLenght" }).getByText("focalLenght").click();
    await page.keyboard.press("Control+.");
    await expect
      .poll(() => page.locator(".cm-tooltip.cm-menu button").allTextContents())
      .toEqual([expect.stringContaining('"focalLength"'), "Suppress name-misspelled here"]);
    await view.screenshot("fixes");
    await page.keyboard.press("Enter");
    await expect.poll(() => view.text()).toContain("float focalLength = 35");
    // The message about the rename is obsolete.
    await expect.poll(() => page.locator(".banner").isVisible()).toBe(false);
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toEqual(["scene-empty", "camera-first"]);
    await page.keyboard.press("Control+s");
    await expect.poll(() => status(page)).toBe("live");
    const saved = text.replaceAll("Main", "Front").replace("focalLenght", "focalLength");
    expect(view.read("scene.usda")).toBe(saved);
    expect(view.errors).toEqual([]);
  });
});
