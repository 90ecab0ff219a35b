/** Over real sockets, against the scripted service. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DeadlineError,
  InvalidRequestError,
  PermissionError,
  OperationFailedError,
  OutcomeUnknownError,
  SpatialClient,
  SpatialError,
} from "@usdkit/client";
import { fault, outcome, startTestService, type ServiceOptions, type TestService } from "@usdkit/test-service";
import { Scene, SceneError } from "@usdkit/scene";
import { parseUsda } from "@usdkit/usda";
import type { Finding } from "@usdkit/validate";
import { describe, expect, onTestFinished, test } from "vitest";
import { RenderClient } from "./render-client.ts";
import type { RenderProgress } from "./render-job.ts";
import { SceneInvalidError } from "./scene-invalid-error.ts";

const scenes = join(import.meta.dirname, "../../../test/scenes");
const read = (name: string): Uint8Array => readFileSync(join(scenes, name));
const PNG = [0x89, 0x50, 0x4e, 0x47];
const FAST = { interval: 1, onProgress: () => {} };

async function setUp(options: ServiceOptions = {}): Promise<{ service: TestService; renderer: RenderClient }> {
  const service = await startTestService(options);
  onTestFinished(() => service[Symbol.asyncDispose]());
  const { baseUrl, apiKey } = service;
  return { service, renderer: new RenderClient({ baseUrl, apiKey, retry: { baseDelay: 1 } }) };
}

async function failure(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => "no error",
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(Error);
  return error as Error;
}

/** Returns the text of an endpoint's last request. */
function sentText({ record }: TestService, endpoint: string): string {
  const { usdContent = "" } = (record.of(endpoint).at(-1)?.body?.json ?? {}) as { usdContent?: string };
  return Buffer.from(usdContent, "base64").toString();
}

describe("render", () => {
  test("returns the bytes of the image, and reports progress", async () => {
    const { service, renderer } = await setUp();
    const seen: RenderProgress[] = [];
    const image = await renderer.render(read("two-chairs.usda"), {
      ...FAST,
      requestId: "r-1",
      onProgress: (progress) => seen.push(progress),
    });
    expect([...image.subarray(0, 4)]).toEqual(PNG);
    expect(seen.map(({ stage }) => stage).filter((stage, i, all) => stage !== all[i - 1])).toEqual([
      "submitted",
      "running",
      "fetching",
    ]);
    expect(new Set(seen.map(({ operationId }) => operationId)).size).toBe(1);
    expect(seen.at(-1)).toMatchObject({ bytes: image.length, total: image.length });
    expect([...service.record.renders]).toEqual([["r-1", 1]]);
    expect(service.record.violations).toEqual([]);
  });

  test.each(["crlf.usda", "commented.usda"])("sends the bytes of %s as they are", async (name) => {
    const { service, renderer } = await setUp();
    const bytes = read(name);
    await renderer.render(bytes, FAST);
    expect(sentText(service, "jobs.submit")).toBe(Buffer.from(bytes).toString());
  });

  test("accepts a scene, its text, its bytes, and its layer", async () => {
    const { service, renderer } = await setUp();
    const scene = Scene.fromUsda(read("two-chairs.usda"));
    const text = scene.toUsda();
    for (const source of [scene, text, scene.toBytes(), parseUsda(text).layer]) {
      await renderer.submit(source);
      expect(sentText(service, "jobs.submit")).toBe(text);
    }
    scene.get("/World/Main", "Camera").focalLength(70);
    await renderer.submit(scene.toLayer());
    expect(sentText(service, "jobs.submit")).toContain("focalLength = 70");
    expect(service.record.renders.size).toBe(5);
  });

  test("uses an existing client", async () => {
    const { service } = await setUp();
    const client = new SpatialClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    const renderer = new RenderClient(client);
    expect(renderer.client).toBe(client);
    expect([...(await renderer.render(read("two-chairs.usda"), FAST)).subarray(0, 4)]).toEqual(PNG);
  });
});

