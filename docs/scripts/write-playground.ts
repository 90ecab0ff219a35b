// The playground: the page of `usda view` without a server, with an example scene and its assets; for browsers that open it
// from a folder as well.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundleFromFolder } from "../../packages/view/src/bundle/bundle-from-folder.ts";
import { bundlePage } from "../../packages/view/src/bundle/bundle-page.ts";
import { chairGlb, flowersPly, roomGlb, tableGlb } from "../../test/demo/models.ts";

/** Writes the playground to a folder. */
export async function writePlayground(folder: string): Promise<void> {
  const assets = { room: roomGlb(), table: tableGlb(), chair: chairGlb(), flowers: flowersPly() };
  const { files } = await bundlePage("playground");
  for (const [name, { content }] of [...files, ...(await bundleFromFolder(assets))]) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  mkdirSync(join(folder, "assets"), { recursive: true });
  for (const [name, bytes] of Object.entries(assets)) writeFileSync(join(folder, "assets", name), bytes);
}
