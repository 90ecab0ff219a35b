// Approved images, compared byte by byte: test/goldens has them as PNG, and the hashes of their pixels.
//
// A changed image fails, and leaves `changed/<name>-before.png`, `-after.png` and `-difference.png` there. With
// USDKIT_UPDATE_GOLDENS=1 it becomes the new golden, and leaves the same three images: look at them before you keep it.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareImages, decodeImage, encodePng, imageHash, NO_PRIM, render, type RenderedImage } from "./index.ts";
import { goldenScenes, type GoldenScene } from "./test-support/golden-scenes.ts";

const folder = join(import.meta.dirname, "../test/goldens");
const hashFile = join(folder, "hashes.json");
const hashes = JSON.parse(existsSync(hashFile) ? readFileSync(hashFile, "utf8") : "{}") as Record<string, string>;
const isUpdate = process.env["USDKIT_UPDATE_GOLDENS"] === "1";

test("there are thirteen goldens, each with an image", () => {
  expect(goldenScenes.length).toBe(13);
  expect(Object.keys(hashes).toSorted()).toEqual(goldenScenes.map(({ name }) => name).toSorted());
});

test.each(goldenScenes)("$name: $shows", async (scene) => {
  const image = await render(scene.text, scene.assets, { ...scene.options, threads: 1, outputs: ["primId"] });
  const seen = new Set(image.primId);
  expect(image.prims.filter((_, i) => !seen.has(i))).toEqual([]);
  expect(seen.has(NO_PRIM)).toBe(scene.name !== "far-floor" || seen.size > 1);
  const hash = await imageHash(image);
  if (hash !== hashes[scene.name]) await leaveImages(scene, image);
  if (isUpdate) await keep(scene, image, hash);
  expect(hash).toBe(hashes[scene.name]);
  const kept = await decodeImage(readFileSync(join(folder, `${scene.name}.png`)));
  expect(await imageHash(kept)).toBe(hash);
});

async function keep({ name }: GoldenScene, image: RenderedImage, hash: string): Promise<void> {
  hashes[name] = hash;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), await encodePng(image));
  const names = goldenScenes.map((scene) => scene.name).filter((each) => hashes[each] !== undefined);
  const sorted = Object.fromEntries(names.map((each) => [each, hashes[each]]));
  writeFileSync(hashFile, `${JSON.stringify(sorted, undefined, 2)}\n`);
}

/** Writes the image before and after, and their difference. */
async function leaveImages({ name }: GoldenScene, after: RenderedImage): Promise<void> {
  const changed = join(folder, "changed");
  mkdirSync(changed, { recursive: true });
  writeFileSync(join(changed, `${name}-after.png`), await encodePng(after));
  const file = join(folder, `${name}.png`);
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  writeFileSync(join(changed, `${name}-before.png`), bytes);
  const before = await decodeImage(bytes);
  const { image, share, largest } = compareImages(before, after, { threshold: 0 });
  writeFileSync(join(changed, `${name}-difference.png`), await encodePng(image));
  console.error(`${name}: ${(share * 100).toFixed(2)} % of the pixels differ, by ${largest} at most; see ${changed}`);
}
