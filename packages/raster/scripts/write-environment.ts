// Writes src/light/environment.generated.ts: the environment of the full look, prefiltered. Run it when radiance.ts changes:
//   node packages/raster/scripts/write-environment.ts

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { environmentTables } from "../src/light/environment-tables.ts";

const { levelSizes, radiances, reflectanceSize, reflectances } = environmentTables();
const target = join(import.meta.dirname, "../src/light/environment.generated.ts");
writeFileSync(
  target,
  `// Made by packages/raster/scripts/write-environment.ts from packages/raster/src/light/radiance.ts. Not to be changed by hand.

/** Sides of the octahedral maps, for the last levels of roughness. */
export const LEVEL_SIZES: readonly number[] = ${JSON.stringify(levelSizes)};
/** Side of the table of reflectances. */
export const REFLECTANCE_SIZE: number = ${reflectanceSize};
/** 16-bit numbers, the low byte first. */
export const radiances: string = "${Buffer.from(new Uint8Array(radiances.buffer)).toString("base64")}";
export const reflectances: string = "${Buffer.from(new Uint8Array(reflectances.buffer)).toString("base64")}";
`,
);
