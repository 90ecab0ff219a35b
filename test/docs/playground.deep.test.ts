// Campaign in CI: The playground of the site, as a static web server serves it and from a folder, in Chromium

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodePng } from "@usdkit/assets";
import { readGlbChunks } from "@usdkit/assets/gltf";
import { memoryResolver, Stage, StageReader } from "@usdkit/usd";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writePackage } from "../../packages/usdz/src/index.ts";
import { writePlayground } from "../../docs/scripts/write-playground.ts";
import { pageTypes } from "../../packages/view/src/bundle/page-file.ts";
import { chairGlb } from "../demo/models.ts";
import { blankPage, closeBrowser, saveScreenshot, whySkipped } from "../view/open-page.ts";

const LAYER = `#usda 1.0
def Sphere "Ball"
{
    rel material:binding = </Look>
}
def "Look" (
    references = @red.mtlx@</MaterialX/Materials/Red>
)
{
}
`;
const RED = `<materialx version="1.39">
  <standard_surface name="Surface" type="surfaceshader">
    <input name="base_color" type="color3" value="1, 0, 0" />
  </standard_surface>
  <surfacematerial name="Red" type="material">
    <input name="surfaceshader" type="surfaceshader" nodename="Surface" />
  </surfacematerial>
</materialx>
`;
const BALL = writePackage(
  Object.entries({ "ball.usda": LAYER, "red.mtlx": RED }).map(([path, text]) => {
    return { path, data: new TextEncoder().encode(text) };
  }),
);
const roomLayer = (ball: string): string => `#usda 1.0
def "Ball" (
    references = @${ball}@</Ball>
)
{
}
`;
const ballLayer = (image: string): string => `#usda 1.0
def Sphere "Ball" (
    prepend apiSchemas = ["MaterialBindingAPI"]
)
{
    rel material:binding = </Ball/Look>

    def Material "Look"
    {
        token outputs:surface.connect = </Ball/Look/Surface.outputs:surface>

        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Ball/Look/Image.outputs:rgb>
            token outputs:surface
        }

        def Shader "Image"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @${image}@
            float3 outputs:rgb
        }
    }
}
`;
const BLUE = { width: 1, height: 1, data: Uint8Array.of(0, 0, 255, 255) };
const folder = mkdtempSync(join(tmpdir(), "usdkit-playground-"));
let server: Server | undefined;
let origin = "";

beforeAll(async () => {
  if (whySkipped !== "") return;
  await writePlayground(join(folder, "playground"));
  // As simple hosts serve files: without headers for policies or isolation.
  const running = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://host");
    const file = join(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("Content-Type", pageTypes[extname(file)] ?? "application/octet-stream");
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => {
    running.listen(0, "127.0.0.1", resolve);
  });
  server = running;
  origin = `http://127.0.0.1:${(running.address() as AddressInfo).port}`;
}, 600_000);

