import { mkdirSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { encodePng } from "@usdkit/raster";
import { chairGlb } from "../../demo/models.ts";
import { chairScene } from "./chair-scene.ts";

mkdirSync("models");
writeFileSync("models/chair-01.glb", chairGlb());
const [width, height] = [640, 360];
writeFileSync("golden.png", await encodePng({ width, height, data: new Uint8Array(width * height * 4) }));
export const text: string = chairScene().toUsda();
export { readFile, writeFile };
