import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dumpLayer } from "@usdkit/layer";
import { parseUsda } from "@usdkit/usda";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sceneText } from "./scene-text.ts";

const text = new Uint8Array(readFileSync(join(import.meta.dirname, "../../../test/scenes/two-chairs.usda")));
const crate = writeUsdc(parseUsda(text).layer);

test("text is unchanged, whatever it contains", async () => {
  expect(await sceneText(text)).toEqual({ bytes: text, inner: [] });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array(), async (bytes) => {
      expect((await sceneText(bytes)).bytes).toBe(bytes);
    }),
  );
});

test("a crate is printed: the text has its content", async () => {
  const { bytes, ...rest } = await sceneText(crate);
  expect(rest).toEqual({ from: "usdc", inner: [] });
  expect(dumpLayer(parseUsda(bytes).layer)).toEqual(dumpLayer(parseUsda(text).layer));
});

test("of a package the first layer is taken: text byte for byte, a crate printed", async () => {
  const packed = writePackage([
    { path: "scene.usda", data: text },
    { path: "other.usdc", data: crate },
  ]);
  const whole = await sceneText(packed);
  expect(whole).toMatchObject({ from: "usda", inner: ["scene.usda"] });
  expect(Buffer.from(whole.bytes).equals(text)).toBe(true);
  const nested = writePackage([{ path: "inner.usdz", data: writePackage([{ path: "scene.usdc", data: crate }]) }]);
  const inside = await sceneText(nested);
  expect(inside).toMatchObject({ from: "usdc", inner: ["inner.usdz", "scene.usdc"] });
  expect(dumpLayer(parseUsda(inside.bytes).layer)).toEqual(dumpLayer(parseUsda(text).layer));
});

test("a damaged binary file is one error, and never an exception of another class", async () => {
  const packed = writePackage([{ path: "scene.usdc", data: crate }]);
  for (const good of [crate, packed]) {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 8, max: good.length - 1 }), async (length) => {
        const error: unknown = await sceneText(good.slice(0, length)).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({
          name: "InvalidRequestError",
          status: undefined,
          message: expect.stringMatching(/^The scene cannot be read: .* at byte \d+.*Nothing was sent\.$/) as unknown,
        });
      }),
      { numRuns: 50 },
    );
  }
});
