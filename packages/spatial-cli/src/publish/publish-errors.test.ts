/** What is wrong with a run of `spatial publish`: the place, what was expected, what to do, and the exit code. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";

const meshes = (count: number, more = ""): string =>
  `#usda 1.0\n${Array.from(
    { length: count },
    (_, i) => `def Mesh "M${i}"
{
    int[] faceVertexCounts = [3]
    int[] faceVertexIndices = [0, 1, 2]
    point3f[] points = [(0, 0, 0), (${i + 1}, 0, 0), (2, 1, 0)]
    uniform token subdivisionScheme = "none"
}
`,
  ).join("")}def Camera "Eye"\n{\n}\n${more}`;

const RECORD = "out/usdkit-publish.json";

async function publish(desk: ModelDesk, ...args: readonly string[]): ReturnType<ModelDesk["run"]> {
  return await desk.run(["publish", "shot.usda", "-o", "out/scene.usda", "--interval", "0.01", ...args]);
}

test.each([
  ["{", `${RECORD}: It is not valid JSON. Remove the file to upload everything again`],
  ['{"version":2,"services":{}}', `${RECORD}: It is not a record of version 1, but of another one. Remove the file`],
  [
    '{"version":1,"services":{"https://a":{"b.glb":5}}}',
    `${RECORD}: It is not a record of version 1: /services/https://a/b.glb: `,
  ],
])("the record %s", async (record, message) => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(1));
  expect((await publish(desk)).code).toBe(0);
  desk.file(RECORD, record);
  const { code, stderr } = await publish(desk);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`spatial publish: ${message}`)]);
});

test("a refused key ends the run at the first mesh, and is reported once", async () => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(100));
  const { code, stderr } = await publish(desk, "--api-key", "other");
  expect(code).toBe(3);
  expect(stderr).toContain("spatial publish: shot.usda: stopped at /M0\n  assets.token: the service answered 401");
  expect(stderr).not.toContain("Run the command again");
  expect(stderr.match(/assets\.token/gu)).toHaveLength(1);
});

test("a service that cannot be reached ends the run at the first mesh", async () => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(100));
  const cause = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
  const { code, stderr } = await publish(desk);
  expect([code, stderr]).toEqual([1, expect.stringContaining("spatial publish: shot.usda: stopped at /M0. Run the ")]);
  expect(stderr).not.toContain("..");
});

test("so does an address that is another one's", async () => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(100));
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 404 })));
  const { code, stderr } = await publish(desk);
  expect([code, stderr]).toEqual([1, expect.stringContaining("spatial publish: shot.usda: stopped at /M0. Run the ")]);
});

test("references that lead nowhere are reported with their prim, and the rest is published", async () => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(1, 'def "Lost" (references = @./lost.usda@)\n{\n}\n'));
  const { code, stderr } = await publish(desk);
  expect([code, stderr]).toEqual([0, expect.stringContaining("/Lost: </Lost> references @./lost.usda@")]);
});

test.each([
  [["--camera", "/None"], "shot.usda: The stage has no camera /None: it has /Eye"],
  [["--uploads", "0"], 'Option "--uploads" expects a number of at least 1, found "0"'],
  [["-o", "/dev/null"], "/dev/null: it is a pipe or a device: expected the name of a file"],
  [["-o", "."], ".: it is a folder: expected the name of a file"],
])("%j", async (args, message) => {
  const desk = deskInProcess();
  desk.file("shot.usda", meshes(1));
  const { code, stderr } = await desk.run(["publish", "shot.usda", ...args]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  expect(existsSync(join(desk.folder, "usdkit-publish.json"))).toBe(false);
});

test("a folder is no stage", async () => {
  const desk = deskInProcess();
  const { code, stderr } = await desk.run(["publish", "."]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(".: it is a folder: expected the root layer of a stage")]);
});
