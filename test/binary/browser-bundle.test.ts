// What a browser loads to read all three encodings.

import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

/** Bytes of the bundle, compressed. */
const MAX_SIZE = 120 * 1024;

test("a bundle that opens text, crates and packages is at most 120 KB, and has nothing of Node", async () => {
  const entry = "bundle-entry";
  const build = await rolldown({
    input: entry,
    platform: "browser",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? 'export { openLayer } from "@usdkit/usd";' : undefined),
      },
    ],
    resolve: { alias: { "@usdkit/usd": fileURLToPath(new URL("../../packages/usd/src/index.ts", import.meta.url)) } },
  });
  const { output } = await build.generate({ format: "esm", minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  const [{ code, imports }] = output;
  expect(imports).toEqual([]);
  // Of chevrotain one call that nothing reaches is left (its way to make objects fast).
  const forbidden = [...code.matchAll(/"node:[a-z]|\bnew Function\(|\beval\(/gu)].map(([text]) => text);
  expect(forbidden.length).toBeLessThanOrEqual(1);
  const size = gzipSync(code).length;
  console.log(`openLayer for browsers: ${(size / 1024).toFixed(1)} KB gzip`);
  expect(size).toBeLessThanOrEqual(MAX_SIZE);
});
