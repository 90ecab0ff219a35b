import { writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { chairGlb } from "../../demo/models.ts";
import { chairScene } from "./chair-scene.ts";
import { KEY, startService } from "./service.ts";

export const baseUrl: string = await startService();
export const bytesOrString: string | Uint8Array = chairScene().toBytes();
export const glbBytes: Uint8Array = chairGlb();
export const readKey = (): string => KEY;
writeFileSync("shot.usda", chairScene().toUsda());
export { writeFile };
