/** Downloads of an upload site, for tests. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { saveFile, type SavedFile, type SaveOptions } from "../downloads/save-file.ts";
import { nodePlatform } from "../platform/node/node-platform.ts";
import type { UploadSite } from "./uploads.ts";

export const SIZE = 300_000;

export const save = (site: UploadSite, url: string, name = "out.bin", options: SaveOptions = {}): Promise<SavedFile> =>
  saveFile(site.transport, nodePlatform, { url, place: { folder: site.folder, name } }, options);
export const read = (site: UploadSite, name = "out.bin"): Promise<Buffer> => readFile(join(site.folder, name));
export const names = async (site: UploadSite): Promise<string[]> => (await readdir(site.folder)).toSorted();
export const ranges = (site: UploadSite): (string | undefined)[] =>
  site.service.record.of("files.get").map(({ headers }) => headers["range"]);