describe("a scene with errors", () => {
  test("is rejected with lines and columns, and nothing is sent", async () => {
    const { service, renderer } = await setUp();
    const error = await failure(renderer.render(read("two-chairs.broken.usda"), FAST));
    expect(error).toBeInstanceOf(SceneInvalidError);
    expect(error).toBeInstanceOf(SpatialError);
    const { findings, message, name } = error as SceneInvalidError;
    expect(name).toBe("SceneInvalidError");
    expect(findings.length).toBeGreaterThan(0);
    const [first] = findings;
    expect(message).toMatch(/^The scene has \d+ errors?, and was not sent:\n {2}\d+:\d+ [a-z-]+: /);
    expect(message).toContain(`${first?.start.line}:${first?.start.column} ${first?.rule}: ${first?.message}`);
    expect(findings.every(({ severity }) => severity === "error")).toBe(true);
    expect(service.record.requests).toEqual([]);
  });

  test("a scene with many errors lists some of them", () => {
    const prims = Array.from({ length: 30 }, (_, i) => `def Camera "C${i}"\n{\n    float focalLength = -1\n}\n`);
    const error = failure(
      new RenderClient({ baseUrl: "http://127.0.0.1:1", apiKey: "key-1" }).render(`#usda 1.0\n${prims.join("")}`),
    );
    return expect(error).resolves.toMatchObject({ message: expect.stringMatching(/\n {2}… and \d+ more$/) as string });
  });

  test("is sent on request", async () => {
    const { service, renderer } = await setUp();
    await renderer.submit(read("two-chairs.broken.usda"), { validate: false });
    expect(sentText(service, "jobs.submit")).toBe(Buffer.from(read("two-chairs.broken.usda")).toString());
  });

  test("warnings are reported; rules and the maximum resolution can be set", async () => {
    const { renderer } = await setUp();
    const text =
      '#usda 1.0\n(\n    upAxis = "Y"\n)\ndef Scope "Render"\n{\n    def RenderSettings "S"\n    {\n        uniform int2 resolution = (9000, 10)\n    }\n}\n';
    const warnings: Finding[] = [];
    const onWarning = (finding: Finding): number => warnings.push(finding);
    expect(await failure(renderer.submit(text, { onWarning }))).toMatchObject({
      findings: [{ rule: "resolution-limit" }],
    });
    expect(warnings.map(({ rule }) => rule).toSorted()).toEqual([
      "camera-present",
      "scene-empty",
      "stage-metadata-ignored",
    ]);
    // Now the service rejects it.
    const sent = await failure(renderer.submit(text, { check: { maxResolution: 9000 } }));
    expect(sent).toMatchObject({ name: "InvalidRequestError", status: 400 });
    const strict = renderer.submit(text, { check: { maxResolution: 9000, rules: { "camera-present": "error" } } });
    expect(await failure(strict)).toMatchObject({ findings: [{ rule: "camera-present" }] });
  });
});

describe("failures", () => {
  test("a job that fails", async () => {
    const { service, renderer } = await setUp();
    service.script.outcome("jobs", outcome.fails({ code: 500, message: "no such mesh" }));
    const error = await failure(renderer.render(read("two-chairs.usda"), FAST));
    expect(error).toBeInstanceOf(OperationFailedError);
    expect(error.message).toContain("no such mesh");
  });

  test("a submission with lost answers is not rendered twice", async () => {
    const { service, renderer } = await setUp();
    service.script.always("jobs.submit", fault.resetAfter());
    const error = await failure(renderer.render(read("two-chairs.usda"), { ...FAST, requestId: "r-1" }));
    expect(error).toMatchObject({ requestId: "r-1" });
    expect([...service.record.renders]).toEqual([["r-1", 1]]);
  });

  test("a deadline that passes during the job: another process resumes", async () => {
    const { service, renderer } = await setUp();
    service.script.outcome("jobs", outcome.succeeds(40));
    const error = await failure(renderer.render(read("two-chairs.usda"), { ...FAST, timeout: 150, interval: 100 }));
    expect(error).toBeInstanceOf(DeadlineError);
    const stored = JSON.stringify((error as DeadlineError).handle);
    const other = new RenderClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
    expect([...(await other.resume(stored).image({ interval: 1 })).subarray(0, 4)]).toEqual(PNG);
    expect(service.record.renders.size).toBe(1);
  });

  test("an image that is cut is fetched again", async () => {
    const { service, renderer } = await setUp();
    service.script.on("files.get", [fault.cutBody(), fault.cutBody("reset"), fault.failsBefore(503)]);
    const image = await renderer.render(read("two-chairs.usda"), FAST);
    expect([...image.subarray(0, 4)]).toEqual(PNG);
    expect(service.script.left).toEqual([]);
    expect(service.record.violations).toEqual([]);
  });

  test("an image that cannot be fetched: the job is done, and can be resumed", async () => {
    const { service, renderer } = await setUp();
    service.script.on("files.get", [fault.status(403)]);
    const error = await failure(renderer.render(read("two-chairs.usda"), FAST));
    expect(error).toBeInstanceOf(PermissionError);
    const { handle } = error as PermissionError;
    expect([...(await renderer.resume(handle).image(FAST)).subarray(0, 4)]).toEqual(PNG);
    expect(service.record.renders.size).toBe(1);
  });

  test("a signal, before and after the job was accepted", async () => {
    const { service, renderer } = await setUp();
    const reason = new Error("enough");
    const early = renderer.render(read("two-chairs.usda"), { signal: AbortSignal.abort(reason) });
    expect(await failure(early)).toBe(reason);
    expect(service.record.requests).toEqual([]);
    service.script.outcome("jobs", outcome.never());
    const abort = new AbortController();
    const running = renderer.render(read("two-chairs.usda"), {
      ...FAST,
      signal: abort.signal,
      onProgress: ({ stage }) => stage === "running" && abort.abort(reason),
    });
    expect(await failure(running)).toBe(reason);
    service.script.on("jobs.submit", [fault.silence()]);
    const cut = new AbortController();
    const silent = renderer.render(read("two-chairs.usda"), { ...FAST, signal: cut.signal });
    await service.record.until((record) => record.of("jobs.submit").length === 2);
    cut.abort(reason);
    expect(await failure(silent)).toBeInstanceOf(OutcomeUnknownError);
  });

  test("only jobs can be resumed", async () => {
    const { renderer } = await setUp();
    expect(() => renderer.resume({ version: 1, kind: "world", id: "w-1" })).toThrow(InvalidRequestError);
    expect(() => renderer.resume("{")).toThrow(InvalidRequestError);
    expect(renderer.resume("job-7").toJSON()).toEqual({ version: 1, kind: "job", id: "job-7" });
  });
});

