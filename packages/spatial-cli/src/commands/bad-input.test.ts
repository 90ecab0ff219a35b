/** Errors of a user, a disk, a network or a terminal: each has its message and its exit code. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fault, socket } from "@usdkit/test-service";
import { describe, expect, onTestFinished, test } from "vitest";
import { jsonOf, NO_TERMINAL, SCENES, setUp, type Desk } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const BROKEN = join(SCENES, "two-chairs.broken.usda");
const FAST = ["--interval", "0.01"];
const RENDER = ["render", SCENE, "-o", "a.png", ...FAST];

/** Files in a folder that the test did not create. */
const filesOf = (desk: Desk): string[] => readdirSync(desk.folder).toSorted();

describe("wrong key", () => {
  /** Each command that calls the gateway with a key. */
  const CALLS: readonly (readonly string[])[] = [
    ["render", SCENE, "-o", "a.png", ...FAST],
    ["job", "get", "job-1"],
    ["job", "wait", "job-1", ...FAST],
    ["stream", SCENE],
    ["stream", "push", "session-1", "patch.usda", "--no-validate"],
    ["stream", "close", "session-1"],
    ["upload", "a.bin"],
    ["mesh", "ingest", "https://files.example/a.glb"],
    ["mesh", "get", "task-1"],
    ["world", "reconstruct", "https://files.example/a.mp4"],
    ["world", "generate", "--prompt", "a room"],
    ["world", "get", "world-1"],
    ["world", "wait", "world-1", ...FAST],
    ["world", "list"],
    ["world", "download", "world-1", "-o", "out"],
    ["gen3d", "img-to-3d", "https://files.example/a.png"],
    ["gen3d", "text-to-3d", "a chair"],
    ["gen3d", "material-transfer", "https://files.example/a.glb", "--prompt", "oak"],
    ["gen3d", "get", "task-1"],
  ];

  test.each(CALLS.map((args) => [args.join(" ").replace(SCENE, "SCENE"), args] as const))("%s: 3", async (_, args) => {
    const desk = await setUp();
    desk.file("a.bin", "a");
    desk.file("patch.usda", "#usda 1.0\n");
    const result = await desk.run([...args, "--json"], { env: { SPATIAL_API_KEY: "wrong-key-zebra" } });
    expect([result.code, result.stderr]).toEqual([3, expect.stringContaining("Check that the API key is valid")]);
    expect(jsonOf(result)).toMatchObject({ error: { name: "AuthenticationError", status: 401, exitCode: 3 } });
    expect(result.stdout + result.stderr).not.toContain("zebra");
    expect(desk.service.record.renders.size + desk.service.record.openSessions.length).toBe(0);
  });
});

