// Writes the parts of chevrotain that the parser runs, after an update of chevrotain.

import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { CHEVROTAIN_PARTS, bundleChevrotain } from "./chevrotain-parts.ts";

writeFileSync(resolve(import.meta.dirname, "../..", CHEVROTAIN_PARTS), await bundleChevrotain());
console.log(`Wrote ${CHEVROTAIN_PARTS}.`);
