// Images of a textured relief (4.8 wide, 2.7 high, 0.3 deep), from a walk along it.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { encodePng, prepareScene, RenderPool } from "@usdkit/raster";
import { Scene } from "@usdkit/scene";
import { texturedRelief } from "../bench/generate/raster-scenes.ts";

/** Draws `count` images of 480 × 360 pixels to a folder, and returns their paths in the order of the walk. */
export async function drawWalk(folder: string, count: number): Promise<string[]> {
  await using pool = new RenderPool();
  const asset = texturedRelief(20_000);
  const paths: string[] = [];
  for (let i = 0; i < count; i++) {
    const t = (i / (count - 1)) * 2 - 1;
    const scene = new Scene({ defaultPrim: "World" });
    const world = scene.xform("World");
    world.mesh("Relief", { asset: "asset:/mesh/relief" });
    world
      .camera("Main", { fieldOfView: { horizontal: 55 } })
      .lookAt({ eye: [1.8 * t, 0.5 * Math.sin(3 * t), 4.2 - 0.4 * t * t], target: [0.5 * t, 0, 0] });
    await using prepared = await prepareScene(scene.toBytes(), { relief: asset });
    const path = join(folder, `view-${String(i).padStart(3, "0")}.png`);
    const picture = await prepared.render({ width: 480, height: 360, background: [0, 0, 0, 1], pool });
    writeFileSync(path, await encodePng(picture));
    paths.push(path);
  }
  return paths;
}
