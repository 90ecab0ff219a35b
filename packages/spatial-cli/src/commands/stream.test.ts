import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fault, outcome, socket } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { jsonOf, SCENES, setUp, type Desk } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const FAST = ["--interval", "0.01"];
const patch = (name: string, value: number): string =>
  `#usda 1.0\nover "World"\n{\n    over "${name}"\n    {\n        float focalLength = ${value}\n    }\n}\n`;

/** Checks that nothing is open and no rule of the service was broken. */
async function expectClosed({ service }: Desk): Promise<void> {
  await service.record.until(({ openSockets }) => openSockets.length === 0);
  expect([service.record.openSessions, service.record.violations]).toEqual([[], []]);
}

describe("spatial stream", () => {
  test("saves a number of frames and ends the session", async () => {
    const desk = await setUp();
    const { code, stdout, stderr } = await desk.run(["stream", SCENE, "-o", "out", "--frames", "3", ...FAST]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^3 frames in out, \d+ dropped\n$/)]);
    expect(stderr).toMatch(/^session session-1 \(close with: spatial stream close session-1\)\n$/);
    expect(readdirSync(join(desk.folder, "out"))).toEqual(["frame-000001.jpg", "frame-000002.jpg", "frame-000003.jpg"]);
    expect(desk.read("out/frame-000002.jpg").subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    await expectClosed(desk);
  });

  test("ends after its duration, and prints its counts as JSON", async () => {
    const desk = await setUp();
    const result = await desk.run(["stream", SCENE, "--duration", "0.3", "--json", ...FAST]);
    expect(result.code).toBe(0);
    const { frames, received, dropped } = jsonOf(result) as Record<string, number>;
    expect(frames).toBeGreaterThan(0);
    expect(received).toBe((frames ?? 0) + (dropped ?? 0));
    await expectClosed(desk);
  });

  test("pushes patches in their order, as they are on disk", async () => {
    const desk = await setUp();
    const files = ["a", "b", "c"].map((name, i) => desk.file(`${name}.usda`, patch("Main", i + 1)));
    const args = files.flatMap((file) => ["--patch", file]);
    const result = await desk.run(["stream", SCENE, ...args, "--frames", "1", "--json", ...FAST]);
    expect([result.code, jsonOf(result)["patches"]]).toEqual([0, 3]);
    expect(desk.service.record.sessions[0]?.patches).toEqual(files.map((_, i) => patch("Main", i + 1)));
    await expectClosed(desk);
  });

  test("a patch that does not match the scene: 2, and nothing sent", async () => {
    const desk = await setUp();
    desk.file("good.usda", patch("Main", 1));
    desk.file("bad.usda", patch("Mian", 1));
    const { code, stderr } = await desk.run(["stream", SCENE, "--patch", "good.usda", "--patch", "bad.usda"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/bad\.usda:4:5: error patch-path .*\/World\/Mian/)]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("a patch that the service rejects ends it: 1", async () => {
    const desk = await setUp();
    desk.file("a.usda", patch("Main", 1));
    desk.service.script.on("streams.push", [fault.status(400, "no such camera")]);
    const { code, stderr } = await desk.run(["stream", SCENE, "--patch", "a.usda", ...FAST]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("no such camera")]);
    await expectClosed(desk);
  });

  test.each(["frames", "queue", "create"])("Ctrl-C closes the session first: %s", async (place) => {
    const desk = await setUp();
    const { script, record } = desk.service;
    if (place === "queue") script.outcome("streams", outcome.never());
    if (place === "create") script.on("streams.create", [fault.latency(500)]);
    const { child, ended, said } = desk.start(["stream", SCENE, "-o", "out", ...FAST]);
    if (place === "create") await record.until(({ sessions }) => sessions.length === 1);
    else await said("session-1");
    if (place === "frames") await record.until(({ sockets }) => sockets[0]?.handshake === "good");
    child.kill("SIGINT");
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining("interrupted")]);
    expect(record.sessions).toMatchObject([{ ended: "delete" }]);
    await expectClosed(desk);
  });

  test("a second Ctrl-C does not wait", async () => {
    const desk = await setUp();
    desk.service.script.always("streams.close", fault.silence());
    const { child, ended } = desk.start(["stream", SCENE, ...FAST]);
    await desk.service.record.until(({ sockets }) => sockets[0]?.handshake === "good");
    child.kill("SIGINT");
    await desk.service.record.until((record) => record.of("streams.close").length > 0);
    child.kill("SIGINT");
    expect((await ended).code).toBe(130);
  });

  test.each([
    ["1000", "overloaded"],
    ["1003", "as many connections as it may have"],
  ])("code %s: 1", async (code, message) => {
    const desk = await setUp();
    desk.service.script.sessions(socket.answers(code));
    const result = await desk.run(["stream", SCENE, ...FAST]);
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining(message)]);
    await expectClosed(desk);
  });

  test("messages of the host are printed, without control sequences", async () => {
    const desk = await setUp();
    desk.service.script.sessions(
      socket.ready("talks", socket.code("2001"), socket.text("\x1b[31mred"), socket.frames({ count: 1 })),
    );
    const { code, stderr } = await desk.run(["stream", SCENE, "--frames", "1", ...FAST]);
    expect(code).toBe(0);
    expect(stderr).toContain("status 2001 (Engine render error)\n");
    expect(stderr).toContain(String.raw`status without a code: \x1b[31mred`);
    await expectClosed(desk);
  });

  test("a session that cannot be closed is reported: 4", async () => {
    const desk = await setUp();
    desk.service.script.always("streams.close", fault.status(400));
    const result = await desk.run(["stream", SCENE, "--frames", "1", ...FAST, "--json"]);
    const close = "spatial stream close session-1";
    expect([result.code, result.stderr]).toEqual([4, expect.stringContaining(`Close with: ${close}`)]);
    expect(result.stderr.toLowerCase()).not.toContain("resume with");
    expect(jsonOf(result)["error"]).toMatchObject({ close });
    expect(jsonOf(result)["error"]).not.toHaveProperty("resume");
  });

  test("a folder that is a file, and an invalid number of frames: 2", async () => {
    const desk = await setUp();
    desk.file("out", "taken");
    const taken = await desk.run(["stream", SCENE, "-o", "out"]);
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("out: it is a file: expected a folder")]);
    const none = await desk.run(["stream", SCENE, "--frames", "0"]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("whole number above 0")]);
    expect(desk.service.record.requests).toEqual([]);
  });
});