afterAll(async () => {
  await closeBrowser();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(whySkipped !== "")(`the playground${whySkipped}`, { timeout: 600_000 }, () => {
  test.each([
    ["a web server", () => `${origin}/playground/`, () => [`${origin}/playground/`]],
    // Workers start from texts.
    ["a folder", () => atFolder("playground/index.html"), () => [atFolder("playground/"), "blob:null/"]],
  ])("from %s: findings, image and language server follow what is typed", async (name, url, allowed) => {
    await using opened = await blankPage();
    const { page } = opened;
    const [requests, errors]: [string[], string[]] = [[], []];
    page.on("request", (request) => requests.push(request.url()));
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await page.goto(url());
    await page.waitForSelector("canvas[data-quality=sharp]");
    await expect.poll(() => page.locator(".badge").textContent()).toBe("No problems");
    expect(await page.locator(".not-started").count()).toBe(0);
    expect(await page.locator(".not-drawn").isVisible()).toBe(false);
    expect(await page.locator(".image-status").textContent()).toMatch(/triangles, .* splats/);
    await saveScreenshot(page, `playground-${name.replaceAll(" ", "-")}`);
    const pixels = async (): Promise<string> =>
      String(await page.evaluate("document.querySelector('canvas').toDataURL()"));
    const before = await pixels();
    const lens = page.locator(".cm-line", { hasText: "float focalLength = 30" });
    await lens.click();
    await page.keyboard.press("End");
    // After the hint with the field of view.
    await expect.poll(() => page.locator(".cm-inlay-hint").count()).toBeGreaterThan(0);
    await page.keyboard.press("Home");
    for (let i = 0; i < "float focalLength = 30".length; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("0");
    await expect.poll(async () => (await pixels()) === before).toBe(false);
    await page.keyboard.press("Home");
    for (let i = 0; i < "float focal".length; i++) await page.keyboard.press("ArrowRight");
    await page.keyboard.type("x");
    await expect.poll(() => page.locator(".finding .rule").allTextContents()).toEqual(["name-misspelled"]);
    // A mesh without an asset.
    await page.locator(".cm-line", { hasText: "asset:/mesh/chair" }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("x");
    await expect.poll(() => page.locator(".not-drawn").textContent()).toContain("1 prim is not drawn");
    // A package that is dropped on the page is drawn, and stays in it; the changes of the text may be dropped.
    page.on("dialog", (dialog) => void dialog.accept());
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from([${Array.from(BALL).join()}])], "ball.usdz"));
      return transfer;
    })()`);
    await page.dispatchEvent("body", "drop", { dataTransfer: files });
    await expect.poll(() => page.title()).toContain("ball.usdz");
    await expect.poll(() => page.locator(".image-status").textContent()).toMatch(/^[^,]*3,968 triangles/);
    // Its composed prims and their values are shown, also those of MaterialX documents.
    await expect.poll(() => page.locator(".prim-row .name").allTextContents()).toEqual(["Ball", "Look"]);
    // The dialog that converts what was dropped.
    await page.keyboard.press("Escape");
    await page.locator('.prim-row[title="/Ball"]').click();
    await expect.poll(() => page.locator(".material .link").allTextContents()).toEqual(["/Look"]);
    await page.locator(".material .link").click();
    await expect.poll(() => page.locator(".prim-head .type").textContent()).toContain("Material");
    await expect.poll(() => page.locator(".property .name").allTextContents()).toContain("inputs:base_color");
    // A model alone has no stage; a texture opens nothing.
    const drop = async (fileName: string, bytes: Uint8Array): Promise<void> => {
      await page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([Uint8Array.from([${Array.from(bytes).join()}])], ${JSON.stringify(fileName)}));
        document.querySelector(".app").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
      }`);
    };
    await drop("chair.glb", chairGlb());
    await expect
      .poll(() => page.locator(".stage-tree .note").textContent())
      .toMatch(/chair\.glb is a model without a stage/);
    expect(await page.locator(".stage-info").textContent()).toBe("");
    await page.keyboard.press("Escape");
    await drop("texture.png", Uint8Array.of(0x89, 0x50));
    await expect.poll(() => page.locator(".convert-output").textContent()).toContain("This is not a model");
    expect(await page.title()).toContain("chair.glb");
    const isAllowed = (each: string): boolean => allowed().some((start) => each.startsWith(start));
    expect(requests.filter((each) => !isAllowed(each))).toEqual([]);
    expect(errors.filter((each) => !each.startsWith("Failed to load resource"))).toEqual([]);
  });
});

