// Campaign in CI: A page of another origin that calls the gateway from Chromium

import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chromium } from "playwright-core";
import { expect, test } from "vitest";
import { gatewayForTest } from "../test-support/caller.ts";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
if (!existsSync(CHROMIUM)) console.log(`cross origin: not tried, as ${CHROMIUM} does not exist`);

test.skipIf(!existsSync(CHROMIUM))(
  "a page of an allowed origin uploads a file, lists worlds and reads errors",
  async () => {
    const pages = createServer((_, response) =>
      response.setHeader("content-type", "text/html").end("<title>page</title>"),
    );
    await new Promise<void>((resolve) => pages.listen(0, "127.0.0.1", resolve));
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
    try {
      await using allowing = await gatewayForTest({ origins: [origin] });
      await using other = await gatewayForTest();
      const page = await browser.newPage();
      await page.goto(origin);
      const run = (url: string): Promise<unknown> =>
        page.evaluate(`(async () => {
        const url = ${JSON.stringify(url)};
        const headers = { authorization: "key-of-ada" };
        const token = await (await fetch(url + "/global/asset/v1/token", { headers })).json();
        const form = new FormData();
        form.set("file", new Blob(["abc"]), "a.png");
        const upload = { "ous-token-v2": token.ousToken };
        const sent = await (await fetch(url + "/ous/api/v2/single/upload", { method: "POST", headers: upload, body: form })).json();
        const { d } = await (await fetch(url + "/ous/api/v2/upload/status", { headers: upload })).json();
        const file = await (await fetch(d.url, { headers: { range: "bytes=1-2" } })).text();
        const json = { ...headers, "content-type": "application/json" };
        const list = await fetch(url + "/global/world/v1/list", { method: "POST", headers: json, body: JSON.stringify({ x: 1 }) });
        const ended = await fetch(url + "/global/rendercloud/v1/streams/none", { method: "DELETE", headers });
        return [sent.c, file, list.status, list.headers.get("x-usdkit-ignored"), ended.status, (await ended.json()).status];
      })().catch((error) => error.message)`);
      expect(await run(allowing.url)).toEqual([0, "bc", 200, "body.x", 404, "NOT_FOUND"]);
      expect(await run(other.url)).toBe("Failed to fetch");
    } finally {
      await browser.close();
      pages.close();
    }
  },
);
