/** The page in the repository: bundled on first use, so that the command needs no build step. */
import { bundlePage } from "./bundle-page.ts";
import type { PageFiles } from "./page-file.ts";

let bundled: Promise<PageFiles> | undefined;

/** Returns the files of the page. */
export function loadPageFiles(): Promise<PageFiles> {
  return (bundled ??= bundlePage().then(({ files }) => files));
}
