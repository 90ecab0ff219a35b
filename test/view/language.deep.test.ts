// Campaign in CI: Features of the language server in the editor of `usda view`, in Chromium: references, signatures, colors, selections, links

import type { Locator, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { encodePng } from "@usdkit/assets";
import { closeBrowser, ViewPage, whySkipped } from "./open-page.ts";

const SCENE = `#usda 1.0
(
    defaultPrim = "World"
)

def Xform "World"
{
    def Mesh "Chair" (
        prepend references = @parts/chair.usda@</Chair>
    )
    {
        color3f[] primvars:displayColor = [(1, 0, 0)]
        token Shape = "round"
        rel proxy = </World/Chair>
        custom rel others = [</World/Chair>, </World>]
    }
}
`;
const PART = '#usda 1.0\ndef Mesh "Chair"\n{\n    rel back = @../scene.usda@\n}\n';

afterAll(closeBrowser);

async function opened(view: ViewPage, ...args: string[]): Promise<Page> {
  const page = await view.open("scene.usda", ...args);
  // Links come last.
  await expect.poll(() => page.locator(".cm-asset-link").count()).toBe(1);
  await expect.poll(() => page.locator(".cm-token-class").count()).toBeGreaterThan(1);
  return page;
}

const line = (page: Page, text: string): Locator => page.locator(".cm-line", { hasText: text }).first();
/** Selected text, and the number of the cursor's line. */
const selected = (page: Page): Promise<string> =>
  page.evaluate("document.querySelector('.editor').shadowRoot.getSelection().toString()");
const cursorLine = async (page: Page): Promise<string> =>
  ((await page.locator(".cm-activeLineGutter").first().textContent()) ?? "").trim();

/** What the tests use of an element; the types of tests have no DOM. */
interface PageElement {
  value: string;
  readonly firstElementChild: PageElement | null;
  readonly ownerDocument: {
    readonly defaultView: {
      getComputedStyle(of: PageElement): { readonly color: string };
      readonly Event: new (name: string, options: object) => object;
    };
  };
  matches(selector: string): boolean;
  dispatchEvent(event: object): void;
}

const isFocused = (node: unknown): boolean => (node as PageElement).matches(":focus");
const colorOf = (node: unknown): string => {
  const shown = node as PageElement;
  return shown.ownerDocument.defaultView.getComputedStyle(shown).color;
};

async function choose(page: Page, label: string): Promise<void> {
  await page.locator(".cm-commands > button").click();
  await page.locator(".cm-commands .cm-menu button", { hasText: label }).first().click();
}

describe.skipIf(whySkipped !== "")(`the language server in the editor${whySkipped}`, { timeout: 600_000 }, () => {
  test("references: a list to step through, by keys and by the mouse", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    await line(page, 'def Mesh "Chair"').getByText('"Chair"').click();
    await page.keyboard.press("Shift+F12");
    const rows = page.locator(".reference code");
    await expect.poll(() => rows.allTextContents()).toHaveLength(3);
    expect((await rows.allTextContents()).map((text) => text.trim().slice(0, 8))).toEqual([
      "def Mesh",
      "rel prox",
      "custom r",
    ]);
    expect(await page.locator(".reference mark").allTextContents()).toEqual(["Chair", "Chair", "Chair"]);
    expect(await page.locator("[data-value=references]").textContent()).toBe("References (3)");
    expect(await page.locator(".cm-reference").count()).toBe(3);
    await view.screenshot("references");
    const lines = [];
    for (const key of ["F4", "F4", "F4", "Shift+F4"]) {
      await page.keyboard.press(key);
      expect(await selected(page)).toBe("Chair");
      lines.push(await cursorLine(page));
    }
    expect(lines).toEqual(["14", "15", "8", "15"]);
    // By the mouse, and by the keys of the list. Uses move with the text.
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("\n");
    await expect.poll(() => page.locator(".reference .place").allTextContents()).toEqual(["9:15", "15:29", "16:38"]);
    await page.locator(".reference").nth(1).click();
    expect(await cursorLine(page)).toBe("15");
    await page.locator(".references .list").focus();
    await page.keyboard.press("ArrowDown");
    expect(await cursorLine(page)).toBe("16");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Table");
    await expect.poll(() => view.text()).toContain("[</World/Table>");
    // Nothing is at the cursor.
    await page.keyboard.press("Control+Home");
    await choose(page, "List references");
    await expect.poll(() => page.locator(".references .note").textContent()).toMatch(/^No prim/);
    expect(view.errors).toEqual([]);
  });

  test("signatures of list operations while they are typed", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    await line(page, "prepend references").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("append inherits ");
    const signature = page.locator(".cm-signature");
    await expect.poll(() => signature.textContent()).toContain("append inherits = [</Path>, …]");
    expect(await signature.locator("strong").textContent()).toBe("append inherits");
    await page.keyboard.type("= ");
    await expect.poll(() => signature.locator("strong").textContent()).toBe("[</Path>, …]");
    await view.screenshot("signature");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => signature.count()).toBe(0);
    await page.keyboard.press("Control+Shift+Space");
    await expect.poll(() => signature.count()).toBe(1);
    // It closes where there is nothing to say.
    await page.keyboard.press("Control+Home");
    await expect.poll(() => signature.count()).toBe(0);
    await line(page, "append inherits").click();
    await choose(page, "Signature");
    await expect.poll(() => signature.count()).toBe(1);
    expect(view.errors).toEqual([]);
  });

  test("colors of words by their statement", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    const color = (locator: Locator): Promise<string> => locator.evaluate(colorOf);
    // A property whose name looks like a prim type; a field of metadata that looks like a property.
    const property = line(page, "token Shape").locator(".cm-token-property");
    expect(await property.textContent()).toBe("Shape");
    const type = line(page, "def Xform").locator(".cm-token-class");
    const field = page.locator(".cm-token-decorator", { hasText: "defaultPrim" });
    const colors = [await color(property), await color(type), await color(field)];
    expect(new Set(colors).size).toBe(3);
    // The word itself has the color, not only an element around it.
    const inner = property.locator("*");
    const deepest = (await inner.count()) === 0 ? property : inner.last();
    expect(await color(deepest)).toBe(colors[0]);
    await view.screenshot("tokens");
    // What is typed gets its color.
    await line(page, "token Shape").click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("float Weight = 1");
    await expect
      .poll(() => line(page, "float Weight").locator(".cm-token-property").allTextContents())
      .toEqual(["Weight"]);
    expect(view.errors).toEqual([]);
  });

  test("selections grow by the syntax and shrink again", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    await line(page, "custom rel")
      .getByText("</World/Chair>")
      .click({ position: { x: 30, y: 6 } });
    const steps = ["</World/Chair>", "</World/Chair>, </World>", "[</World/Chair>, </World>]"];
    const seen: string[] = [];
    for (let i = 0; i < 12; i++) {
      const before = await selected(page);
      await page.keyboard.press("Shift+Alt+ArrowRight");
      await expect.poll(() => selected(page)).not.toBe(before);
      seen.push(await selected(page));
      if (seen.at(-1)?.startsWith("#usda") === true) break;
    }
    expect(seen).toEqual(expect.arrayContaining(steps));
    expect(seen.at(-1)).toMatch(/^#usda 1\.0/);
    await view.screenshot("selection");
    for (const expected of seen.slice(0, -1).toReversed()) {
      await page.keyboard.press("Shift+Alt+ArrowLeft");
      expect(await selected(page)).toBe(expected);
    }
    await choose(page, "Expand selection");
    await expect.poll(() => selected(page)).toBe(seen[1]);
    await choose(page, "Shrink selection");
    await expect.poll(() => selected(page)).toBe(seen[0]);
    expect(view.errors).toEqual([]);
  });

  test("a picked color is written as linear values, in one step of the history", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    const picker = page.locator(".cm-color-picker");
    await expect.poll(() => picker.count()).toBe(1);
    expect(await picker.inputValue()).toBe("#ff0000");
    // As a picker does: colors while it is open, and a last one.
    const pick = (value: string, events: readonly string[]): Promise<void> =>
      picker.evaluate(
        (node: unknown, [color, names]) => {
          const input = node as PageElement;
          input.value = color;
          for (const name of names) {
            input.dispatchEvent(new input.ownerDocument.defaultView.Event(name, { bubbles: true }));
          }
        },
        [value, events] as const,
      );
    await line(page, "displayColor").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" # typed");
    await page.keyboard.press("Shift+Alt+c");
    await expect.poll(() => picker.evaluate(isFocused)).toBe(true);
    for (const value of ["#102030", "#405060", "#0000ff"]) await pick(value, ["input"]);
    await pick("#00ff80", ["input", "change"]);
    await expect.poll(() => view.text()).toContain("[(0, 1, 0.2159)]");
    await expect.poll(() => picker.inputValue()).toBe("#00ff80");
    await view.screenshot("color");
    // Closes the picker of the browser, and leaves its swatch.
    for (let i = 0; i < 2; i++) await page.keyboard.press("Escape");
    await expect.poll(() => picker.evaluate(isFocused)).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(() => view.text()).toContain("[(1, 0, 0)] # typed");
    await expect.poll(() => picker.inputValue()).toBe("#ff0000");
    // The mouse opens the browser's picker; of two pickers, the one at the cursor has the focus.
    await line(page, "displayColor").click();
    await choose(page, "Pick a color");
    await expect.poll(() => picker.evaluate(isFocused)).toBe(true);
    expect(view.errors).toEqual([]);
  });

  test("a read-only page has pickers that cannot be changed", async () => {
    const bytes = Buffer.concat([Buffer.from(SCENE), Buffer.from([0x23, 0xff, 0x0a])]);
    await using view = new ViewPage().write({ "scene.usda": bytes });
    const page = await opened(view);
    await expect.poll(() => page.locator(".cm-color-picker").isDisabled()).toBe(true);
  });

  test("asset paths open the layers that they name", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE, "parts/chair.usda": PART, "secret.txt": "secret" });
    const page = await opened(view);
    const tabs = page.locator(".files button");
    expect(await tabs.allTextContents()).toEqual(["scene.usda"]);
    await page.locator(".cm-asset-link").click({ modifiers: ["Control"] });
    await expect.poll(() => tabs.allTextContents()).toEqual(["scene.usda", "chair.usda"]);
    await expect.poll(() => view.text()).toContain("rel back");
    expect(await page.locator(".files .chosen").textContent()).toBe("chair.usda");
    // A file that was opened by a link is watched, and saved, like the others.
    view.write({ "parts/chair.usda": PART.replace("back", "front") });
    await expect.poll(() => view.text()).toContain("rel front");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# typed");
    await page.keyboard.press("Control+s");
    await expect.poll(() => view.read("parts/chair.usda")).toContain("# typed");
    // Back, by the keyboard: the file has a tab already.
    await page.locator(".files button").first().click();
    await expect.poll(() => page.locator(".cm-asset-link").count()).toBe(1);
    await line(page, "prepend references").getByText("parts/chair.usda").click();
    await page.keyboard.press("F12");
    await expect.poll(() => page.locator(".files .chosen").textContent()).toBe("chair.usda");
    expect(await tabs.count()).toBe(2);
    // What is missing, or no layer, has a message.
    await page.locator(".files button").first().click();
    for (const [path, message] of [
      ["none.usda", "none.usda: no such file"],
      ["secret.txt", "secret.txt: not a layer"],
    ] as const) {
      view.write({ "scene.usda": SCENE.replace("parts/chair.usda", path) });
      await expect.poll(() => page.locator(".cm-asset-link").allTextContents()).toEqual([path]);
      await page.locator(".cm-asset-link").click();
      await choose(page, "Go to definition");
      await expect.poll(() => page.locator(".banner").textContent()).toContain(message);
    }
    expect(await tabs.count()).toBe(2);
    expect(view.errors).toEqual([]);
  });

  test("asset paths show the images that they name", async () => {
    const wood = await encodePng({ width: 20, height: 10, data: new Uint8ClampedArray(800).fill(160) });
    const text = SCENE.replace("parts/chair.usda", "tex/wood.png");
    await using view = new ViewPage().write({ "scene.usda": text, "tex/wood.png": wood });
    const page = await opened(view);
    await line(page, "prepend references").getByText("tex/wood.png").click();
    await page.keyboard.press("F12");
    const dialog = page.locator(".image-dialog");
    await expect.poll(() => dialog.locator(".dim").textContent()).toBe("20 × 10 pixels");
    await view.screenshot("image");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    // The text has the focus again.
    await page.keyboard.press("End");
    await page.keyboard.type(" # typed");
    await expect.poll(() => view.text()).toContain("# typed");
    await page.locator(".cm-asset-link").click({ modifiers: ["Control"] });
    await dialog.getByText("Close").click();
    await expect.poll(() => dialog.count()).toBe(0);
    // A file that is no image.
    view.write({ "tex/wood.png": "no image" });
    await page.locator(".cm-asset-link").click({ modifiers: ["Control"] });
    await expect.poll(() => dialog.locator(".dim").textContent()).toBe("the browser cannot show it");
    expect(view.errors).toEqual([]);
  });

  test("a menu has every command with its key", async () => {
    await using view = new ViewPage().write({ "scene.usda": SCENE });
    const page = await opened(view);
    await line(page, "token Shape").click();
    await page.keyboard.press("F1");
    const items = page.locator(".cm-commands .cm-menu button");
    expect(await items.count()).toBe(12);
    // The button covers no text.
    const button = await page.locator(".cm-commands > button").boundingBox();
    const first = await page.locator(".cm-line").first().boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
    await view.screenshot("commands");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => items.last().evaluate(isFocused)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => items.first().isVisible()).toBe(false);
    // The text has the focus again.
    await page.keyboard.press("End");
    await page.keyboard.type("# typed");
    await expect.poll(() => view.text()).toContain('"round"# typed');
    // A click elsewhere closes it.
    await page.locator(".cm-commands > button").click();
    expect(await items.first().isVisible()).toBe(true);
    await line(page, "rel proxy").click({ position: { x: 40, y: 8 } });
    expect(await items.first().isVisible()).toBe(false);
    expect(view.errors).toEqual([]);
  });
});
