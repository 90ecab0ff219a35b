/** The page in the repository: bundled when it is first needed, so that no build step comes before the command. */
import { bundlePage } from "./bundle-page.ts";
import type { PageFiles } from "./page-file.ts";

let bundled: Promise<PageFiles> | undefined;

/** Returns the files of the page. */
export function loadPageFiles(): Promise<PageFiles> {
  return (bundled ??= bundlePage().then(({ files }) => files));
}