describe("wrong address", () => {
  test("http at an https port: the message asks for it", async () => {
    const desk = await setUp();
    // No certificate is needed: the handshake fails earlier.
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const env = { SPATIAL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const asked = await desk.run(["world", "list", "--timeout", "3"], { env });
    expect([asked.code, asked.stderr]).toEqual([4, expect.stringContaining("does the service want https?")]);
    const begun = await desk.run(["world", "generate", "--prompt", "a room"], { env });
    expect([begun.code, begun.stderr]).toEqual([4, expect.stringContaining("does the service want https?")]);
  });

  test("a service that redirects: 1, with the target; the key is not sent there", async () => {
    const desk = await setUp();
    desk.service.script.always("worlds.list", fault.redirect(308));
    const { code, stderr } = await desk.run(["world", "list"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("a redirect to http")]);
    expect(desk.service.record.violations).toEqual([]);
  });

  test("a surplus path: 2, and nothing sent", async () => {
    const desk = await setUp();
    const { code, stderr } = await desk.run(RENDER, {
      env: { SPATIAL_BASE_URL: `${desk.service.baseUrl}/global/render/v1` },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining("a path too many")]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("a trailing slash is ignored", async () => {
    const desk = await setUp();
    const env = { SPATIAL_BASE_URL: `${desk.service.baseUrl}/` };
    expect((await desk.run(["world", "list"], { env })).code).toBe(0);
  });
});

test("a scene with errors: 2, each with line and column, also as JSON", async () => {
  const desk = await setUp();
  for (const command of ["render", "stream"]) {
    const result = await desk.run([command, BROKEN, "-o", "out", "--json"]);
    expect([command, result.code, result.stderr]).toEqual([
      command,
      2,
      expect.stringMatching(/two-chairs\.broken\.usda:\d+:\d+: error [a-z-]+ \S/),
    ]);
    const { findings } = jsonOf(result)["error"] as { findings: { range: { start: object } }[] };
    expect(findings[0]?.range.start).toEqual({
      line: expect.any(Number) as number,
      column: expect.any(Number) as number,
    });
  }
  expect([desk.service.record.requests, filesOf(desk)]).toEqual([[], []]);
});

describe("an empty file, a folder, no file: 2, and nothing sent", () => {
  /** The extension is one that the command accepts. */
  const COMMANDS: readonly (readonly [string, string, (file: string) => string[]])[] = [
    ["render", "mp4", (file) => ["render", file, "-o", "a.png"]],
    ["stream", "mp4", (file) => ["stream", file]],
    ["stream --patch", "mp4", (file) => ["stream", SCENE, "--patch", file]],
    ["stream push", "mp4", (file) => ["stream", "push", "session-1", file]],
    ["upload", "mp4", (file) => ["upload", file]],
    ["mesh ingest", "glb", (file) => ["mesh", "ingest", file]],
    ["world reconstruct", "mp4", (file) => ["world", "reconstruct", file, "--type", "video"]],
    ["gen3d img-to-3d", "mp4", (file) => ["gen3d", "img-to-3d", file]],
  ];
  test.each(COMMANDS)("%s", async (_, extension, args) => {
    const desk = await setUp();
    desk.file(`empty.${extension}`, "");
    mkdirSync(join(desk.folder, `folder.${extension}`));
    for (const [name, message] of [
      ["empty", /empty|usda-header/],
      ["folder", /is a folder/],
      ["none", /[Nn]o (such )?file/],
    ] as const) {
      const file = `${name}.${extension}`;
      const { code, stdout, stderr } = await desk.run(args(file));
      expect([file, code, stdout, stderr]).toEqual([file, 2, "", expect.stringMatching(message)]);
      expect(stderr).toContain(file);
    }
    expect(desk.service.record.requests).toEqual([]);
  });
});

test("a file that changes while it is uploaded as an input: 1, and the operation is not started", async () => {
  const desk = await setUp({ blockSize: 100_000 });
  const file = desk.file("walk.mp4", Buffer.alloc(900_000, 1));
  desk.service.script.on("assets.uploadPart", [fault.latency(400), fault.latency(400)]);
  const running = desk.start(["world", "reconstruct", "walk.mp4"]);
  await desk.service.record.until((record) => record.of("assets.uploadPart").length > 0);
  writeFileSync(file, Buffer.alloc(900_001, 2));
  const { code, stdout, stderr } = await running.ended;
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringMatching(/walk\.mp4.* changed/)]);
  expect(desk.service.record.of("worlds.reconstruct")).toEqual([]);
});

describe("done, and the disk is full: 4, with the call that resumes, and no partial file", () => {
  const limited = { before: "ulimit -f 100" };

  test.skipIf(process.platform === "win32")("an image, a model, a world: a limit of the process", async () => {
    const desk = await setUp({ fileSize: 300_000 });
    const { worldId } = desk.service.addWorld();
    await desk.run(["world", "wait", worldId, ...FAST]);
    const download = ["world", "download", worldId, "-o", "out"];
    const saved = await desk.run(download, limited);
    expect([saved.code, saved.stderr]).toEqual([4, expect.stringContaining("takes no file of that size")]);
    expect(saved.stderr).toContain(`Resume with: spatial world download ${worldId} -o out`);
    expect(readdirSync(join(desk.folder, "out"))).toEqual([]);
    expect((await desk.run(download)).code).toBe(0);
  });

  test.skipIf(process.platform !== "linux")("a disk that is full", async ({ skip }) => {
    const desk = await setUp({ fileSize: 300_000 });
    const disk = join(desk.folder, "disk");
    mkdirSync(disk);
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=100000", "tmpfs", disk], { encoding: "utf8" });
    if (mounted.status !== 0) return skip(`no disk can be mounted that gets full: ${mounted.stderr}`);
    try {
      const { worldId } = desk.service.addWorld();
      await desk.run(["world", "wait", worldId, ...FAST]);
      const { code, stderr } = await desk.run(["world", "download", worldId, "-o", "disk"]);
      expect([code, stderr]).toEqual([4, expect.stringContaining("the disk is full")]);
      expect(readdirSync(disk)).toEqual([]);

      // With frames of a stream, the session is closed, so there is nothing to resume.
      const frames = await desk.run(["stream", SCENE, "-o", "disk", "--frames", "50", ...FAST]);
      expect([frames.code, frames.stderr]).toEqual([4, expect.stringContaining("no space left")]);
      expect(readdirSync(disk).every((name) => /^frame-\d{6}\.jpg$/.test(name))).toBe(true);
      expect(desk.service.record.openSessions).toEqual([]);
    } finally {
      spawnSync("umount", ["-l", disk]);
    }
  });

  test.skipIf(process.platform !== "linux")("a device that is full, and one that is not", async () => {
    const desk = await setUp();
    const { code, stdout, stderr } = await desk.run(["render", SCENE, "-o", "/dev/full", ...FAST]);
    expect([code, stdout, stderr]).toEqual([
      4,
      "",
      expect.stringContaining("/dev/full could not be written: no space"),
    ]);
    expect(stderr).toMatch(/Resume with: spatial job wait job-\d+ -o \/dev\/full/);
    expect((await desk.run(["gen3d", "text-to-3d", "a chair", "--wait", "-o", "/dev/null", ...FAST])).code).toBe(0);
    expect(filesOf(desk)).toEqual([]);
  });
});

test("a download that is interrupted repeatedly: 4, no partial file; it resumes at the same byte", async () => {
  const desk = await setUp();
  desk.service.script.always("files.get", fault.cutBody());
  const late = await desk.run([...RENDER, "--timeout", "1", "--json"]);
  const { operationId, resume } = jsonOf(late)["error"] as Record<string, string>;
  expect([late.code, resume]).toEqual([4, `spatial job wait ${operationId} -o a.png`]);
  expect(filesOf(desk)).not.toContain("a.png");
  desk.service.script.clear();
  expect((await desk.run((resume ?? "").split(" ").slice(1))).code).toBe(0);
  expect(filesOf(desk)).toEqual(["a.png"]);
  expect(desk.service.record.renders.size).toBe(1);
});

test("an image whose URL has expired (403): done and not fetched, which is 4 and not 3", async () => {
  const desk = await setUp();
  desk.service.script.always("files.get", fault.status(403));
  const { code, stderr } = await desk.run(RENDER);
  expect([code, stderr]).toEqual([4, expect.stringMatching(/Resume with: spatial job wait job-\d+ -o a\.png/)]);
});

describe("an interrupted terminal", () => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s: a stream is closed first, then %i", async (signal, exitCode) => {
    const desk = await setUp();
    const { child, ended } = desk.start(["stream", SCENE, ...FAST]);
    await desk.service.record.until(({ sockets }) => sockets[0]?.handshake === "good");
    child.kill(signal);
    expect((await ended).code).toBe(exitCode);
    expect(desk.service.record.sessions).toMatchObject([{ ended: "delete" }]);
  });

  test.skipIf(NO_TERMINAL !== undefined)(
    `one that is closed: the session is no less ${NO_TERMINAL ?? ""}`,
    async () => {
      const desk = await setUp();
      const { child, said } = desk.start(["stream", SCENE, ...FAST], { terminal: true });
      await said("frame 1");
      child.kill("SIGKILL");
      await desk.service.record.until(({ sessions }) => sessions[0]?.ended !== null);
      expect(desk.service.record.sessions).toMatchObject([{ ended: "delete" }]);
    },
  );

  test("standard error is closed: the stream runs to its end", async () => {
    const desk = await setUp();
    desk.service.script.sessions(
      socket.ready("talks", socket.wait(200), socket.code("2001"), socket.wait(100), socket.frames({ count: 1 })),
    );
    const { child, ended, said } = desk.start(["stream", SCENE, "--frames", "1", ...FAST]);
    await said("session-1");
    child.stderr?.destroy();
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^1 frame,/)]);
    expect(desk.service.record.sessions).toMatchObject([{ ended: "delete" }]);
  });

  test("an upload: 130, and no URL", async () => {
    const desk = await setUp({ blockSize: 100_000 });
    desk.file("a.bin", Buffer.alloc(900_000, 1));
    desk.service.script.always("assets.uploadPart", fault.latency(300));
    const running = desk.start(["upload", "a.bin"]);
    await desk.service.record.until((record) => record.of("assets.uploadPart").length > 2);
    running.child.kill("SIGINT");
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout, stderr]).toEqual([130, "", expect.stringContaining("interrupted")]);
  });
});
