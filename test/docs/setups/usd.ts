import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { writeUsdc } from "@usdkit/usdc";
import { writePackage } from "@usdkit/usdz";
import { chairScene } from "./chair-scene.ts";

const crate = writeUsdc(chairScene().toLayer());
export const bytes: Uint8Array = writePackage([
  { path: "room.usdc", data: crate },
  { path: "chair/geometry.usdc", data: crate },
]);
writeFileSync("room.usdz", bytes);
writeFileSync("shot.usda", chairScene().toUsda());
export { readFile };
