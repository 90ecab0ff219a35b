// Campaign in CI: The browser bundle of all encodings, in Chromium

// The browser bundle that reads all three encodings: its size, and that it works under strict content security policies.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type * as base from "@usdkit/base";
import type * as layers from "@usdkit/layer";
import { dumpSha256 } from "@usdkit/layer";
import type * as usd from "@usdkit/usd";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { chromium } from "playwright-core";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import * as numbers from "../../packages/usda/src/scan/kernel/numbers.generated.ts";
import * as tokens from "../../packages/usda/src/scan/kernel/tokens.generated.ts";
import * as crate from "../../packages/usdc/src/bytes/crate.generated.ts";

/** Bytes of the bundle, compressed. */
const MAX_SIZE = 126 * 1024;
const CHROMIUM = "/usr/bin/chromium";
/** An empty module of WebAssembly. */
const EMPTY_MODULE = "AGFzbQEAAAA=";

/** Bundles an entry point for browsers. */
async function bundle(source: string): Promise<string> {
  const entry = "\0entry";
  const build = await rolldown({
    input: entry,
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    resolve: {
      alias: Object.fromEntries(
        ["usd", "layer"].map((name) => [
          `@usdkit/${name}`,
          fileURLToPath(new URL(`../../packages/${name}/src/index.ts`, import.meta.url)),
        ]),
      ),
    },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return output[0].code;
}

test("a bundle that opens text, crates and packages is at most 126 KB, and contains no Node modules", async () => {
  const code = await bundle('export { openLayer } from "@usdkit/usd";');
  expect(code).not.toMatch(/["']node:[a-z]/u);
  for (const kernel of [numbers.kernelModule, tokens.kernelModule, crate.kernelModule]) expect(code).toContain(kernel);
  const size = gzipSync(code).length;
  expect(size).toBeLessThanOrEqual(MAX_SIZE);
  // The bundle is small although it contains the readers.
  expect(size).toBeGreaterThan(50_000);
});

const TEXT = `#usda 1.0
def Mesh "M"
{
    int[] indices = [${Array.from({ length: 900 }, (_, i) => (i * 7) % 300).join(", ")}]
    double[] d = [${Array.from({ length: 900 }, (_, i) => i / 7).join(", ")}]
    float3 t.timeSamples = { ${Array.from({ length: 90 }, (_, i) => `${i}: (${i / 3}, 1, 2)`).join(", ")} }
}
`;

/** The content of the page. */
interface PageGlobals {
  readonly exposed: Pick<typeof usd, "openLayer"> & Pick<typeof layers, "dumpSha256"> & Pick<typeof base, "loadKernel">;
}

test.skipIf(!existsSync(CHROMIUM)).each([
  ["with WebAssembly", "'self' 'wasm-unsafe-eval'", true],
  ["without WebAssembly", "'self'", false],
])(
  "a page whose policy is strict opens every encoding, %s",
  { timeout: 600_000 },
  async (_name, scripts, hasKernels) => {
    const code = await bundle(
      'import { openLayer } from "@usdkit/usd"; import { dumpSha256 } from "@usdkit/layer"; import { loadKernel } from "@usdkit/base"; globalThis.exposed = { openLayer, dumpSha256, loadKernel };',
    );
    const server = createServer((request, response) => {
      const isCode = request.url === "/bundle.js";
      response.writeHead(200, {
        "content-type": isCode ? "text/javascript" : "text/html",
        "content-security-policy": `default-src 'none'; script-src ${scripts}`,
      });
      response.end(
        isCode ? code : '<!doctype html><title>Page</title><script type="module" src="/bundle.js"></script>',
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      await page.waitForFunction(() => "exposed" in globalThis, undefined, { polling: 50 });
      const { layer } = parseUsda(TEXT);
      const crate = writeUsdc(layer);
      const files = [new TextEncoder().encode(TEXT), crate, writePackage([{ path: "a.usdc", data: crate }])];
      const seen = await page.evaluate(
        ({ encoded, module }) => {
          const { openLayer, dumpSha256: digest, loadKernel } = (globalThis as unknown as PageGlobals).exposed;
          const digests = encoded.map((bytes) => digest(openLayer(Uint8Array.from(bytes)).layer));
          return { digests, isLoaded: loadKernel(module) !== undefined };
        },
        { encoded: files.map((bytes) => [...bytes]), module: EMPTY_MODULE },
      );
      const expected = dumpSha256(layer);
      expect(seen).toEqual({ digests: [expected, expected, expected], isLoaded: hasKernels });
    } finally {
      await browser.close();
      server.close();
    }
  },
);
