// Campaign in CI: The recipes of the guides, with what they print, write and show

// The recipes of the guides, with what they print, write and show.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { findSpec } from "@usdkit/layer";
import { imageHash, render } from "@usdkit/raster";
import { readUsdc } from "@usdkit/usdc";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chairGlb } from "../demo/models.ts";
import { blankPage, closeBrowser, saveScreenshot, whySkipped } from "../view/open-page.ts";
import { makeProgram } from "./blocks/program.ts";
import { readBlocks, root } from "./blocks/read-blocks.ts";
import { splitCommands } from "./blocks/shell.ts";
import { chairScene } from "./setups/chair-scene.ts";

const BUNDLE_PAGE = "docs/guides/bundle-for-a-browser.md";
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };
// The workspace has esbuild for this test.
const esbuild = join(root, "node_modules/.bin/esbuild");

let folder: string;
beforeAll(() => {
  // In the repository, from where the packages are found.
  folder = mkdtempSync(join(import.meta.dirname, "recipes-"));
});
afterAll(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true, force: true });
});

test("the programs of the recipes print the meshes of a crate, and write an edited one", () => {
  const blocks = readBlocks("docs/guides/recipes.md").filter(({ language }) => language === "ts");
  const program = join(folder, "recipes.ts");
  writeFileSync(program, makeProgram(["", ...blocks.map(({ code }) => code)], undefined));
  const setup = join(import.meta.dirname, "setups/recipes-guide.ts");
  const work = mkdtempSync(join(tmpdir(), "recipes-"));
  try {
    const run = (file: string): string => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [file], { cwd: work, encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    run(setup);
    expect(run(program)).toBe("/Model/Square: 4 points, 1 faces\n");
    const { layer, ok } = readUsdc(readFileSync(join(work, "edited.usdc")));
    expect(ok).toBe(true);
    expect(findSpec(layer, "/Model/Camera.focalLength")).toMatchObject({ defaultValue: { data: 50 } });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

describe.skipIf(whySkipped !== "")(`the bundle in Chromium${whySkipped}`, { timeout: 600_000 }, () => {
  test("the command of the page bundles the renderer, and the page draws the pixels of Node", async () => {
    const blocks = readBlocks(BUNDLE_PAGE);
    const code = blocks.find(({ language }) => language === "ts")?.code ?? "";
    const html = blocks.find(({ language }) => language === "text")?.code ?? "";
    const command = blocks.flatMap((block) => (block.language === "sh" ? splitCommands(block.code) : []));
    const [, , ...args] = command.find(([first, second]) => first === "npx" && second === "esbuild") ?? [];
    const scene = chairScene().toUsda();
    writeFileSync(join(folder, "app.ts"), code);
    mkdirSync(join(folder, "public/models"), { recursive: true });
    writeFileSync(join(folder, "public/index.html"), html);
    writeFileSync(join(folder, "public/scene.usda"), scene);
    writeFileSync(join(folder, "public/models/chair-01.glb"), chairGlb());
    const bundled = spawnSync(esbuild, args, { cwd: folder, encoding: "utf8" });
    expect([bundled.status, bundled.stderr]).toEqual([0, expect.not.stringContaining("ERROR")]);

    const server = createServer((request, response) => {
      const path = new URL(request.url ?? "/", "http://localhost").pathname;
      const file = join(folder, "public", path === "/" ? "index.html" : path);
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
      response.end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using opened = await blankPage();
    const { page } = opened;
    try {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.route("**/favicon.ico", (route) => route.fulfill({ body: "" }));
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await page.waitForSelector("canvas");
      const size = { width: 64, height: 48 };
      const pixels = await page.evaluate<number[]>(
        `[...document.querySelector("canvas").getContext("2d").getImageData(0, 0, 64, 48).data]`,
      );
      const drawn = await render(scene, { "chair-01": chairGlb() }, { look: "full", threads: 1 });
      expect([drawn.width, drawn.height]).toEqual([size.width, size.height]);
      // A canvas does not keep the colors of transparent pixels.
      const opaque = (data: ArrayLike<number>): Uint8Array =>
        Uint8Array.from(data, (value, i) => (data[i | 3] === 255 ? value : 0));
      expect(opaque(pixels).some((value) => value > 0)).toBe(true);
      expect(await imageHash({ ...size, data: opaque(pixels) })).toBe(
        await imageHash({ ...size, data: opaque(drawn.data) }),
      );
      expect(errors).toEqual([]);
      await saveScreenshot(page, "recipe-bundle");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
