// Campaign in CI: Realtime sessions of the gateway: frames, queues, idle time, viewers

import {
  closeStream,
  connectionOf,
  createStream,
  getStream,
  pushStream,
  streamHandshake,
  streamUrl,
} from "@usdkit/contract";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Gateway } from "./gateway.ts";
import { connectStream } from "./test-support/stream-client.ts";
import { base64, call, cameraPatch, gatewayForTest, mesh, scene, until, type Answer } from "./test-support/caller.ts";

const poll = ({ url }: Gateway, operationId: string, key?: string): Promise<Answer> =>
  call(url, getStream, { key, body: { operationId } });

async function begin(gateway: Gateway, usdContent: string, key?: string): Promise<string> {
  const answer = await call(gateway.url, createStream, { key, body: { requestId: "same", usdContent } });
  expect(answer.status).toBe(202);
  return answer.body.operationId;
}

async function active(gateway: Gateway, id: string): Promise<{ readonly url: string; readonly streamId: string }> {
  const { body } = await until(
    () => poll(gateway, id),
    (answer) => answer.body.done || answer.status !== 200,
  );
  const connection = connectionOf(body.result ?? {});
  if (connection === undefined) throw new Error(JSON.stringify(body));
  return { url: streamUrl(connection, false), streamId: connection.streamId };
}

const hello = (streamId: string): string => JSON.stringify(streamHandshake(streamId));
const push = ({ url }: Gateway, sessionId: string, usdContent: string, key?: string): Promise<Answer> =>
  call(url, pushStream, { key, path: { sessionId }, body: { usdContent } });

describe("a realtime session", () => {
  test("from creation to deletion: frames of full size at rest, smaller while the camera moves", async () => {
    await using gateway = await gatewayForTest();
    const id = await begin(gateway, scene("", "(320, 200)"));
    const { url, streamId } = await active(gateway, id);
    const client = connectStream(url, { hello: hello(streamId) });
    await until(
      async () => client.frames.length,
      (count) => count > 0,
    );
    expect(client.codes).toEqual(["0"]);
    expect(await sharp(client.frames[0]).metadata()).toMatchObject({ format: "jpeg", width: 320, height: 200 });

    const pushed = await push(gateway, id, cameraPatch(7));
    expect(pushed).toMatchObject({
      status: 200,
      body: { operationId: id, metaData: null, done: true, result: { sessionId: id, status: "ACTIVE" }, error: null },
    });
    const widths = (): Promise<number[]> =>
      Promise.all(client.frames.map(async (frame) => (await sharp(frame).metadata()).width));
    const seen = await until(widths, (all) => all.some((width) => width < 320) && all.at(-1) === 320);
    expect(seen[0]).toBe(320);

    expect((await push(gateway, id, cameraPatch(7), "key-of-bob")).status).toBe(404);
    expect((await poll(gateway, id, "key-of-bob")).status).toBe(404);
    const ended = await call(gateway.url, closeStream, { path: { sessionId: id } });
    expect(ended).toMatchObject({ status: 204, text: "" });
    expect(await client.closed).toBe(1000);
    expect((await poll(gateway, id)).status).toBe(404);
    expect((await push(gateway, id, cameraPatch(7))).status).toBe(404);
    expect((await call(gateway.url, closeStream, { path: { sessionId: id } })).status).toBe(404);
  });

  test("frames follow the pushed camera; the latest of many wins", async () => {
    await using gateway = await gatewayForTest();
    const splats = `    def ParticleField3DGaussianSplat "One"
    {
        point3f[] positions = [(0, 0, 0)]
        quatf[] orientations = [(1, 0, 0, 0)]
        float3[] scales = [(0.4, 0.4, 0.4)]
        float[] opacities = [1]
        uniform int radiance:sphericalHarmonicsDegree = 0
        float3[] radiance:sphericalHarmonicsCoefficients = [(1.5, 1.5, 1.5)]
    }
`;
    const id = await begin(gateway, scene(splats, "(96, 64)"));
    const { url, streamId } = await active(gateway, id);
    const client = connectStream(url, { hello: hello(streamId) });
    await until(
      async () => client.frames.length,
      (count) => count > 0,
    );
    const bright = async (frame: Buffer | undefined): Promise<number> => {
      const { data } = await sharp(frame).greyscale().raw().toBuffer({ resolveWithObject: true });
      return data.reduce((sum, value) => sum + value, 0) / data.length;
    };
    const far = await bright(client.frames.at(-1));
    expect(far).toBeGreaterThan(0.5);
    // Many pushes in flight; the last one is close to the object.
    await Promise.all(Array.from({ length: 20 }, (_, i) => push(gateway, id, cameraPatch(40 + i))));
    await push(gateway, id, cameraPatch(2));
    const near = await until(
      () => bright(client.frames.at(-1)),
      (value) => value > far * 2,
    );
    expect(near).toBeGreaterThan(far);
  });

  test("rejects a push of anything but a camera patch", async () => {
    await using gateway = await gatewayForTest();
    const id = await begin(gateway, scene());
    await active(gateway, id);
    for (const [name, patch] of [
      ["a full scene", scene()],
      ["a syntax error", base64('#usda 1.0\nover "World" {')],
      ["no camera", base64('#usda 1.0\nover "World"\n{\n}\n')],
      ["no Base64", "####"],
      [
        "a path that the scene does not have",
        base64('#usda 1.0\nover "World"\n{\n    over "Mian"\n    {\n        float fStop = 2\n    }\n}\n'),
      ],
      ["a prim that is not a camera", base64('#usda 1.0\nover "World"\n{\n    float focalLength = 50\n}\n')],
    ] as const) {
      const answer = await push(gateway, id, patch);
      expect([name, answer.status]).toEqual([name, 400]);
      expect(answer.body.details.message).toContain("usdContent");
    }
  });

  test("waits in a queue with its position and rejects patches there", async () => {
    await using gateway = await gatewayForTest({ sessions: 1 });
    const [first, second, third] = [
      await begin(gateway, scene()),
      await begin(gateway, scene()),
      await begin(gateway, scene()),
    ];
    await active(gateway, first);
    const waiting = await poll(gateway, second);
    // A result is set when the operation is done (spec 2.7).
    expect(waiting.body).toMatchObject({ done: false, result: null });
    expect(waiting.headers.get("x-usdkit-session-status")).toBe("QUEUED");
    const position = async (id: string): Promise<string | null> =>
      (await poll(gateway, id)).headers.get("x-usdkit-queue-position");
    expect([await position(second), await position(third)]).toEqual(["1", "2"]);
    expect((await push(gateway, third, cameraPatch(1))).status).toBe(409);
    await call(gateway.url, closeStream, { path: { sessionId: second } });
    expect(await position(third)).toBe("1");
    await call(gateway.url, closeStream, { path: { sessionId: first } });
    await active(gateway, third);
  });

  test("the sessions of a user with many wait for the first one of another user", async () => {
    await using gateway = await gatewayForTest({ sessions: 1 });
    const first = await begin(gateway, scene());
    const second = await begin(gateway, scene());
    const ofBob = await begin(gateway, scene(), "key-of-bob");
    await active(gateway, first);
    const positionOf = async (id: string, key?: string): Promise<string | null> =>
      (await poll(gateway, id, key)).headers.get("x-usdkit-queue-position");
    expect([await positionOf(ofBob, "key-of-bob"), await positionOf(second)]).toEqual(["1", "2"]);
    await call(gateway.url, closeStream, { path: { sessionId: first } });
    expect(await positionOf(second)).toBe("1");
  });

  test("fails with an unknown mesh", async () => {
    await using gateway = await gatewayForTest();
    const id = await begin(gateway, scene(mesh("unknown-7")));
    const { body } = await until(
      () => poll(gateway, id),
      (answer) => answer.body.done,
    );
    expect(body).toMatchObject({ done: true, result: null, error: { code: 404 } });
    expect(body.error?.message).toContain("unknown-7");
  });

  test("ends after the idle timeout", async () => {
    await using gateway = await gatewayForTest({ clock: "manual", sessionIdle: 60_000 });
    const id = await begin(gateway, scene());
    await active(gateway, id);
    gateway.clock?.advance(59_000);
    await push(gateway, id, cameraPatch(3));
    gateway.clock?.advance(59_000);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await poll(gateway, id)).status).toBe(200);
    gateway.clock?.advance(60_000);
    await until(
      () => poll(gateway, id),
      ({ status }) => status === 404,
    );
  });
});

