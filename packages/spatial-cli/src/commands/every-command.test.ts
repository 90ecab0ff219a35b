/** Rules of every command: a single result as JSON, and the meaning of each exit code. */
import { join } from "node:path";
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess, type ModelDesk } from "../test-support/run-in-process.ts";
import { jsonOf, SCENES, setUp, type Result } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const FAST = ["--interval", "0.01"];
const text = expect.any(String) as string;
const url = expect.stringMatching(/^http/) as string;
const handle = (kind: string): object => ({ version: 1, kind, id: text });

/** Existing state: ids of operations. */
interface AcceptedOperation {
  readonly job: string;
  readonly world: string;
  readonly mesh: string;
  readonly model: string;
}

async function begin(desk: ModelDesk): Promise<AcceptedOperation> {
  const id = async (args: readonly string[], field: string): Promise<string> =>
    String(jsonOf(await desk.run([...args, "--json"]))[field]);
  const { stderr } = await desk.run(["render", SCENE, "-o", "none.png", ...FAST]);
  const job = /^job (\S+)/.exec(stderr)?.[1] ?? "";
  const world = await id(["world", "generate", "--prompt", "a room", "--wait", ...FAST], "worldId");
  const mesh = await id(["mesh", "ingest", "https://files.example/a.glb"], "taskId");
  const model = await id(["gen3d", "text-to-3d", "a chair"], "taskId");
  return { job, world, mesh, model };
}

/** A valid call of each command, and the fields of its JSON. */
type Row = readonly [name: string, args: (begun: AcceptedOperation) => readonly string[], json: object];
const ROWS: readonly Row[] = [
  [
    "render",
    () => ["render", SCENE, "-o", "a.png", ...FAST],
    { operationId: text, image: "a.png", handle: handle("job") },
  ],
  ["job get", ({ job }) => ["job", "get", job], { operationId: text, done: true, result: { resultUrl: url } }],
  ["job wait", ({ job }) => ["job", "wait", job, ...FAST], { operationId: text, resultUrl: url }],
  ["job wait -o", ({ job }) => ["job", "wait", job, "-o", "b.png", ...FAST], { image: "b.png" }],
  ["stream", () => ["stream", SCENE, "--frames", "2", "-o", "f", ...FAST], { sessionId: text, frames: 2, folder: "f" }],
  ["stream close", () => ["stream", "close", "session-9"], { sessionId: "session-9", closed: true }],
  ["upload", () => ["upload", "a.bin"], { files: [{ file: "a.bin", url, size: 1 }], failed: [] }],
  ["mesh ingest", () => ["mesh", "ingest", "https://files.example/b.glb"], { taskId: text, handle: handle("mesh") }],
  [
    "mesh ingest --wait",
    () => ["mesh", "ingest", "https://files.example/b.glb", "--fast", "--wait", ...FAST],
    { meshId: text },
  ],
  ["mesh get", ({ mesh }) => ["mesh", "get", mesh], { taskId: text, status: text }],
  [
    "world reconstruct",
    () => [
      "world",
      "reconstruct",
      "https://files.example/walk.mp4",
      "--type",
      "video",
      "--quality",
      "low",
      "--scene",
      "indoor",
      "--name",
      "W",
    ],
    { worldId: text, handle: handle("world") },
  ],
  ["world generate", () => ["world", "generate", "--image", "photo.png", "--name", "W"], { worldId: text }],
  ["world get", ({ world }) => ["world", "get", world], { worldId: text, status: "SUCCEEDED" }],
  ["world wait", ({ world }) => ["world", "wait", world, ...FAST], { worldId: text, status: "SUCCEEDED" }],
  [
    "world list",
    () => ["world", "list", "--status", "SUCCEEDED", "--status", "FAILED"],
    { worlds: [{ worldId: text }] },
  ],
  [
    "world download",
    ({ world }) => ["world", "download", world, "-o", "w"],
    { worldId: text, files: [{ path: text }, { path: text }] },
  ],
  ["gen3d img-to-3d", () => ["gen3d", "img-to-3d", "--image", "photo.png"], { taskId: text, handle: handle("gen3d") }],
  [
    "gen3d text-to-3d",
    () => ["gen3d", "text-to-3d", "--prompt", "a chair", "--wait", ...FAST],
    { status: "SUCCEEDED", result: { modelUrl: url } },
  ],
  [
    "gen3d material-transfer",
    () => ["gen3d", "material-transfer", "--model", "https://files.example/a.glb", "--image", "photo.png"],
    { taskId: text },
  ],
  ["gen3d get", ({ model }) => ["gen3d", "get", model], { taskId: text, status: text }],
  ["format", () => ["format"], { format: text }],
];

