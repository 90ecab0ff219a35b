/** Settings for what the specification leaves open: by flags, the environment and a profile. */
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess } from "../test-support/run-in-process.ts";
import { jsonOf, setUp } from "../test-support/run-spatial.ts";

const FAST = ["--interval", "0.01"];
const OTHER = { firstPart: 1, fieldNames: { taskId: "uploadId", partNumber: "index" } };
const content = Buffer.alloc(3500, 7);

describe("numbers of parts and names of fields", () => {
  const upload = (
    desk: Awaited<ReturnType<typeof setUp>>,
    args: readonly string[],
    env: Record<string, string> = {},
  ) => {
    desk.file("big.bin", content);
    return desk.run(["upload", "big.bin", "--json", ...args], { env });
  };

  test("by flags", async () => {
    const desk = await setUp({ blockSize: 1000, ...OTHER });
    const names = ["--field-name", "taskId=uploadId", "--field-name", "partNumber=index"];
    const result = await upload(desk, ["--first-part", "1", ...names]);
    expect(result.code).toBe(0);
    const { files } = jsonOf(result) as { files: { url: string }[] };
    expect(Buffer.from(await (await fetch(files[0]?.url ?? "")).arrayBuffer()).equals(content)).toBe(true);
  });

  test("by the environment, and by a profile of the same address", async () => {
    const desk = await setUp({ blockSize: 1000, ...OTHER });
    const env = { SPATIAL_FIRST_PART: "1", SPATIAL_FIELD_NAMES: "taskId=uploadId,partNumber=index" };
    expect((await upload(desk, [], env)).code).toBe(0);
    const { baseUrl, apiKey } = desk.service;
    const work = { baseUrl, apiKey: { env: "KEY" }, conventions: OTHER };
    desk.file("usdkit/spatial.json", JSON.stringify({ profiles: { work } }));
    const profile = { SPATIAL_BASE_URL: "", SPATIAL_API_KEY: "", KEY: apiKey };
    desk.file("other.bin", Buffer.alloc(2001, 3));
    expect((await desk.run(["upload", "other.bin", "--profile", "work"], { env: profile })).code).toBe(0);
  });

  test("that are invalid: 2, and nothing sent", async () => {
    const desk = await setUp();
    for (const [args, env, message] of [
      [["--first-part", "0.5"], {}, "conventions.firstPart"],
      [["--field-name", "taskId"], {}, "--field-name: Expected OURS=THEIRS"],
      [["--field-name", "size=x"], {}, "expected taskId or partNumber"],
      [[], { SPATIAL_FIRST_PART: "one" }, "SPATIAL_FIRST_PART: Expected a whole number"],
    ] as const) {
      const { code, stderr } = await upload(desk, args, env);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    expect(desk.service.record.requests).toEqual([]);
  });
});

describe("statuses", () => {
  const reports = (status: string, more: object = {}) =>
    fault.changed((record) => ({ ...(record as object), status, ...more }));

  test.each(["CANCELED", "CANCELLED", "EXPIRED"])("%s ends a wait: 1", async (status) => {
    const desk = deskInProcess();
    desk.model.script.always("worlds.get", reports(status));
    desk.model.script.always("meshes.get", reports(status));
    const world = await desk.run(["world", "generate", "a room", "--wait"]);
    expect([world.code, world.stderr]).toEqual([1, expect.stringContaining(status)]);
    const mesh = await desk.run(["mesh", "ingest", "https://files.example/a.glb", "--wait"]);
    expect([mesh.code, mesh.stderr]).toEqual([1, expect.stringContaining(status)]);
    expect((await desk.run(["world", "get", "world-1"])).code).toBe(1);
    expect(desk.model.record.of("meshes.get")).toHaveLength(1);
  });

  test("DONE, or a result of any status, ends a wait: 0", async () => {
    const desk = deskInProcess();
    desk.model.script.always("meshes.get", reports("POLISHED", { meshId: "m-1" }));
    const mesh = await desk.run(["mesh", "ingest", "https://files.example/a.glb", "--wait"]);
    expect([mesh.code, mesh.stdout]).toEqual([0, "m-1\n"]);
    desk.model.script.always("gen3d.get", reports("DONE", { result: { modelUrl: "https://files.example/a.glb" } }));
    const model = await desk.run(["gen3d", "text-to-3d", "a chair", "--wait"]);
    expect([model.code, model.stdout]).toEqual([0, "https://files.example/a.glb\n"]);
  });

  test("of flags end a wait; without them the deadline claims nothing", async () => {
    const desk = deskInProcess();
    desk.model.script.always("meshes.get", reports("MELTED", { meshId: null }));
    const args = ["mesh", "ingest", "https://files.example/a.glb", "--wait"];
    const late = await desk.run([...args, "--timeout", "20"]);
    expect([late.code, late.stderr]).toEqual([4, expect.stringContaining("MELTED")]);
    expect(late.stderr).not.toMatch(/runs on|still run/);
    const failed = await desk.run([...args, "--failure-status", "melted"]);
    expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining("MELTED")]);
    const done = await desk.run(["world", "generate", "a", "--wait", "--success-status", "RUNNING"]);
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("RUNNING")]);
  });
});

describe("spatial upload status", () => {
  test("prints the status and the URL of an upload", async () => {
    const desk = await setUp();
    desk.file("a.bin", "a");
    const { files } = jsonOf(await desk.run(["upload", "a.bin", "--json"])) as { files: Record<string, string>[] };
    const { taskId = "", url = "" } = files[0] ?? {};
    expect(await desk.run(["upload", "status", taskId])).toMatchObject({ code: 0, stdout: `5 (success)  ${url}\n` });
    expect(jsonOf(await desk.run(["upload", "status", taskId, "--json"]))).toMatchObject({ taskId, status: 5, url });
    const unknown = await desk.run(["upload", "status", "none"]);
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("4042")]);
  });

  test("of an upload that failed: 1", async () => {
    const desk = await setUp();
    desk.file("a.bin", "a");
    desk.service.script.outcome("uploads", outcome.fails({ code: 1, message: "virus" }));
    expect((await desk.run(["upload", "a.bin", ...FAST])).code).toBe(1);
    const { code, stdout } = await desk.run(["upload", "status", "upload-1"]);
    expect([code, stdout]).toEqual([1, "4 (failed)  virus\n"]);
  });
});
