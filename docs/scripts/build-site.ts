// Builds the site of the documentation, to docs/site: pages by VitePress, the API reference by TypeDoc, and the playground,
// which is the page of `usda view` without a server.

import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { bundlePage } from "../../packages/view/src/bundle/bundle-page.ts";
import { chairGlb, flowersPly, roomGlb, tableGlb } from "../../test/demo/models.ts";

const docs = resolve(import.meta.dirname, "..");
const site = join(docs, "site");
const require = createRequire(join(docs, "package.json"));

rmSync(site, { recursive: true, force: true });
run("typedoc", "bin/typedoc");
run("vitepress", "bin/vitepress.js", "build", ".");
cpSync(join(docs, "api"), join(site, "api"), { recursive: true });
await writePlayground(join(site, "playground"));
console.log("Built docs/site.");

/** Runs the command of a package, and exits with its code if it fails. */
function run(name: string, script: string, ...args: string[]): void {
  const file = join(dirname(require.resolve(`${name}/package.json`)), script);
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: docs, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

async function writePlayground(folder: string): Promise<void> {
  const { files } = await bundlePage("playground");
  for (const [name, { content }] of files) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  const assets = { room: roomGlb(), table: tableGlb(), chair: chairGlb(), flowers: flowersPly() };
  mkdirSync(join(folder, "assets"));
  for (const [name, bytes] of Object.entries(assets)) writeFileSync(join(folder, "assets", name), bytes);
}
