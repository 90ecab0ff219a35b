// Campaign in CI: A page in Chromium that opens a stage of crates in parts, from its own server and from another one

import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { makeLayer } from "@usdkit/layer";
import { writeUsdc } from "@usdkit/usdc";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
if (!existsSync(CHROMIUM)) console.log(`parts over HTTP: not tried, as ${CHROMIUM} does not exist`);

/** 4 MB: two arrays. */
const crate = writeUsdc(
  makeLayer({
    children: ["M", "N"].map((name, i) => ({
      name,
      properties: [
        { name: "a", type: "double[]", value: Float64Array.from({ length: 250_000 }, (_, j) => 100 * i + j / 3) },
      ],
    })),
  }),
);
const shot = '#usda 1.0\ndef "A" (\n    references = @./m.usdc@</N>\n)\n{\n}\n';

/** What a page imports, as a bundler for browsers makes it. */
async function bundle(): Promise<string> {
  const entry = "\0entry";
  const build = await rolldown({
    input: entry,
    cwd: join(import.meta.dirname, "../.."),
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? 'export { httpResolver, Stage, StageValues } from "@usdkit/usd";' : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  return output[0].code;
}

interface Running {
  readonly server: Server;
  readonly origin: string;
  readonly methods: string[];
  sent: number;
}

/** @param exposes the headers that pages of other origins see; undefined if they see nothing */
async function serve(code: string, exposes: string | undefined): Promise<Running> {
  const running = { methods: [] as string[], sent: 0 };
  const files = new Map<string, Uint8Array | string>([
    ["/", "<!doctype html><title>page</title><link rel=icon href=data:,>"],
    ["/usd.js", code],
    ["/shot.usda", shot],
    ["/m.usdc", crate],
  ]);
  const server = createServer(({ url = "", method = "", headers: { range } }, response) => {
    running.methods.push(method);
    const file = files.get(url);
    const bytes = Buffer.from(file ?? "");
    const type = url === "/" ? "text/html" : url.endsWith(".js") ? "text/javascript" : "application/octet-stream";
    response.setHeader("content-type", type).setHeader("etag", '"1"').setHeader("cache-control", "no-store");
    if (exposes !== undefined) {
      response.setHeader("access-control-allow-origin", "*").setHeader("access-control-expose-headers", exposes);
    }
    const found = /^bytes=(\d+)-(\d+)$/u.exec(range ?? "");
    if (found === null) {
      response.writeHead(file === undefined ? 404 : 200).end(bytes);
      running.sent += bytes.length;
      return;
    }
    const part = bytes.subarray(Number(found[1]), Number(found[2]) + 1);
    running.sent += part.length;
    const place = `bytes ${found[1]}-${Number(found[1]) + part.length - 1}/${bytes.length}`;
    response.writeHead(206, { "content-range": place }).end(part);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(running, { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

test.skipIf(!existsSync(CHROMIUM))("a page reads arrays of a crate that it does not fetch whole", async () => {
  const code = await bundle();
  const own = await serve(code, undefined);
  const exposing = await serve(code, "ETag, Content-Range");
  const hiding = await serve(code, "X-None");
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(own.origin);
    const read = async ({ origin }: Running): Promise<unknown> =>
      page.evaluate(`(async () => {
        const { httpResolver, Stage, StageValues } = await import("/usd.js");
        const resolver = httpResolver({ hosts: [new URL("${origin}").host] });
        const stage = await Stage.open("${origin}/shot.usda", { resolver });
        await stage.prefetch(["/A"], { values: [null] });
        const { value } = new StageValues(stage).value("/A.a", null);
        return [stage.problems.length, value.data[0], value.data.length];
      })().catch((error) => String(error))`);
    for (const server of [own, exposing, hiding]) {
      const before = server.sent;
      expect(await read(server)).toEqual([0, 100, 250_000]);
      const share = (server.sent - before - (server === own ? code.length : 0)) / crate.length;
      // Without its headers, the crate is fetched whole after the first part.
      expect(share).toBeLessThan(server === hiding ? 1.2 : 0.75);
    }
    // No request that asks for permission first.
    expect([...exposing.methods, ...hiding.methods].filter((each) => each !== "GET")).toEqual([]);
  } finally {
    await browser.close();
    for (const { server } of [own, exposing, hiding]) server.close();
  }
});
