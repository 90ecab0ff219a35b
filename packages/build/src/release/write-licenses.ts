// Writes docs/licenses.md, the licences of all packages of others that users get; `--check` compares. Fails for a licence
// that is not in the list of free ones. Run `build` first.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { licenseOf, nameOf, readBom } from "./shipped-packages.ts";

const FREE: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "LGPL-3.0-or-later",
  "MIT",
  "MIT-0",
  "Zlib",
]);
/** Builds for one platform differ from machine to machine; the package that asks for them is in the list. */
const PLATFORM = /[-/](?:android|darwin|freebsd|linux|linuxmusl|wasm32|win32|openharmony)(?:-|$)/;

const root = resolve(import.meta.dirname, "../../../..");
const file = join(root, "docs/licenses.md");

const packages = readBom()
  .components.map((component) => ({
    name: nameOf(component),
    version: component.version,
    license: licenseOf(component),
  }))
  .filter(({ name }) => !name.startsWith("@usdkit/") && name !== "usda-lint");
const wrong = packages.filter(({ license }) => !license.split(/\s+(?:AND|OR)\s+|[()]/).some((each) => FREE.has(each)));
for (const { name, version, license } of wrong) {
  console.error(
    `${name} ${version}: "${license}" is not among the free licences of packages/build/src/release/write-licenses.ts`,
  );
}

const rows = packages
  .filter(({ name }) => !PLATFORM.test(name))
  .map(({ name, version, license }) => `- ${name} ${version}: ${license}`);
const text = `<!-- Made by \`pnpm run licenses\`. -->

# Licences

The packages of others that users get, as dependencies or inside of bundles (whose \`THIRD-PARTY-LICENSES.txt\` has the texts), without builds for one platform. Ours are MIT.

${[...new Set(rows)].toSorted().join("\n")}
`;
if (!process.argv.includes("--check")) writeFileSync(file, text);
else if (readFileSync(file, "utf8") !== text) {
  console.error("docs/licenses.md is not as the dependencies are: pnpm run licenses writes it");
  process.exitCode = 1;
}
if (wrong.length > 0) process.exitCode = 1;
