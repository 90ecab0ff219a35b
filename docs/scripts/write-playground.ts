// The playground: the page of `usda view` without a server, with an example scene and its assets.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundlePage } from "../../packages/view/src/bundle/bundle-page.ts";
import { chairGlb, flowersPly, roomGlb, tableGlb } from "../../test/demo/models.ts";

/** Writes the playground to a folder. */
export async function writePlayground(folder: string): Promise<void> {
  const { files } = await bundlePage("playground");
  for (const [name, { content }] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const assets = { room: roomGlb(), table: tableGlb(), chair: chairGlb(), flowers: flowersPly() };
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const [name, bytes] of Object.entries(assets)) writeFileSync(join(folder, "assets", name), bytes);
}
