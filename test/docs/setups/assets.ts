import { writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { encodeAnimation } from "@usdkit/assets";
import { splatPly } from "@usdkit/test-files/splat-ply";
import { trainedCloud } from "@usdkit/test-files/trained-cloud";

writeFileSync("room.ply", splatPly(trainedCloud(9, 1)));
const image = { width: 4, height: 4, data: new Uint8Array(64).fill(200) };
writeFileSync("texture.webp", await encodeAnimation([image], { format: "webp" }));
export { readFile, writeFile };
