// Campaign in CI: The client in Chromium, from a page of another origin

/** The bundle for browsers: its size, and uploads, renders and streams in a real one, from a page of another origin. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium, type Browser, type Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fault, socket, startTestService, type ServiceOptions, type TestService } from "@usdkit/test-service";
import type { SpatialClient } from "./browser.ts";

/** Bytes, packed and without zod. */
const MAX_BUNDLE_BYTES = 44 * 1024;

/** What a page imports, as a bundler for browsers makes it. */
async function bundle(external: readonly RegExp[]): Promise<string> {
  const entry = "\0entry";
  const build = await rolldown({
    input: entry,
    cwd: join(import.meta.dirname, ".."),
    platform: "browser",
    external: [...external],
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? 'export { SpatialClient } from "@usdkit/client";' : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  if (output.length !== 1) throw new Error(`${output.length} files in place of one`);
  return output[0].code;
}

test("without zod, the bundle for browsers is small", async () => {
  const packed = gzipSync(await bundle([/^zod/]), { level: 9 }).length;
  expect(packed).toBeLessThanOrEqual(MAX_BUNDLE_BYTES);
  // Not for want of the client.
  expect(packed).toBeGreaterThan(10_000);
});

const CHROMIUM = "/usr/bin/chromium";
const why = existsSync(CHROMIUM) ? "" : ` (skipped: there is no ${CHROMIUM})`;

/** What the page has. */
interface PageGlobals {
  readonly exposed: { readonly SpatialClient: typeof SpatialClient };
  readonly createImageBitmap: (image: Blob) => Promise<{ readonly width: number; readonly height: number }>;
}

const SCENE = `#usda 1.0
def Scope "Render"
{
    def RenderSettings "Settings"
    {
        uniform int2 resolution = (64, 48)
    }
}
`;
const usdContent = Buffer.from(SCENE).toString("base64");
const PATCH = '#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float focalLength = 35\n    }\n}\n';

describe.skipIf(!existsSync(CHROMIUM))(`in Chromium${why}`, () => {
  let browser: Browser;
  let site: { readonly origin: string; readonly close: () => void };

  beforeAll(async () => {
    const code = await bundle([]);
    const server = createServer((request, response) => {
      const isCode = request.url === "/client.js";
      response.writeHead(200, { "content-type": isCode ? "text/javascript" : "text/html" });
      response.end(
        isCode
          ? code
          : '<!doctype html><title>Page</title><link rel="icon" href="data:,"><script type="module">import * as client from "/client.js"; globalThis.exposed = client;</script>',
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    site = { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  /** Opens the page with a service; `look` is what to do in it. */
  async function visit<Value>(
    options: ServiceOptions,
    look: (page: Page, service: TestService) => Promise<Value>,
  ): Promise<Value> {
    await using service = await startTestService({ polls: 1, queue: 1, ...options });
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    try {
      await page.goto(site.origin);
      await page.waitForFunction(() => "exposed" in globalThis);
      const value = await look(page, service);
      expect(troubles).toEqual([]);
      expect(service.record.violations).toEqual([]);
      return value;
    } finally {
      await page.close();
    }
  }

  const account = (service: TestService): { baseUrl: string; apiKey: string } => ({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
  });

  test.each([
    ["at once", 900, 1000],
    ["in parts", 2500, 1000],
  ])("uploads a file %s", async (_, size, blockSize) => {
    await visit({ blockSize }, async (page, service) => {
      service.script.always("assets.uploadPart", fault.latency(100));
      const url = await page.evaluate(
        async ({ options, length }) => {
          const { exposed } = globalThis as unknown as PageGlobals;
          const client = new exposed.SpatialClient(options);
          const bytes = Uint8Array.from({ length }, (__, index) => index % 251);
          const uploaded = await client.assets.upload(new File([bytes], "photo.jpg"));
          return uploaded.url;
        },
        { options: account(service), length: size },
      );
      const served = service.files.get(new URL(url).pathname);
      expect(Buffer.from(served?.bytes ?? [])).toEqual(Buffer.from(Array.from({ length: size }, (__, n) => n % 251)));
      expect(url).toMatch(/photo\.jpg$/);
      expect(service.record.mostPartsAtOnce).toBe(size > blockSize ? 2 : 0);
    });
  });

  test("renders a scene to an image", async () => {
    await visit({}, async (page, service) => {
      const seen = await page.evaluate(
        async ({ options, scene }) => {
          const { exposed, createImageBitmap } = globalThis as unknown as PageGlobals;
          const client = new exposed.SpatialClient(options);
          const job = await client.jobs.submit({ usdContent: scene });
          const { resultUrl } = await job.result({ interval: 50 });
          const image = await createImageBitmap(await (await fetch(resultUrl)).blob());
          return [image.width, image.height];
        },
        { options: account(service), scene: usdContent },
      );
      expect(seen).toEqual([64, 48]);
      expect([...service.record.renders.values()]).toEqual([1]);
    });
  });

  test("shows the frames of a stream, pushes a patch and ends the session", async () => {
    await visit({ frames: { rate: 60, size: 5000 } }, async (page, service) => {
      service.script.sessions(
        socket.ready("patched", socket.frames({ count: 2 }), socket.patches(1), socket.frames({ count: 5 })),
      );
      const seen = await page.evaluate(
        async ({ options, scene, patch }) => {
          const { exposed, createImageBitmap } = globalThis as unknown as PageGlobals;
          const client = new exposed.SpatialClient(options);
          const encoder = new TextEncoder();
          const stream = await client.streams.open(encoder.encode(scene), { frames: "blob", interval: 50 });
          const sizes: unknown[] = [];
          for await (const { data } of stream) {
            const { width, height } = await createImageBitmap(data);
            sizes.push([width, height, data.size]);
            if (sizes.length === 1) await stream.push(encoder.encode(patch));
            else break;
          }
          return sizes;
        },
        { options: account(service), scene: SCENE, patch: PATCH },
      );
      expect(seen).toEqual([
        [8, 8, 5000],
        [8, 8, 5000],
      ]);
      expect(service.record.sessions).toMatchObject([{ ended: "delete", patches: [PATCH] }]);
      expect(service.record.sockets).toMatchObject([{ handshake: "good", closedWith: 1000, closedBy: "client" }]);
      expect(service.record.events.at(-1)?.kind).toBe("delete");
    });
  });

  test("a job whose response is lost is rendered once, and the caller learns that it was accepted", async () => {
    await visit({}, async (page, service) => {
      service.script.on("jobs.submit", [fault.resetAfter()]);
      const name = await page.evaluate(
        async ({ options, scene }) => {
          const { exposed } = globalThis as unknown as PageGlobals;
          const client = new exposed.SpatialClient(options);
          // Chromium sends a request again by itself when a connection breaks that was used before.
          await client.renderFormat();
          return await client.jobs.submit({ usdContent: scene }).then(
            () => "accepted",
            (error: unknown) => (error as Error).name,
          );
        },
        { options: account(service), scene: usdContent },
      );
      expect(name).toBe("AcceptedIdUnknownError");
      expect([...service.record.renders.values()]).toEqual([1]);
    });
  });

  test("a redirect is not followed, and its error does not contain the key", async () => {
    await visit({}, async (page, service) => {
      service.script.always("worlds.list", fault.redirect());
      const said = await page.evaluate(
        async ({ options }) => {
          const { exposed } = globalThis as unknown as PageGlobals;
          const client = new exposed.SpatialClient(options);
          try {
            for await (const world of client.worlds.list()) return JSON.stringify(world);
            return "no world";
          } catch (error) {
            return `${String(error)} ${JSON.stringify(error)}`;
          }
        },
        { options: account(service) },
      );
      expect(said).toMatch(/^ProtocolError: worlds\.list: the service answered with a redirect/);
      expect(said).not.toContain(service.apiKey);
      expect(service.record.requests.filter(({ host }) => host === "elsewhere")).toEqual([]);
    });
  });
});
