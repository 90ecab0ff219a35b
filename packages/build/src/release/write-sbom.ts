// Writes the software bill of materials of a release (CycloneDX 1.6), to `dist/sbom.cdx.json` or the file that is given, after
// checking it against the schema of the format. Run `build` first.

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { checkBom } from "./check-bom.ts";
import { readBom } from "./shipped-packages.ts";

const file = resolve(process.argv[2] ?? "dist/sbom.cdx.json");
const bom = readBom();
const text = `${JSON.stringify(bom, null, 2)}\n`;
await checkBom(text);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, text);
console.log(`${file}: ${bom.components.length} components, valid by the schema of CycloneDX 1.6.`);
