import { join } from "node:path";
import { fault, outcome } from "@usdkit/test-service";
import { describe, expect, test } from "vitest";
import { jsonOf, SCENES, setUp } from "../test-support/run-spatial.ts";

const SCENE = join(SCENES, "two-chairs.usda");
const BROKEN = join(SCENES, "two-chairs.broken.usda");
const FAST = ["--interval", "0.01"];
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

describe("spatial render", () => {
  test("renders a scene to an image; prints the id; saves the exact bytes", async () => {
    const desk = await setUp();
    const scene = join(SCENES, "crlf.usda");
    const { code, stdout, stderr } = await desk.run([
      "render",
      scene,
      "-o",
      "a.png",
      "--request-id",
      "Rendu n° 1",
      ...FAST,
    ]);
    expect([code, stdout]).toEqual([0, "a.png\n"]);
    expect(stderr).toMatch(/^job job-\d+ \(resume with: spatial job wait job-\d+ -o a\.png\)\na\.png: \d/m);
    expect(desk.read("a.png").subarray(0, 4)).toEqual(PNG);
    const { record } = desk.service;
    expect([...record.renders]).toEqual([["Rendu n° 1", 1]]);
    const { usdContent = "" } = (record.of("jobs.submit")[0]?.body?.json ?? {}) as { usdContent?: string };
    const { readFileSync } = await import("node:fs");
    expect(Buffer.from(usdContent, "base64")).toEqual(readFileSync(scene));
    expect(record.violations).toEqual([]);
  });

  test("--json prints one result", async () => {
    const desk = await setUp();
    const result = await desk.run(["render", SCENE, "-o", "a.png", "--json", ...FAST]);
    expect(result.code).toBe(0);
    const { operationId, ...rest } = jsonOf(result);
    expect(rest).toMatchObject({
      image: "a.png",
      bytes: desk.read("a.png").length,
      handle: { version: 1, kind: "job", id: operationId },
      resultUrl: expect.stringMatching(/^http/) as string,
    });
  });

  test("from standard input to standard output", async () => {
    const desk = await setUp();
    const { readFileSync } = await import("node:fs");
    const { code, stdout } = await desk.run(["render", "-", "-o", "-", ...FAST], { input: readFileSync(SCENE) });
    expect(code).toBe(0);
    expect(Buffer.from(stdout, "latin1").subarray(0, 4)).toEqual(PNG);
    const both = await desk.run(["render", SCENE, "-o", "-", "--json"]);
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("not both")]);
  });

  test("a scene with errors: exit 2, the locations, and nothing sent; --no-validate sends it", async () => {
    const desk = await setUp();
    const { code, stdout, stderr } = await desk.run(["render", BROKEN, "-o", "a.png"]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/two-chairs\.broken\.usda:\d+:\d+: error [a-z-]+ /);
    expect(stderr).toContain("nothing was sent");
    expect(desk.service.record.requests).toEqual([]);
    const json = await desk.run(["render", BROKEN, "-o", "a.png", "--json"]);
    expect([json.code, jsonOf(json)["error"]]).toMatchObject([
      2,
      {
        name: "SceneInvalidError",
        findings: [{ severity: "error", range: { start: { line: expect.any(Number) as number } } }],
      },
    ]);
    await desk.run(["render", BROKEN, "-o", "a.png", "--no-validate", ...FAST]);
    expect(desk.service.record.of("jobs.submit")).toHaveLength(1);
  });

  test("a wrong key: 3", async () => {
    const desk = await setUp();
    const { code, stderr } = await desk.run(["render", SCENE, "-o", "a.png"], {
      env: { SPATIAL_API_KEY: "wrong-key-1" },
    });
    expect(code).toBe(3);
    expect(stderr).not.toContain("wrong-key-1");
    expect(desk.service.record.renders.size).toBe(0);
  });

  test("a job that fails: 1", async () => {
    const desk = await setUp();
    desk.service.script.outcome("jobs", outcome.fails({ code: 500, message: "no such mesh \x1b[31m" }));
    const result = await desk.run(["render", SCENE, "-o", "a.png", "--json", ...FAST]);
    expect(result.code).toBe(1);
    expect(jsonOf(result)["error"]).toMatchObject({ name: "OperationFailedError", exitCode: 1 });
    expect(result.stderr + result.stdout).not.toContain("\x1b");
    expect(result.stderr).toContain("no such mesh");
  });

  test("a used requestId: 1", async () => {
    const desk = await setUp();
    const args = ["render", SCENE, "-o", "a.png", "--request-id", "r-1", ...FAST];
    expect((await desk.run(args)).code).toBe(0);
    const again = await desk.run(args);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("r-1")]);
    expect([...desk.service.record.renders]).toEqual([["r-1", 1]]);
  });

  test("nothing accepted after all retries: 1; the outcome is unknown: 4, with the requestId", async () => {
    const desk = await setUp();
    desk.service.script.always("jobs.submit", fault.failsBefore(503, 120));
    expect((await desk.run(["render", SCENE, "-o", "a.png"])).code).toBe(1);
    desk.service.script.clear();
    desk.service.script.on("jobs.submit", [fault.silence(), fault.silence()]);
    const lost = await desk.run([
      "render",
      SCENE,
      "-o",
      "a.png",
      "--request-id",
      "r-7",
      "--attempt-timeout",
      "0.3",
      "--timeout",
      "1",
    ]);
    expect([lost.code, lost.stderr]).toEqual([4, expect.stringContaining("r-7")]);
    expect([...desk.service.record.renders]).toEqual([["r-7", 1]]);
  });

  test("a deadline while it runs: 4, and the call that resumes", async () => {
    const desk = await setUp();
    desk.service.script.outcome("jobs", outcome.succeeds(8));
    const args = ["render", SCENE, "-o", "it's.png", "--timeout", "2", "--interval", "0.9", "--json"];
    const late = await desk.run(args);
    expect(late.code).toBe(4);
    const { operationId, handle, resume } = jsonOf(late)["error"] as Record<string, string>;
    expect(handle).toMatchObject({ kind: "job", id: operationId });
    expect(resume).toBe(String.raw`spatial job wait ${operationId} -o 'it'\''s.png'`);
    expect(late.stderr).toContain(`Resume with: ${resume}`);

    // From the id, and from the printed call.
    desk.file("late.json", late.stdout);
    const done = await desk.run(["job", "wait", "late.json", "-o", "it's.png", ...FAST]);
    expect([done.code, desk.read("it's.png").subarray(0, 4)]).toEqual([0, PNG]);
    const again = await desk.run(["job", "wait", operationId ?? "", ...FAST]);
    expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/^http.*\n$/)]);
    expect(desk.service.record.renders.size).toBe(1);
  });

  test("done, and the image cannot be fetched: 4; no partial image", async () => {
    const desk = await setUp();
    desk.service.script.on("files.get", [fault.status(403)]);
    const { code, stderr } = await desk.run(["render", SCENE, "-o", "a.png", ...FAST]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/Resume with: spatial job wait job-\d+ -o a\.png/);
    expect(() => desk.read("a.png")).toThrow("ENOENT");
  });

  test("Ctrl-C: 130, and the call that resumes", async () => {
    const desk = await setUp();
    desk.service.script.outcome("jobs", outcome.never());
    const running = desk.start(["render", SCENE, "-o", "a.png", ...FAST]);
    await running.said("resume with");
    running.child.kill("SIGINT");
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(/interrupted\nResume with: spatial job wait job-\d+ -o a\.png\n$/),
    ]);
  });

  test("Ctrl-C during the submission: 130, and the requestId", async () => {
    const desk = await setUp();
    desk.service.script.on("jobs.submit", [fault.silence()]);
    const running = desk.start(["render", SCENE, "-o", "a.png", "--request-id", "r-9"]);
    await desk.service.record.until(({ renders }) => renders.size === 1);
    running.child.kill("SIGINT");
    const { code, stderr } = await running.ended;
    expect([code, stderr]).toEqual([130, expect.stringContaining("The requestId was r-9.")]);
  });

  test.each([
    [["render"], 'Missing argument "scene"'],
    [["render", "none.usda", "-o", "a.png"], "none.usda: no such file"],
    [["render", ".", "-o", "a.png"], "is a folder"],
    [["render", SCENE], "-o IMAGE"],
    [["render", SCENE, "-o", "none/a.png"], "no such folder"],
    [["render", SCENE, "-o", "."], "is a folder"],
    [["render", SCENE, "-o", "a.png", "--request-id", ""], '"--request-id" expects a value'],
    [["render", SCENE, "-o", "a.png", "--timeout", "soon"], '"--timeout" expects a number, found "soon"'],
    [["render", SCENE, "--ouput", "a.png"], 'Did you mean "--output"?'],
    [["rendr", SCENE], 'Did you mean "render"?'],
    [["job", "wiat", "x"], 'Did you mean "wait"?'],
  ])("%j is rejected with 2 before anything is sent", async (args, message) => {
    const desk = await setUp();
    const { code, stdout, stderr } = await desk.run(args);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(message)]);
    expect(desk.service.record.requests).toEqual([]);
  });

  test("an empty file: 2", async () => {
    const desk = await setUp();
    desk.file("empty.usda", "");
    const { code, stderr } = await desk.run(["render", "empty.usda", "-o", "a.png"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("empty.usda:1:1: error usda-header")]);
  });
});

