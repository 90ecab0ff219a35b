// Campaign: runs of spatial publish that are killed at random times and go on with their state.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { setUp } from "../test-support/run-spatial.ts";

const ROUNDS = inject("deep") ? 100 : 10;
const STAGES = 8;
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;

const stage = (i: number): string => `#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World"
{
    def Mesh "Table"
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (${i + 1}, 0, 0), (0, 1, 0)]
        uniform token subdivisionScheme = "none"
    }
    def Camera "Main"
    {
    }
}
`;

test(
  `${ROUNDS} rounds of signals: every scene is whole, and each mesh is in the record once`,
  { timeout: 3_600_000 },
  async () => {
    const desk = await setUp();
    for (let i = 0; i < STAGES; i++) desk.file(`shots/s${i}.usda`, stage(i));
    desk.file("list.txt", Array.from({ length: STAGES }, (_, i) => `shots/s${i}.usda\n`).join(""));
    const start = (output: string, ...more: string[]): ReturnType<typeof desk.start> =>
      desk.start(["publish", "--files-from", "list.txt", "-o", output, "--interval", "0.05", "--json", ...more]);
    const began = performance.now();
    const whole = await start("whole").ended;
    const time = performance.now() - began;
    expect([whole.code, whole.stderr.includes("Error")]).toEqual([0, false]);
    let [killed, state] = [0, 0];
    for (let seed = 1; killed < ROUNDS; seed = (seed * 48_271) % 2_147_483_647) {
      const output = `out-${state}`;
      const { child, ended } = start(output, "--state", `state-${state}`);
      const timer = setTimeout(() => child.kill(SIGNALS[seed % 3]), (seed / 2_147_483_647) * time * 1.1);
      const { code, stdout, stderr } = await ended;
      clearTimeout(timer);
      const scenes = scenesOf(join(desk.folder, output, "shots"));
      // A scene that is there has been published as a whole.
      for (const text of scenes) expect(text).toMatch(/^#usda 1\.0[^]*payload = @[^@]+@[^]*\}\s*$/u);
      if (code === null || code >= 128) {
        killed++;
        continue;
      }
      expect([code, scenes.length, stderr.includes("spatial publish:")]).toEqual([0, STAGES, false]);
      const rows = stdout
        .trim()
        .split("\n")
        .map((row) => JSON.parse(row) as { status: string });
      expect(rows).toHaveLength(STAGES);
      const record = JSON.parse(readFileSync(join(desk.folder, output, "usdkit-publish.json"), "utf8")) as {
        services: Record<string, Record<string, { meshId?: string }>>;
      };
      const [meshes = {}] = Object.values(record.services);
      // Each mesh once, and all of them to their end.
      expect(Object.values(meshes).filter(({ meshId }) => meshId !== undefined)).toHaveLength(STAGES);
      state++;
    }
  },
);

function scenesOf(folder: string): string[] {
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith(".usda") && !name.startsWith("."))
    : [];
  return names.map((name) => readFileSync(join(folder, name), "utf8"));
}