describe("openStream", () => {
  test("brings frames and moves the camera by patches of the session's scene", async () => {
    const { service, renderer } = await setUp();
    const stream = await renderer.openStream(read("two-chairs.usda"), { interval: 1 });
    expect((await stream.nextFrame())?.number).toBeGreaterThan(0);
    expect(await stream.moveCamera({ eye: [0, 2, 5], target: [0, 0, 0] })).toBe("sent");
    expect(await stream.moveCamera("/World/Main", (camera) => camera.focalLength(70))).toBe("sent");
    expect(
      await stream.push('#usda 1.0\nover "World"\n{\n    over "Main"\n    {\n        float fStop = 4\n    }\n}\n'),
    ).toBe("sent");
    expect(sentText(service, "streams.create")).toBe(Buffer.from(read("two-chairs.usda")).toString());
    const patches = service.record.sessions[0]?.patches ?? [];
    expect(patches.map((text) => /xformOp:transform|focalLength|fStop/.exec(text)?.[0])).toEqual([
      "xformOp:transform",
      "focalLength",
      "fStop",
    ]);
    await stream.close();
    expect(service.record.violations).toEqual([]);
    expect(service.record.openSessions).toEqual([]);
  });

  test("a scene for realtime needs no resolution; one with errors opens nothing", async () => {
    const { service, renderer } = await setUp();
    const text = '#usda 1.0\ndef Camera "Main"\n{\n}\n';
    expect(await failure(renderer.submit(text))).toMatchObject({ findings: [{ rule: "resolution-required" }] });
    expect(await failure(renderer.openStream(text.replace("}", "")))).toBeInstanceOf(SceneInvalidError);
    expect(service.record.requests).toEqual([]);
    {
      await using stream = await renderer.openStream(text, { interval: 1 });
      for await (const { data } of stream.frames) {
        expect(data[0]).toBe(0xff);
        break;
      }
    }
    expect(service.record.openSessions).toEqual([]);
  });

  test("patches are checked against the session's scene", async () => {
    const { service, renderer } = await setUp();
    await using stream = await renderer.openStream(read("two-chairs.usda"), { interval: 1 });
    const wrong = '#usda 1.0\nover "World"\n{\n    over "Mian"\n    {\n        float fStop = 4\n    }\n}\n';
    const error = await failure(stream.push(wrong));
    expect(error).toBeInstanceOf(SceneInvalidError);
    expect(error.message).toMatch(/^The patch has 1 error, and was not sent:\n {2}4:\d+ patch-path: /);
    expect(await failure(stream.moveCamera("/World/None", { eye: [0, 2, 5], target: [0, 0, 0] }))).toBeInstanceOf(
      SceneError,
    );
    expect(service.record.sessions[0]?.patches).toEqual([]);
  });

  test("a scene without a camera cannot be moved", async () => {
    const { renderer } = await setUp();
    await using stream = await renderer.openStream('#usda 1.0\ndef Xform "World"\n{\n}\n', { interval: 1 });
    expect(await failure(stream.moveCamera({ eye: [0, 2, 5], target: [0, 0, 0] }))).toBeInstanceOf(SceneError);
  });

  test("closing a renderer closes its streams", async () => {
    const { service } = await setUp();
    {
      await using renderer = new RenderClient({ baseUrl: service.baseUrl, apiKey: service.apiKey });
      await renderer.openStream(read("two-chairs.usda"), { interval: 1 });
      expect(service.record.openSessions).toHaveLength(1);
    }
    expect(service.record.openSessions).toEqual([]);
    expect(service.record.violations).toEqual([]);
  });
});
