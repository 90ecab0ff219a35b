import { mkdirSync, writeFileSync } from "node:fs";
import { chairScene } from "./chair-scene.ts";

mkdirSync("scenes");
writeFileSync("scenes/room.usda", chairScene().toBytes());
