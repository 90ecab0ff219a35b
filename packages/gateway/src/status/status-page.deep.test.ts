// Campaign in CI: The status page in Chromium

import { existsSync } from "node:fs";
import { createStream, generateWorld } from "@usdkit/contract";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { call, gatewayForTest, scene } from "../test-support/caller.ts";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
if (!existsSync(CHROMIUM)) console.log(`status page: not opened, as ${CHROMIUM} does not exist`);

test.skipIf(!existsSync(CHROMIUM))("shows worlds, operations and the live frame, and names as text", async () => {
  await using gateway = await gatewayForTest();
  const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
  await call(gateway.url, generateWorld, { body: { name: hostile, prompt: "a room" } });
  await call(gateway.url, createStream, { body: { requestId: "r", usdContent: scene() } });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on(
      "console",
      (message) => void (message.type() === "error" && problems.push(`${message.text()} ${message.location().url}`)),
    );
    await page.goto(gateway.url);
    await page.fill("#key", "key-of-ada");
    await page.click("button");
    await page.waitForSelector("#worlds td");
    await page.waitForSelector("#sessions img");
    const size = await page.$eval(
      "#sessions img",
      (image) => (image as unknown as { naturalWidth: number }).naturalWidth,
    );
    expect(size).toBeGreaterThanOrEqual(0);
    expect(await page.textContent("#worlds")).toContain(hostile);
    // Not waitForFunction: it evaluates text in the page, which the page's policy forbids.
    const coverWidth = (): Promise<unknown> => page.evaluate("document.querySelector('#worlds img')?.naturalWidth");
    await expect.poll(coverWidth).toBe(320);
    expect(await page.textContent("#operations")).toContain("world-generation");
    expect(await page.title()).toBe("spatial-gateway");
    expect(problems).toEqual([]);

    // An injected script would not run.
    const title = await page.evaluate(`(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'taken'";
      document.body.append(script);
      return document.title;
    })()`);
    expect(title).toBe("spatial-gateway");
    expect(problems.splice(0)).toEqual([expect.stringContaining("Content Security Policy")]);

    // Another user sees none of it.
    await page.fill("#key", "key-of-bob");
    await page.click("button");
    await page.waitForSelector("#worlds td", { state: "detached" });
    await page.waitForSelector("#sessions figure", { state: "detached" });
    expect(await page.textContent("#operations")).not.toContain("world-generation");
  } finally {
    await browser.close();
  }
});
