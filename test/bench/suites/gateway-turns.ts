import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { RenderClient } from "@usdkit/render";
import { Scene } from "@usdkit/scene";
import * as z from "zod";
import { KEY } from "../../gateway/gateway-process.ts";
import { milliseconds, type Report } from "../report.ts";

const started = z.object({ url: z.string() });
const asked = z.object({ longest: z.number() });

/** Reports the longest turn of a gateway's event loop while jobs and sessions with large scenes arrive and start. */
export async function turns(data: string, rounds: number, target: number, report: Report): Promise<void> {
  const child = fork(join(import.meta.dirname, "../peers/gateway-turns.ts"), [data]);
  try {
    const { url } = started.parse((await once(child, "message"))[0]);
    const longest = async (): Promise<number> => {
      child.send("longest");
      return asked.parse((await once(child, "message"))[0]).longest;
    };
    await using renderer = new RenderClient({ baseUrl: url, apiKey: KEY });
    for (const [what, scene] of Object.entries({ xforms: xforms(), meshes: meshes() })) {
      const found: number[] = [];
      for (let round = 0; round < rounds; round++) {
        await longest();
        await (await renderer.submit(scene)).image({ interval: 50 });
        await using stream = await renderer.openStream(scene, { interval: 50 });
        await stream.nextFrame();
        found.push(await longest());
      }
      const worst = Math.max(...found);
      report({
        suite: "gateway",
        input: `${(scene.length / 1e6).toFixed(1)} MB of ${what}, a job and a session`,
        what: "longest turn of the event loop, processor time",
        measured: `${milliseconds(worst)}, at best ${milliseconds(Math.min(...found))}`,
        target: `≤ ${target} ms`,
        met: worst <= target,
      });
    }
  } finally {
    child.disconnect();
    if (child.exitCode === null) await once(child, "exit");
  }
}

function xforms(): Uint8Array {
  return sceneOf(26_000, (world, i) => void world.xform(`Prim${i}`).translate([i, 0, 0]));
}

/** Each mesh has an id of its own, which is looked up. */
function meshes(): Uint8Array {
  return sceneOf(
    20_000,
    (world, i) => void world.mesh(`Prim${i}`, { asset: `asset:/mesh/mesh-${i}` }).translate([i, 0, 0]),
  );
}

function sceneOf(count: number, add: (world: ReturnType<Scene["xform"]>, i: number) => void): Uint8Array {
  const scene = new Scene({ defaultPrim: "World" });
  const world = scene.xform("World");
  for (let i = 0; i < count; i++) add(world, i);
  world.camera("Main", { focalLength: 35 });
  scene.renderSettings({ resolution: [16, 12] });
  return scene.toBytes();
}
