// Writes the version of `usda-lint` into .pre-commit-hooks.yaml, after `changeset version` changed it.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../../../..");
const { version } = JSON.parse(readFileSync(join(root, "packages/usda-lint/package.json"), "utf8")) as {
  version: string;
};
const file = join(root, ".pre-commit-hooks.yaml");
writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(--package=usda-lint@)\S+/g, `$1${version}`));