test("--json prints one line to standard output, and nothing else", async () => {
  const desk = deskInProcess();
  desk.file("a.bin", "a");
  desk.file("photo.png", "PNG");
  const begun = await begin(desk);
  for (const [name, args, json] of ROWS) {
    const result = await desk.run([...args(begun), "--json"]);
    expect([name, result.code, result.stdout]).toEqual([name, 0, expect.stringMatching(/^\{.*\}\n$/)]);
    expect([name, jsonOf(result)]).toMatchObject([name, json]);
    // Only what resumes the operation.
    const more = result.stderr
      .split("\n")
      .filter((line) => !/^\w+ \S+ \((?:resume|close) with: spatial |^a\.png: /.test(line));
    expect([name, more.filter((line) => !line.startsWith("b.png: "))]).toEqual([name, [""]]);
  }
  expect(desk.model.record.violations).toEqual([]);
  expect(desk.model.record.openSessions).toEqual([]);
});

/** Each of these fails with `code` and `message`, and gives as JSON an error of that name. */
function expectFailure(result: Result, code: number, name: string, message: RegExp): void {
  expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(message)]);
  expect(jsonOf(result)).toMatchObject({
    error: { name: expect.stringMatching(`^(${name})$`) as string, exitCode: code },
  });
}

describe("2", () => {
  test.each([
    [["render", SCENE, "-o", "a.png", "--timeout", "soon"], /"--timeout" expects a number/],
    [["render", "none.usda", "-o", "a.png"], /no such file/],
    [["world", "lits"], /Did you mean "list"/],
    [["gen3d", "text-to-3d"], /Missing prompt/],
    [["gen3d", "img-to-3d", "a.png", "--image", "b.png"], /given twice/],
    [["job", "get", "job-1", "-o", "-"], /the image or JSON, not both/],
  ] as const)("a call that makes no sense is told as JSON too: %j", async (args, message) => {
    const desk = deskInProcess();
    expectFailure(await desk.run([...args, "--json"]), 2, "UsageError|IoError|InvalidRequestError", message);
    expect(desk.model.record.requests).toEqual([]);
  });
});

describe("1", () => {
  test.each([
    ["job", "get", "none"],
    ["job", "wait", "none", "-o", "a.png"],
    ["stream", "push", "none", "patch.usda", "--no-validate"],
    ["mesh", "get", "none"],
    ["world", "get", "none"],
    ["world", "wait", "none"],
    ["world", "download", "none", "-o", "out"],
    ["gen3d", "get", "none", "--wait"],
  ])("unknown id: %s %s", async (...args) => {
    const desk = deskInProcess();
    desk.file("patch.usda", "#usda 1.0\n");
    expectFailure(await desk.run([...args, "--json"]), 1, "NotFoundError", /none|404/);
  });

  test("an operation that failed", async () => {
    const desk = deskInProcess();
    const fails = outcome.fails({ code: 500, message: "engine trouble" });
    desk.model.script.outcome("jobs", fails).outcome("worlds", fails).outcome("meshes", fails);
    desk.model.script.outcome("gen3d", fails);
    for (const args of [
      ["render", SCENE, "-o", "a.png"],
      ["world", "generate", "--prompt", "a room", "--wait"],
      ["mesh", "ingest", "https://files.example/a.glb", "--wait"],
      ["gen3d", "text-to-3d", "a chair", "--wait"],
    ]) {
      const result = await desk.run([...args, ...FAST, "--json"]);
      expectFailure(result, 1, "OperationFailedError", /engine trouble/);
      // It does not continue.
      expect(result.stderr).not.toContain("Resume with");
      const { operationId = "" } = jsonOf(result)["error"] as Record<string, string>;
      const [kind = ""] = args;
      const again = await desk.run([kind === "render" ? "job" : kind, "get", operationId]);
      expect([again.code, again.stdout]).toEqual([1, expect.stringContaining("engine trouble")]);
    }
  });

  test("a rejected request, and one that the service never accepted", async () => {
    const desk = deskInProcess();
    desk.model.script.on("worlds.generate", [fault.status(400, "no credits")]);
    const refused = await desk.run(["world", "generate", "--prompt", "a room", "--json"]);
    expectFailure(refused, 1, "InvalidRequestError", /no credits/);
    desk.model.script.always("worlds.generate", fault.tooMany(120));
    expectFailure(await desk.run(["world", "generate", "--prompt", "a room", "--json"]), 1, "RateLimitError", /120 s/);
  });

  test("an unreachable service", async () => {
    const desk = await setUp();
    await desk.service.goAway("gateway");
    const args = ["mesh", "ingest", "https://files.example/a.glb", "--json"];
    expectFailure(await desk.run(args), 1, "ConnectionError", /could not be reached/);
  });
});