describe("spatial job get", () => {
  test("reports progress", async () => {
    const desk = await setUp();
    desk.service.script.outcome("jobs", outcome.succeeds(2), outcome.fails({ code: 500, message: "broke" }));
    await desk.run(["render", SCENE, "-o", "a.png", "--timeout", "1.5", "--interval", "60"]);
    const get = (...args: string[]) => desk.run(["job", "get", "job-1", ...args]);
    expect(await get()).toMatchObject({ code: 0, stdout: "running\n" });
    const early = await get("-o", "b.png");
    expect([early.code, early.stderr]).toEqual([4, expect.stringContaining("not done yet")]);
    expect(await get()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^done http/) as string });
    expect(await get("-o", "b.png")).toMatchObject({ code: 0, stdout: "b.png\n" });
    expect(desk.read("b.png").subarray(0, 4)).toEqual(PNG);
    expect(jsonOf(await get("--json"))).toMatchObject({ operationId: "job-1", done: true, error: null });

    const failed = await desk.run(["render", SCENE, "-o", "a.png", ...FAST]);
    const id = /job (job-\d+)/.exec(failed.stderr)?.[1] ?? "";
    expect(await desk.run(["job", "get", id])).toMatchObject({ code: 1, stdout: "failed: broke\n" });
    expect((await desk.run(["job", "get", "job-unknown"])).code).toBe(1);
  });

  test("a file without a handle", async () => {
    const desk = await setUp();
    desk.file("world.json", '{"version":1,"kind":"world","id":"w-1"}');
    desk.file("text.json", "no JSON");
    desk.file("other.json", "{}");
    for (const [name, message] of [
      ["world.json", "is about a world, and a job is expected"],
      ["text.json", "not valid JSON"],
      ["other.json", "$.version"],
      ["none.json", "no such file"],
    ]) {
      const { code, stderr } = await desk.run(["job", "wait", name ?? ""]);
      expect([name, code, stderr]).toEqual([name, 2, expect.stringContaining(message ?? "")]);
    }
    expect(desk.service.record.requests).toEqual([]);
  });
});
