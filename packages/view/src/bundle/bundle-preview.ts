/** Builds the files of the preview in an editor: each script is one file, since workers start from copies of their text. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFile, ofText } from "./bundle-file.ts";
import { sources, wasmFiles, type BundledPage } from "./bundle-page.ts";
import { pageTypes, type PageFile } from "./page-file.ts";

/** Scripts of workers by the names that the page requests them by. */
const WORKERS = {
  "worker.js": "workers/preview-worker.ts",
  "render-thread.js": "workers/render-thread.ts",
};
/** In this order: the later one replaces colors of the earlier one. */
const STYLES = ["page.css", "preview/preview.css"];

/**
 * Bundles the preview from its sources: `preview.js`, `preview.css`, and the files that the script requests.
 *
 * @throws {Error} if a module is missing or has a syntax error.
 */
export async function bundlePreview(): Promise<BundledPage> {
  const files = new Map<string, PageFile>();
  const add = (name: string, content: Uint8Array): void => {
    files.set(name, { type: pageTypes[name.slice(name.lastIndexOf("."))] ?? "", content });
  };
  const chunks = [await bundleFile("preview/preview.ts")];
  add("preview.js", encode(chunks[0].code));
  for (const [name, input] of Object.entries(WORKERS)) {
    const chunk = await bundleFile(input, ofText);
    add(name, encode(chunk.code));
    chunks.push(chunk);
  }
  for (const [name, content] of await wasmFiles(chunks)) add(name, content);
  const styles = await Promise.all(STYLES.map((name) => readFile(join(sources, name), "utf8")));
  add("preview.css", encode(styles.join("\n")));
  return { files, chunks };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