describe("the WebSocket of a session", () => {
  test("requires its own token, node and origin, and a valid handshake", async () => {
    await using gateway = await gatewayForTest({ origins: ["https://app.example"] });
    const one = await active(gateway, await begin(gateway, scene()));
    const two = await active(gateway, await begin(gateway, scene()));
    const token = new URL(one.url).searchParams.get("token") ?? "";
    expect(await connectStream(one.url.replace(token, "wrong")).closed).toBe(401);
    expect(await connectStream(one.url.replace(/nid=[^&]*/, "nid=other")).closed).toBe(401);
    expect(await connectStream(one.url.replace("/session", "/other")).closed).toBe(404);
    expect(await connectStream(one.url, { origin: "https://evil.example" }).closed).toBe(403);

    // Its token opens the socket, and frames of another session are not shown.
    for (const wrong of [hello(two.streamId), "{}", "no JSON", JSON.stringify({ type: 3 })]) {
      const client = connectStream(one.url, { hello: wrong });
      expect(await client.closed).toBe(1008);
      expect(client.codes).toEqual(["1001"]);
      expect(client.frames).toEqual([]);
    }
    const good = connectStream(one.url, { hello: hello(one.streamId), origin: "https://app.example" });
    await until(
      async () => good.frames.length,
      (count) => count > 0,
    );
    // A message too long for a handshake ends it.
    const long = connectStream(one.url, { hello: "x".repeat(100_000) });
    expect(await long.closed).toBe(1009);
    good.socket.close();
  });

  test("sends 1003 beyond the maximum number of viewers", async () => {
    await using gateway = await gatewayForTest();
    const { url, streamId } = await active(gateway, await begin(gateway, scene()));
    const clients = Array.from({ length: 4 }, () => connectStream(url, { hello: hello(streamId) }));
    await until(
      async () => clients.filter(({ codes }) => codes[0] === "0").length,
      (count) => count === 4,
    );
    const fifth = connectStream(url, { hello: hello(streamId) });
    expect(await fifth.closed).toBe(1008);
    expect(fifth.codes).toEqual(["1003"]);
  });
});
