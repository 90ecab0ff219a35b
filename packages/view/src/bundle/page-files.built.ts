/** The page of the published package, built into `dist/page`. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { pageTypes, type PageFile, type PageFiles } from "./page-file.ts";

let loaded: Promise<PageFiles> | undefined;

/** Returns the files of the page, which are read once. */
export function loadPageFiles(): Promise<PageFiles> {
  return (loaded ??= readFiles());
}

async function readFiles(): Promise<PageFiles> {
  const folder = join(import.meta.dirname, "../page");
  const files = new Map<string, PageFile>();
  for (const name of await readdir(folder, { recursive: true })) {
    const type = pageTypes[extname(name)];
    if (type === undefined) continue;
    files.set(name.split(sep).join("/"), { type, content: await readFile(join(folder, name)) });
  }
  return files;
}