test("a session of another process is pushed to and closed", async () => {
  const desk = await setUp();
  desk.file("a.usda", patch("Main", 5));
  desk.file("typo.usda", patch("Mian", 5));
  const { ended, said } = desk.start(["stream", SCENE, ...FAST]);
  await said("session-1");
  await desk.service.record.until(({ sockets }) => sockets[0]?.handshake === "good");
  const push = (...args: string[]) => desk.run(["stream", "push", "session-1", ...args]);
  expect(await push("a.usda")).toMatchObject({ code: 0, stdout: "pushed to session-1\n" });
  expect(await push("typo.usda", "--base", SCENE)).toMatchObject({ code: 2 });
  expect(await push(SCENE)).toMatchObject({ code: 2 });
  expect(desk.service.record.sessions[0]?.patches).toEqual([patch("Main", 5)]);
  expect(await desk.run(["stream", "push", "session-9", "a.usda"])).toMatchObject({ code: 1 });

  expect(await desk.run(["stream", "close", "session-9"])).toMatchObject({ code: 0 });
  // The stream that it opened elsewhere is closed with it.
  desk.service.endSession("session-1");
  await desk.service.goAway("nodes");
  const { code, stderr } = await ended;
  expect([code, stderr]).toEqual([1, expect.stringContaining("ended on the service's side")]);
});
