/** `spatial publish` of several stages, by the mechanism of the other commands on many files. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";

const stage = (width: number): string => `#usda 1.0
(
    defaultPrim = "World"
)
def Xform "World"
{
    def Mesh "Table"
    {
        int[] faceVertexCounts = [4]
        int[] faceVertexIndices = [0, 1, 2, 3]
        point3f[] points = [(0, 0, 0), (${width}, 0, 0), (2, 1, 0), (0, 1, 0)]
        uniform token subdivisionScheme = "none"
    }
    def Camera "Main"
    {
    }
}
`;

function library(count: number): ModelDesk {
  const desk = deskInProcess();
  mkdirSync(join(desk.folder, "shots"));
  for (let i = 0; i < count; i++) desk.file(`shots/s${i}.usda`, stage(2 + i));
  desk.file("list.txt", Array.from({ length: count }, (_, i) => `shots/s${i}.usda\n`).join(""));
  return desk;
}

interface Row {
  readonly root: string;
  readonly status: string;
  readonly scene: string | null;
  readonly error?: { readonly message: string };
}

const rowsOf = ({ stdout }: { readonly stdout: string }): Row[] =>
  stdout
    .trim()
    .split("\n")
    .map((row) => JSON.parse(row) as Row);

const scenes = (desk: ModelDesk): string[] => readdirSync(join(desk.folder, "out/shots")).toSorted();
const many = (...args: readonly string[]): string[] => [
  "publish",
  "--files-from",
  "list.txt",
  "-o",
  "out",
  "--interval",
  "0.01",
  ...args,
];

test("shards publish every stage once; a state makes a second run do nothing", async () => {
  const desk = library(5);
  const shard = (index: number): Promise<{ code: number | null; stdout: string; stderr: string }> =>
    desk.run(many("--shard", `${index}/2`, "--state", `${index}.state`, "--json"));
  const first = await shard(1);
  expect(first.stderr).not.toContain("spatial publish:");
  expect(first.stdout.trim().split("\n")).toHaveLength(3);
  expect(scenes(desk)).toEqual(["s0.usda", "s2.usda", "s4.usda"]);
  await shard(2);
  expect(scenes(desk)).toHaveLength(5);
  expect(readdirSync(join(desk.folder, "out")).toSorted()).toEqual([
    "shots",
    "usdkit-publish-1-of-2.json",
    "usdkit-publish-2-of-2.json",
  ]);

  const again = rowsOf(await shard(1));
  expect(again.map(({ root, status, scene }) => [root, status, scene])).toEqual(
    ["s0", "s2", "s4"].map((name) => [`shots/${name}.usda`, "current", `out/shots/${name}.usda`]),
  );
  // A stage that changed, and a scene that is gone.
  writeFileSync(join(desk.folder, "shots/s2.usda"), stage(20));
  rmSync(join(desk.folder, "out/shots/s4.usda"));
  expect(rowsOf(await shard(1)).map(({ root, status }) => [root, status])).toEqual([
    ["shots/s0.usda", "current"],
    ["shots/s2.usda", "published"],
    ["shots/s4.usda", "published"],
  ]);
  expect(readFileSync(join(desk.folder, "out/shots/s4.usda"), "utf8")).toContain("#usda");
});

test("a stage that cannot be published is named, and the others go on", async () => {
  const desk = library(2);
  desk.file("shots/s1.usd", stage(9));
  // One that is there twice is published once.
  desk.file("list.txt", "shots/s0.usda\nshots/gone.usda\nshots/s1.usda\nshots/../shots/s1.usda\nshots/s1.usd\n");
  const result = await desk.run(many("--json"));
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("spatial publish: shots/gone.usda: ");
  expect(result.stderr).toContain("shots/s1.usd: its scene would replace that of shots/s1.usda");
  expect(rowsOf(result).map(({ root, status, scene }) => [root, status, scene])).toEqual([
    ["shots/s0.usda", "published", "out/shots/s0.usda"],
    ["shots/gone.usda", "failed", null],
    ["shots/s1.usda", "published", "out/shots/s1.usda"],
  ]);
  expect(rowsOf(result)[1]?.error?.message).toContain("shots/gone.usda");
  expect(scenes(desk)).toEqual(["s0.usda", "s1.usda"]);
});

test("--max-time: stages are left, and the exit code tells", async () => {
  const desk = library(2);
  const { code, stderr } = await desk.run(many("--max-time", "0"));
  expect(code).toBe(75);
  expect(stderr).toContain(
    "--max-time is over after 0 files, and files are left; --state FILE lets another run resume",
  );
});

test("one stage with a state: its scene is a file, and a session layer that changed counts", async () => {
  const desk = library(1);
  desk.file("session.usda", '#usda 1.0\nover "World"\n{\n}\n');
  const publish = async (): Promise<string[]> => {
    const args = ["shots/s0.usda", "-o", "scene.usda", "--session", "session.usda", "--state", "state", "--json"];
    return rowsOf(await desk.run(["publish", ...args, "--interval", "0.01"])).map(({ status }) => status);
  };
  expect(await publish()).toEqual(["published"]);
  expect(desk.read("scene.usda").toString()).toContain("#usda");
  expect(await publish()).toEqual(["current"]);
  desk.file("session.usda", '#usda 1.0\nover "World"\n{\n    custom int x = 1\n}\n');
  expect(await publish()).toEqual(["published"]);
});

test("several stages need a folder", async () => {
  const desk = library(1);
  const { code, stderr } = await desk.run(["publish", "--files-from", "list.txt"]);
  expect(code).toBe(2);
  expect(stderr).toContain("name it with -o");
});
