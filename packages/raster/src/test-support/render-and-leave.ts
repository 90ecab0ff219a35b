// Run as a process of its own: makes an image with threads and prints its hash. Nothing is closed.

import { createHash } from "node:crypto";
import { crowdedScene } from "./crowded-scene.ts";

const scene = await crowdedScene();
const threads = Number(process.argv[2] ?? 2);
const { data } = await scene.render({ width: 200, height: 150, threads });
console.log(createHash("sha256").update(data).digest("hex"));
