import { writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { chairGlb } from "../../demo/models.ts";

writeFileSync("chair.glb", chairGlb());
export { readFile, writeFile };
