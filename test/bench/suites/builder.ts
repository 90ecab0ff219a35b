import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as builderPackage from "../../../packages/scene/src/index.ts";
import { installedEntry } from "../installed.ts";
import { repository } from "../paths.ts";
import { milliseconds } from "../report.ts";
import { targets } from "../targets.ts";
import type { SuiteOptions } from "./suite.ts";

const PRIMS = 100_000;

/** A scene of many placed prims, from the first call to its text; and one of them moved in that text. */
export async function builder({ quick, built, report }: SuiteOptions): Promise<void> {
  const { Scene } = await load(built);
  const count = quick ? PRIMS / 10 : PRIMS;
  const suite = "builder";
  const input = `${count} prims`;
  let [least, leastCpu] = [Infinity, Infinity];
  let bytes: Uint8Array = new Uint8Array();
  for (let round = 0; round < (quick ? 3 : 6); round++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    const scene = new Scene({ defaultPrim: "World" });
    const world = scene.xform("World");
    let group = world;
    for (let i = 1; i < count; i++) {
      if (i % 100 === 0) group = world.xform(`Group_${i}`).translate([i, 0, 0]);
      else
        group
          .mesh(`Chair_${i}`, { asset: `asset:/mesh/chair-${i}`, target: "/mesh" })
          .translate([i, 0, -2])
          .rotateY(i);
    }
    bytes = scene.toBytes();
    least = Math.min(least, performance.now() - start);
    const { user, system } = process.cpuUsage(cpu);
    leastCpu = Math.min(leastCpu, (user + system) / 1000);
  }
  const target = quick ? undefined : targets.builder;
  report({
    suite,
    input,
    what: "calls to text",
    measured: `${milliseconds(least)}, cpu ${milliseconds(leastCpu)}, ${(bytes.length / 1e6).toFixed(1)} MB`,
    target: target === undefined ? undefined : `≤ ${target} ms`,
    met: target === undefined ? undefined : least <= target,
    figures: { wall: least, cpu: leastCpu, bytes: bytes.length },
  });
  let change = Infinity;
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    const scene = Scene.fromUsda(bytes);
    scene.get("/World/Chair_1", "Mesh").rotateY(15);
    scene.toBytes();
    change = Math.min(change, performance.now() - start);
  }
  report({ suite, input, what: "open, turn one, write", measured: milliseconds(change), figures: { wall: change } });
}

async function load(built: boolean): Promise<typeof builderPackage> {
  const file = built ? installedEntry("scene") : join(repository, "packages/scene/src/index.ts");
  return (await import(pathToFileURL(file).href)) as typeof builderPackage;
}
