import type { Scene } from "@usdkit/scene";
import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { chairGlb } from "../../demo/models.ts";
import { chairScene } from "./chair-scene.ts";
import { KEY, startService } from "./service.ts";

writeFileSync("chair.glb", chairGlb());
export const serviceUrl: string = await startService();
export const scene: Scene = chairScene();
export const readKey = (): string => KEY;
export { writeFile };
