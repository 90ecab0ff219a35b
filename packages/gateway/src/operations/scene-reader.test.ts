import { afterEach, expect, test } from "vitest";
import { SceneProblem } from "./scene-problem.ts";
import { SceneReader } from "./scene-reader.ts";

const LIMITS = { maxSceneSize: 32 << 20, maxResolution: 4500 };
/** Number of prims of the large scene: some hundreds of kilobytes. */
const PRIMS = 3000;

const base64 = (text: string): string => Buffer.from(text).toString("base64");

function sceneOf(prims: number, end = ""): string {
  const body = Array.from({ length: prims }, (_, i) => {
    return `def Xform "P${i}"\n{\n    matrix4d xformOp:transform = ( (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (${i}, 0, 0, 1) )\n    uniform token[] xformOpOrder = ["xformOp:transform"]\n}\n`;
  });
  const head = '#usda 1.0\ndef Camera "Main"\n{\n    float focalLength = 35\n}\n';
  const settings =
    'def Scope "Render"\n{\n    def RenderSettings "S"\n    {\n        int2 resolution = (8, 6)\n    }\n}\n';
  return `${head}${settings}${body.join("")}${end}`;
}

let reader: SceneReader | undefined;
const makeReader = (): SceneReader => (reader = new SceneReader());
afterEach(async () => await reader?.close());

test("a large scene does not block the event loop", async () => {
  const scenes = makeReader();
  const text = sceneOf(PRIMS);
  let isRead = false;
  const reading = scenes.read(base64(text), "offline", LIMITS).finally(() => (isRead = true));
  /** Turns of the event loop, in which other requests are handled. */
  let rounds = 0;
  while (!isRead) {
    await new Promise((resolve) => setImmediate(resolve));
    rounds++;
  }
  const scene = await reading;
  expect(Buffer.from(scene.bytes).toString()).toBe(text);
  expect(scene).toMatchObject({ resolution: [8, 6], meshes: [], camera: null, move: null });
  // In this thread it takes a single turn.
  expect(rounds).toBeGreaterThan(100);
});

test("small and large scenes give the same result for jobs, streams and patches", async () => {
  const scenes = makeReader();
  for (const prims of [1, PRIMS]) {
    const scene = await scenes.read(base64(sceneOf(prims)), "realtime", LIMITS);
    expect(scene).toMatchObject({ camera: { path: "/Main" }, move: null, resolution: [8, 6] });
    const overs = Array.from({ length: prims }, (_, i) => `over "X${i}"\n{\n}\n`).join("");
    const patch = `#usda 1.0\nover "Main"\n{\n    float focalLength = 50\n}\n${overs}${" ".repeat(prims * 30)}\n`;
    expect(await scenes.read(base64(patch), "patch", LIMITS)).toMatchObject({
      move: { path: "/Main", lens: { focalLength: 50 }, matrix: null },
      camera: null,
    });
  }
});

test("a large scene that is rejected reports line and column; the next one is read", async () => {
  const scenes = makeReader();
  const broken = scenes.read(base64(sceneOf(PRIMS, "def Xform {\n")), "offline", LIMITS);
  await expect(broken).rejects.toBeInstanceOf(SceneProblem);
  await expect(broken).rejects.toThrow(/usdContent: line \d+, column \d+: /);
  const both = ["offline", "realtime"] as const;
  const read = await Promise.all(both.map((profile) => scenes.read(base64(sceneOf(PRIMS)), profile, LIMITS)));
  expect(read.map(({ camera }) => camera?.path)).toEqual([undefined, "/Main"]);
});

test("a terminated thread is replaced", async () => {
  const scenes = makeReader();
  await scenes.read(base64(sceneOf(PRIMS)), "offline", LIMITS);
  await scenes.close();
  expect(await scenes.read(base64(sceneOf(PRIMS)), "offline", LIMITS)).toMatchObject({ resolution: [8, 6] });
});
