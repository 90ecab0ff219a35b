// Campaign in CI: Threads of the renderer in Chromium

// Threads in a browser: workers of the web, on a page that is isolated, from a bundle that is one module.

import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { imageHash } from "@usdkit/assets";
import { crowdedScene } from "../test-support/crowded-scene.ts";

const browserPath = "/usr/bin/chromium";
const why = existsSync(browserPath) ? "" : ` (skipped: there is no ${browserPath})`;
const SIZE = { width: 120, height: 80 };

/** The page's result. */
interface Seen {
  readonly isIsolated: boolean;
  readonly hashes: readonly string[];
  readonly threads: readonly number[];
  readonly aborted: string;
}

describe.skipIf(why !== "")(`in Chromium${why}`, () => {
  let browser: Browser;
  let server: Server;
  let origin = "";

  beforeAll(async () => {
    const entry = join(import.meta.dirname, "../test-support/crowded-scene.ts");
    const build = await rolldown({
      input: { page: entry, main: join(import.meta.dirname, "../index.ts") },
      platform: "browser",
      onLog: () => undefined,
    });
    const { output } = await build.generate({ format: "esm", entryFileNames: "[name].js" });
    await build.close();
    const files = new Map(output.flatMap((file) => (file.type === "chunk" ? [[`/${file.fileName}`, file.code]] : [])));
    server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const code = files.get(url.pathname);
      // Without these a page has no shared memory.
      if (url.searchParams.get("isolated") !== "no") {
        response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
        response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
      }
      response.setHeader("Content-Type", code === undefined ? "text/html" : "text/javascript");
      response.end(code ?? "<!doctype html>");
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  }, 600_000);

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function see(path: string): Promise<Seen> {
    const page = await browser.newPage();
    await page.goto(origin + path);
    const script = `(async () => {
      const { crowdedScene } = await import("/page.js");
      const { imageHash } = await import("/main.js");
      const scene = await crowdedScene();
      const images = [];
      for (const threads of [1, 2, 3]) images.push(await scene.render({ ...${JSON.stringify(SIZE)}, threads }));
      const controller = new AbortController();
      const stopped = scene.render({ width: 2000, height: 1500, threads: 2, signal: controller.signal });
      setTimeout(() => controller.abort(), 20);
      const aborted = await stopped.then(() => "finished", (error) => error.name);
      await scene.close();
      return {
        isIsolated: crossOriginIsolated,
        hashes: await Promise.all(images.map(imageHash)),
        threads: images.map(({ stats }) => stats.threads),
        aborted,
      };
    })()`;
    const seen = await page.evaluate<Seen>(script);
    await page.close();
    return seen;
  }

  async function expected(): Promise<string> {
    await using scene = await crowdedScene();
    return await imageHash(await scene.render({ ...SIZE, threads: 1 }));
  }

  test("an isolated page draws the same as Node, with workers", { timeout: 600_000 }, async () => {
    const { isIsolated, hashes, threads, aborted } = await see("");
    expect([isIsolated, threads]).toEqual([true, [1, 2, 3]]);
    expect(new Set(hashes)).toEqual(new Set([await expected()]));
    expect(aborted).toBe("AbortError");
  });

  test("any other page draws the same with one thread", { timeout: 600_000 }, async () => {
    const { isIsolated, hashes, threads, aborted } = await see("?isolated=no");
    expect([isIsolated, threads]).toEqual([false, [1, 1, 1]]);
    expect(new Set(hashes)).toEqual(new Set([await expected()]));
    expect(aborted).toBe("AbortError");
  });
});
