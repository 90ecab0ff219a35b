import { mkdirSync, writeFileSync } from "node:fs";
import { chairGlb } from "../../demo/models.ts";
import { KEY, startService } from "./service.ts";

mkdirSync("models");
writeFileSync("models/chair.glb", chairGlb());
export const serviceUrl: string = await startService();
process.env["SPATIAL_API_KEY"] = KEY;
