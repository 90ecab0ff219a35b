/** `--timeout` limits a command with its clean-up, and advice names commands. */
import { join } from "node:path";
import { fault } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { deskInProcess } from "../test-support/run-in-process.ts";
import { SCENES } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");

describe("--timeout of a stream whose session cannot be ended", () => {
  test.each([
    ["while frames come", "10", {}],
    ["while it is queued", "10", { queue: 1000 }],
    ["of one second", "1", {}],
    ["of a minute", "60", {}],
  ])("%s", async (_, seconds, service) => {
    const desk = deskInProcess({ polls: 0, queue: 0, ...service }, { frames: 2 });
    desk.model.script.always("streams.close", fault.silence());
    const start = Date.now();
    const args = ["stream", SCENE, "--no-validate", "--timeout", seconds, "--interval", "0.1"];
    const { code, stderr } = await desk.run(args);
    const took = (Date.now() - start) / 1000;
    expect(took).toBeGreaterThan(Number(seconds) * 0.7);
    expect(took).toBeLessThanOrEqual(Number(seconds) + 0.01);
    expect(code).toBe(4);
    expect(stderr).toMatch(/session session-1 could not be ended and may still be running/);
    expect(stderr).toMatch(/^Close with: spatial stream close session-1$/m);
    expect(stderr).not.toMatch(/\w\.\w+\(/);
    expect(desk.model.record.of("streams.close").length).toBeGreaterThan(0);
  });

  test("a create that is not answered", async () => {
    const desk = deskInProcess();
    desk.model.script.always("streams.create", fault.silence());
    const start = Date.now();
    const { code, stderr } = await desk.run(["stream", SCENE, "--no-validate", "--timeout", "8"]);
    expect(Date.now() - start).toBeLessThanOrEqual(8010);
    expect([code, stderr]).toEqual([4, expect.stringContaining("not known whether the service accepted")]);
  });

  test("a session that ends in time leaves the deadline's message", async () => {
    const desk = deskInProcess({ polls: 0, queue: 0 }, { frames: 2 });
    const { code, stderr } = await desk.run(["stream", SCENE, "--no-validate", "--timeout", "10"]);
    expect([code, stderr]).toEqual([
      4,
      expect.stringContaining("The 10 s of --timeout are over; the session is ended"),
    ]);
    expect(desk.model.record.openSessions).toEqual([]);
  });
});
