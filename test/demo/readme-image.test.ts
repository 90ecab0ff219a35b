import { readFileSync, statSync } from "node:fs";
import { relative, sep } from "node:path";
import { decodeImage } from "@usdkit/raster";
import { expect, test } from "vitest";
import { root } from "../docs/blocks/read-blocks.ts";
import { readmeImage, renderReadmeImage } from "./readme-image.ts";

const MAX_BYTES = 60_000;
/** Of 255, averaged over all channels: what JPEG loses. */
const MAX_LOSS = 3;

test("the image of the README is small, and shows the scene of the demo", async () => {
  const path = relative(root, readmeImage).replaceAll(sep, "/");
  expect(readFileSync(`${root}/README.md`, "utf8")).toContain(`](${path})`);
  expect(statSync(readmeImage).size).toBeLessThan(MAX_BYTES);
  const [kept, drawn] = await Promise.all([decodeImage(readFileSync(readmeImage)), renderReadmeImage()]);
  expect([kept.width, kept.height]).toEqual([drawn.width, drawn.height]);
  let loss = 0;
  for (let i = 0; i < drawn.data.length; i++) if (i % 4 !== 3) loss += Math.abs(kept.data[i] - drawn.data[i]);
  expect(loss / ((drawn.data.length / 4) * 3)).toBeLessThan(MAX_LOSS);
});
