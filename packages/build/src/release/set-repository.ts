// Writes `homepage`, `bugs` and `repository` of every published package from one variable, REPOSITORY_URL
// (`https://github.com/OWNER/NAME`). The release calls it before it builds; the manifests in git name no address.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export interface Addresses {
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly type: "git"; readonly url: string; readonly directory: string };
}

/**
 * Returns the addresses of the package in `directory`.
 *
 * @throws {RangeError} if the URL is not one of a repository on the web.
 */
export function addressesOf(repository: string, directory: string): Addresses {
  const url = URL.parse(repository);
  if (url === null || url.protocol !== "https:" || url.search !== "" || !/^\/[\w.-]+\/[\w./-]+$/.test(url.pathname)) {
    throw new RangeError(`REPOSITORY_URL: expected https://HOST/OWNER/NAME, found "${repository}"`);
  }
  const base = `${url.origin}${url.pathname.replace(/(?:\.git)?\/*$/, "")}`;
  return {
    homepage: `${base}/tree/main/${directory}#readme`,
    bugs: `${base}/issues`,
    repository: { type: "git", url: `git+${base}.git`, directory },
  };
}

if (import.meta.main) {
  const url = process.env["REPOSITORY_URL"];
  if (url === undefined) throw new Error("REPOSITORY_URL is not set");
  const root = resolve(import.meta.dirname, "../../../..");
  for (const path of globSync("packages/*/package.json", { cwd: root })) {
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as { private?: boolean };
    if (manifest.private === true) continue;
    const directory = dirname(path).replaceAll("\\", "/");
    writeFileSync(join(root, path), `${JSON.stringify({ ...manifest, ...addressesOf(url, directory) }, null, 2)}\n`);
  }
}
