/** Builds the playground for browsers that open it from a folder, where they load classic scripts only. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleFile, ofText } from "./bundle-file.ts";
import { sources } from "./bundle-page.ts";
import { pageTypes, type PageFile, type PageFiles } from "./page-file.ts";

/** Scripts of workers by the names that the page starts them by. */
const WORKERS = {
  "convert-worker.js": "workers/convert-worker.ts",
  "document-worker.js": "workers/document-worker.ts",
  "draw-worker.js": "workers/preview-draw-worker.ts",
  "language-worker.js": "workers/language-worker.ts",
  "stage-worker.js": "workers/stage-worker.ts",
};
/** The page that a browser cannot run from a folder loads this first. */
const REDIRECT = 'if (location.protocol === "file:") location.replace("from-folder.html");\n';

/**
 * Bundles the page: its frame, its script, and a script with the texts of its workers and its assets.
 *
 * @param assets Files by mesh id.
 * @throws {Error} if a module is missing or has a syntax error.
 */
export async function bundleFromFolder(assets: Readonly<Record<string, Uint8Array>>): Promise<PageFiles> {
  const scripts: Record<string, string> = {};
  for (const [name, input] of Object.entries(WORKERS)) scripts[name] = (await bundleFile(input, ofText, "iife")).code;
  const encoded = Object.fromEntries(
    Object.entries(assets).map(([id, bytes]) => [id, Buffer.from(bytes).toString("base64")]),
  );
  const files = `globalThis.usdkitPlayground = ${JSON.stringify({ scripts, assets: encoded })};\n`;
  const script = (content: string): PageFile => ({
    type: pageTypes[".js"] ?? "",
    content: new TextEncoder().encode(content),
  });
  return new Map([
    [
      "from-folder.html",
      { type: pageTypes[".html"] ?? "", content: await readFile(join(sources, "from-folder.html")) },
    ],
    ["from-folder.js", script((await bundleFile("from-folder.ts", {}, "iife")).code)],
    ["from-folder-files.js", script(files)],
    ["redirect.js", script(REDIRECT)],
  ]);
}