describe.skipIf(whySkipped !== "")(`a folder on the playground${whySkipped}`, { timeout: 600_000 }, () => {
  test.each([
    ["a web server: a folder", () => `${origin}/playground/`, "parts/", "images/"],
    // Browsers read no folders for such pages.
    ["a folder: files", () => atFolder("playground/index.html"), "", ""],
  ])("from %s: layers and textures that are dropped together find each other", async (_, url, parts, images) => {
    const dropped = mkdtempSync(join(tmpdir(), "usdkit-dropped-"));
    mkdirSync(join(dropped, "Room", parts, images), { recursive: true });
    const write = (path: string, content: string | Uint8Array): string => {
      writeFileSync(join(dropped, "Room", path), content);
      return join(dropped, "Room", path);
    };
    const written = [
      write("Aside.usda", "#usda 1.0\n"),
      write("Room.usda", roomLayer(`./${parts}ball.usda`)),
      write(`${parts}ball.usda`, ballLayer(`${images}blue.png`)),
      write(`${parts}${images}blue.png`, await encodePng(BLUE)),
    ];
    await using opened = await blankPage();
    const { page } = opened;
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto(url());
    await page.waitForSelector("canvas[data-quality=sharp]");
    const session = await page.context().newCDPSession(page);
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      const data = { items: [], files: parts === "" ? written : [join(dropped, "Room")], dragOperationsMask: 1 };
      await session.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    }
    await expect.poll(() => page.title()).toContain("Room.usda");
    await page.waitForSelector(".convert-result");
    expect(await page.locator(".convert-result").textContent()).toMatch(/^Room\.glb/u);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".image-status").textContent()).toMatch(/3,968 triangles/);
    await expect
      .poll(() => page.locator(".not-drawn p").allTextContents())
      .toEqual([expect.stringMatching(/^\/Ball\.primvars:st: The textures of \/Ball\/Look have no coordinates/)]);
    await expect
      .poll(() => page.locator(".files button").allTextContents())
      .toEqual(parts === "" ? names("Aside", "Room", "ball") : names("Aside", "Room"));
    await expect.poll(() => page.locator(".prim-row .name").allTextContents()).toEqual(["Ball", "Look"]);
    await saveScreenshot(page, "playground-folder");
    // The image of the material is blue, and the ball with it.
    const blue = `(() => {
      const canvas = document.querySelector("canvas");
      const pixel = canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data;
      return pixel[2] > 2 * pixel[0] && pixel[2] > 2 * pixel[1];
    })()`;
    await expect.poll(() => page.evaluate(blue)).toBe(true);
    // A link opens the layer that it names.
    await page
      .locator(".cm-line", { hasText: "ball.usda" })
      .locator(".cm-asset-link")
      .click({ modifiers: ["Control"] });
    await expect.poll(() => page.locator(".files button").allTextContents()).toEqual(names("Aside", "Room", "ball"));
    expect(errors).toEqual([]);
    rmSync(dropped, { recursive: true });
  });
});

const names = (...stems: readonly string[]): readonly string[] =>
  ["playground", ...stems].map((stem) => `${stem}.usda`);

describe.skipIf(whySkipped !== "")(`the converter of the playground${whySkipped}`, { timeout: 600_000 }, () => {
  test.each([
    ["a web server", () => `${origin}/playground/`],
    ["a folder", () => atFolder("playground/index.html")],
  ])("from %s: a dropped .glb becomes a .usdz, and that a .glb again", async (_, url) => {
    await using opened = await blankPage();
    const { page } = opened;
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(url());
    await page.waitForSelector(".convert-button");
    const result = async (): Promise<Uint8Array> => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.locator(".convert-result").click()]);
      return readFileSync(await download.path());
    };
    // As the browser delivers a drop.
    const base64 = Buffer.from(chairGlb()).toString("base64");
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob("${base64}"), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], "chair.glb"));
      const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(".app").dispatchEvent(drop);
    }`);
    await page.waitForSelector(".convert-result");
    expect(await page.locator(".convert-result").textContent()).toMatch(/^chair\.usdz \(\d+\.\d KB\)$/u);
    const usdz = await result();
    const stage = await Stage.open("chair.usdz", { resolver: memoryResolver(new Map([["chair.usdz", usdz]])) });
    expect(Array.from(new StageReader(stage).prims(), ({ type }) => type)).toContain("Mesh");
    await page.locator(".convert-targets button", { hasText: "AR Quick Look" }).click();
    await expect.poll(async () => Buffer.from(await result()).equals(usdz)).toBe(false);
    await page.locator(".convert-dialog button", { hasText: "Close" }).click();
    await page.setInputFiles(".convert-input", { name: "back.usdz", mimeType: "", buffer: Buffer.from(usdz) });
    await page.waitForSelector(".convert-result");
    const primitives = (glb: Uint8Array): number => {
      const { meshes } = readGlbChunks(glb).json as { readonly meshes: readonly { readonly primitives: object[] }[] };
      return meshes.reduce((count, mesh) => count + mesh.primitives.length, 0);
    };
    expect(primitives(await result())).toBe(primitives(chairGlb()));
    await page.locator(".convert-dialog button", { hasText: "Close" }).click();
    // The reason is shown.
    await page.setInputFiles(".convert-input", { name: "bad.glb", mimeType: "", buffer: Buffer.from("glTF") });
    await expect.poll(() => page.locator(".convert-output").textContent()).toContain("ends in its head");
    expect(errors).toEqual([]);
  });
});

function atFolder(path: string): string {
  return pathToFileURL(join(folder, path)).href;
}