describe("4", () => {
  test.each([
    ["worlds.generate", ["world", "generate", "--prompt", "a room"]],
    ["worlds.reconstruct", ["world", "reconstruct", "https://files.example/a.mp4"]],
    ["meshes.ingest", ["mesh", "ingest", "https://files.example/a.glb"]],
    ["gen3d.imageTo3d", ["gen3d", "img-to-3d", "https://files.example/a.png"]],
    ["streams.create", ["stream", SCENE]],
  ])("a creation that may have been accepted is not repeated: %s", async (endpoint, args) => {
    const desk = deskInProcess();
    desk.model.script.on(endpoint, [fault.hangUp()]);
    expectFailure(
      await desk.run([...args, "--json"]),
      4,
      "OutcomeUnknownError",
      /not known whether the service accepted/,
    );
    expect(desk.model.record.of(endpoint)).toHaveLength(1);

    // Unless the caller prefers two operations to none.
    desk.model.script.on(endpoint, [fault.failsAfter(500)]);
    const more = endpoint === "streams.create" ? ["--frames", "1", ...FAST] : [];
    const again = await desk.run([...args, ...more, "--retry-ambiguous"]);
    expect([again.code, desk.model.record.of(endpoint).length]).toEqual([0, 3]);
  });

  test("an exceeded deadline: the call that resumes", async () => {
    const desk = deskInProcess();
    const { script } = desk.model;
    for (const area of ["jobs", "worlds", "meshes", "gen3d"] as const) script.outcome(area, outcome.never());
    for (const [args, resume] of [
      [["render", SCENE, "-o", "a.png"], /^spatial job wait \S+ -o a\.png$/],
      [["world", "generate", "--prompt", "a room", "--wait"], /^spatial world wait \S+$/],
      [["mesh", "ingest", "https://files.example/a.glb", "--wait"], /^spatial mesh get \S+ --wait$/],
      [["gen3d", "text-to-3d", "a chair", "--wait", "-o", "a.glb"], /^spatial gen3d get \S+ --wait -o a\.glb$/],
    ] as const) {
      const result = await desk.run([...args, "--timeout", "2", "--interval", "0.3", "--json"]);
      expectFailure(result, 4, "DeadlineError", /Resume with: spatial /);
      expect(jsonOf(result)).toMatchObject({ error: { resume: expect.stringMatching(resume) as string } });
      // The printed call works.
      const again = String((jsonOf(result)["error"] as Record<string, unknown>)["resume"])
        .split(" ")
        .slice(1);
      expect((await desk.run([...again, "--timeout", "0.5", "--interval", "0.1"])).code).toBe(4);
    }
  });

  test.each([
    ["worlds.list", ["world", "list"]],
    ["worlds.get", ["world", "get", "world-1"]],
    ["jobs.get", ["job", "get", "job-1"]],
    ["renderFormat", ["format"]],
    ["assets.token", ["upload", "a.bin"]],
  ])("a deadline of a read-only call: %s", async (endpoint, args) => {
    const desk = deskInProcess();
    desk.file("a.bin", "a");
    desk.model.script.always(endpoint, fault.silence());
    expectFailure(
      await desk.run([...args, "--timeout", "0.6", "--json"]),
      4,
      "DeadlineError",
      /deadline|--timeout|took longer/,
    );
  });

  test.each(["queue", "frames"])("a deadline of a stream closes it: %s", async (place) => {
    const desk = deskInProcess({ frames: { rate: 20 } });
    if (place === "queue") desk.model.script.outcome("streams", outcome.never());
    const args = ["stream", SCENE, "--frames", "1000000", "--timeout", "2", ...FAST, "--json"];
    const result = await desk.run(args);
    expectFailure(result, 4, "DeadlineError", place === "queue" ? /deadline|--timeout/ : /2 s of --timeout are over/);
    // Nothing is left to resume.
    expect(result.stderr).not.toContain("Resume with");
    expect(desk.model.record.sessions).toMatchObject([{ ended: "delete" }]);
  });
});
