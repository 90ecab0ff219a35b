// Writes the software bill of materials of a release (CycloneDX 1.6), to `dist/sbom.cdx.json` or the file that is given.
// Run `build` first.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { readBom } from "./shipped-packages.ts";

const file = resolve(process.argv[2] ?? "dist/sbom.cdx.json");
const bom = readBom();
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file}: ${bom.components.length} components.`);
