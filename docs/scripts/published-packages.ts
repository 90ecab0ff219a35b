import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

export interface PublishedPackage {
  /** In `packages`. */
  readonly folder: string;
  readonly name: string;
}

/** Returns the packages that are published on npm, and the extension for VS Code, whose READMEs are for users. */
export function publishedPackages(): PublishedPackage[] {
  return globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as {
        readonly name: string;
        readonly private?: boolean;
      };
      const folder = basename(dirname(path));
      return manifest.private === true && folder !== "vscode" ? [] : [{ folder, name: manifest.name }];
    });
}
