import { variantNamed } from "@usdkit/contract/variants";
import { describe, expect, test } from "vitest";
import { fault, outcome, socket } from "@usdkit/test-service";
import {
  DeadlineError,
  InvalidRequestError,
  NotFoundError,
  OperationFailedError,
  OutcomeUnknownError,
} from "../errors/errors.ts";
import { StreamError } from "../errors/stream-error.ts";
import { expectClosed, failure, FAST, patch, SCENE, setUp, takeAll } from "../test-support/stream-scene.ts";
import type { StreamStateName } from "./stream-state.ts";
import type { StreamStatus } from "./stream-status.ts";
import type { WebSocketConstructor } from "../platform/web-socket-like.ts";

describe("a successful stream", () => {
  test("waits in the queue, shakes hands, receives frames, and closes when the loop is left", async () => {
    const scene = await setUp({ variants: [variantNamed("queue-before-active")] });
    const progress: unknown[] = [];
    const states: StreamStateName[] = [];
    const stream = await scene.open({
      requestId: "request-1",
      onSession: (id) => progress.push(id),
      onProgress: (each) => progress.push(each),
      onState: ({ state }) => states.push(state),
    });
    const numbers: number[] = [];
    for await (const { data, number, receivedAt } of stream) {
      expect([...data.subarray(0, 2), ...data.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
      expect(receivedAt).toBeGreaterThan(0);
      numbers.push(number);
      if (numbers.length === 3) break;
    }
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(progress).toEqual([
      stream.sessionId,
      { status: "QUEUED", queuePosition: 2 },
      { status: "QUEUED", queuePosition: 1 },
      { status: "STARTING", queuePosition: 0 },
    ]);
    expect(states).toEqual(["ready", "closing", "closed"]);
    const { record } = scene.service;
    expect(record.of("streams.create")).toMatchObject([
      { body: { json: { requestId: "request-1", usdContent: Buffer.from(SCENE).toString("base64") } } },
    ]);
    expect(record.sockets).toMatchObject([{ handshake: "good", closedWith: 1000, closedBy: "client" }]);
    expect(record.events.map(({ kind }) => kind)).toEqual([
      "session-created",
      "session-active",
      "socket-open",
      "socket-handshake",
      "socket-closed",
      "delete",
    ]);
    await expectClosed(scene);
  });

  test("works with `await using`, blobs, the WebSocket of `ws`, and an existing session", async () => {
    const scene = await setUp();
    const first = await scene.open({ endSession: false });
    const { sessionId } = first;
    await first.close();
    expect(scene.service.record.openSessions).toHaveLength(1);
    {
      const client = scene.clientWith({ WebSocket: globalThis.WebSocket as unknown as WebSocketConstructor });
      await using stream = await client.streams.connect(sessionId, { ...FAST, frames: "blob" });
      const frame = await stream.nextFrame();
      expect(frame?.data).toBeInstanceOf(Blob);
      expect(frame?.data.size).toBe(20_000);
    }
    await expectClosed(scene);
  });

  test("fragmented frames arrive whole", async () => {
    const scene = await setUp();
    scene.service.script.sessions(socket.ready("fragments", socket.frames({ fragments: 7, size: 100_000, count: 3 })));
    const stream = await scene.open();
    expect((await stream.nextFrame())?.data.byteLength).toBe(100_000);
    await stream.close();
    expect(await stream.nextFrame()).toBeUndefined();
    await expectClosed(scene);
  });

  test("a slow reader gets the newest frame; dropped frames are counted", async () => {
    const scene = await setUp({ frames: { rate: Infinity, size: 5000, count: 200 } });
    const stream = await scene.open();
    // Everything is read while no frame is awaited.
    while (stream.counts.received < 200) await new Promise(setImmediate);
    const frame = await stream.nextFrame();
    expect(frame?.number).toBe(200);
    expect(stream.counts).toEqual({ received: 200, taken: 1, dropped: 199, bytes: 1_000_000 });
    await stream.close();
    await expectClosed(scene);
  });
});

describe("text messages between frames", () => {
  test("are reported, known or not, and change nothing", async () => {
    const scene = await setUp();
    const texts = [
      '{"code":"2001","message":"shader"}',
      '{"code":2002}',
      '{"code":"31"}',
      "no JSON",
      "[1]",
      "\x1b[31m",
    ];
    scene.service.script.sessions(
      socket.ready("talks", socket.frames({ count: 1 }), ...texts.map(socket.text), socket.frames({ count: 1 })),
    );
    const seen: StreamStatus[] = [];
    const stream = await scene.open({ onStatus: (status) => seen.push(status) });
    while (stream.counts.received < 2) await stream.nextFrame();
    expect(stream.state).toBe("ready");
    await stream.close();
    expect(seen).toEqual([
      { code: "0", meaning: "Initialized", effect: "success", text: '{"code":"0"}' },
      { code: "2001", meaning: "Engine render error", effect: "none", text: texts[0] },
      { code: "2002", meaning: "Engine process error", effect: "none", text: texts[1] },
      { code: "31", meaning: undefined, effect: undefined, text: texts[2] },
      ...texts.slice(3).map((text) => ({ code: undefined, meaning: undefined, effect: undefined, text })),
    ]);
    await expectClosed(scene);
  });

  test.each([
    ["1000", "overloaded", "error"],
    ["1001", "initializationFailed", "error"],
    ["1003", "slaveLimitExceeded", "slaveExceeded"],
  ])("%s as the answer to the handshake", async (code, failureName, stateName) => {
    const scene = await setUp();
    scene.service.script.sessions(socket.answers(code));
    const states: StreamStateName[] = [];
    const error = await failure(scene.open({ onState: ({ state }) => states.push(state) }));
    expect(error).toBeInstanceOf(StreamError);
    expect(error).toMatchObject({ failure: failureName, reason: code, retryable: false });
    expect(states).toEqual([stateName, "closed"]);
    expect(scene.service.record.sockets).toHaveLength(1);
    await expectClosed(scene);
  });

  test.each(["1000", "1001", "1003"])("%s while frames come", async (code) => {
    const scene = await setUp();
    scene.service.script.sessions(socket.ready("fails", socket.frames({ count: 2 }), socket.code(code)));
    const stream = await scene.open();
    expect(await failure(takeAll(stream))).toMatchObject({ name: "StreamError", reason: code });
    // Asked repeatedly, it stays the same, and closing throws no error.
    expect(await failure(stream.nextFrame())).toMatchObject({ reason: code });
    await stream.close();
    await expectClosed(scene);
  });
});

describe("streams that fail to open", () => {
  test("a possibly accepted create is not sent again, and its outcome is reported as unknown", async () => {
    const scene = await setUp();
    scene.service.script.on("streams.create", [fault.resetAfter()]);
    const error = await failure(scene.open({ requestId: "r-1" }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error).toMatchObject({ requestId: "r-1" });
    expect(scene.service.record.of("streams.create")).toHaveLength(1);
  });

  test("a create that was not accepted is sent again", async () => {
    const scene = await setUp();
    scene.service.script.on("streams.create", [fault.failsBefore(503), fault.tooMany(0), fault.ok()]);
    await (await scene.open()).close();
    expect(scene.service.record.of("streams.create")).toHaveLength(3);
    await expectClosed(scene);
  });

  test("a scene that is not Base64 is not sent", async () => {
    const scene = await setUp();
    const error = await failure(scene.client.streams.open("#usda 1.0", FAST));
    expect(error).toBeInstanceOf(InvalidRequestError);
    expect(scene.service.record.requests).toEqual([]);
  });

  test("a session that fails is ended", async () => {
    const scene = await setUp();
    scene.service.script.outcome("streams", outcome.fails({ code: 400, message: "no camera" }, 1));
    const error = await failure(scene.open());
    expect(error).toBeInstanceOf(OperationFailedError);
    expect(error.message).toContain("no camera");
    await expectClosed(scene);
  });

  test("a session that is not ready in time is ended", async () => {
    const scene = await setUp();
    scene.service.script.outcome("streams", outcome.never());
    // Long enough for the session to be created on a busy machine.
    const error = await failure(scene.open({ timeout: 1500 }));
    expect(error).toBeInstanceOf(DeadlineError);
    expect(scene.service.record.sessions).toMatchObject([{ ended: "delete" }]);
    await expectClosed(scene);
  });

  test("a session that does not exist", async () => {
    const scene = await setUp();
    const error = await failure(scene.client.streams.connect("session-unknown", FAST));
    expect(error).toBeInstanceOf(NotFoundError);
    await expectClosed(scene);
  });

  test("unknown statuses are polled further", async () => {
    const scene = await setUp({ variants: [variantNamed("queue-before-active")] });
    scene.service.script.outcome("streams", outcome.tells("WARMING", "ALMOST"));
    const seen: unknown[] = [];
    const stream = await scene.open({ onProgress: ({ status }) => seen.push(status) });
    await stream.close();
    expect(seen).toEqual(["WARMING", "ALMOST"]);
    await expectClosed(scene);
  });
});

describe("patches", () => {
  test("faster than the service: the newest wins, one is in flight at a time", async () => {
    const scene = await setUp();
    const stream = await scene.open();
    scene.service.script.on("streams.push", [fault.latency(50), fault.latency(50)]);
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => stream.push(patch(i + 1))));
    expect(outcomes).toEqual(["sent", ...Array<string>(18).fill("superseded"), "sent"]);
    const texts = scene.service.record.sessions[0]?.patches ?? [];
    expect(texts.map((text) => /focalLength = (\d+)/.exec(text)?.[1])).toEqual(["1", "20"]);
    expect(await stream.push(patch(21))).toBe("sent");
    await stream.close();
    await expectClosed(scene);
  });

  test("a rejected one is reported, and the stream continues", async () => {
    const scene = await setUp();
    const stream = await scene.open();
    expect(await failure(stream.push(SCENE))).toBeInstanceOf(InvalidRequestError);
    expect(scene.service.record.sessions[0]?.patches).toEqual([]);
    expect(await stream.push(patch(1))).toBe("sent");
    expect(await stream.nextFrame()).toBeDefined();
    await stream.close();
    expect(await failure(stream.push(patch(2)))).toMatchObject({ failure: "closed" });
    await expectClosed(scene);
  });

  test("one in flight arrives before the WebSocket closes; a waiting one is dropped", async () => {
    const scene = await setUp();
    const stream = await scene.open();
    scene.service.script.on("streams.push", [fault.latency(100)]);
    const pushes = [stream.push(patch(1)), stream.push(patch(2))];
    await scene.service.record.until((record) => record.of("streams.push").length === 1);
    await stream.close();
    expect(await Promise.all(pushes)).toEqual(["sent", "closed"]);
    expect(scene.service.record.events.map(({ kind }) => kind).slice(-3)).toEqual(["push", "socket-closed", "delete"]);
    await expectClosed(scene);
  });

  test("one that is never answered does not keep the stream open", async () => {
    const scene = await setUp();
    const stream = await scene.open({ closeTimeout: 100 });
    scene.service.script.on("streams.push", [fault.silence()]);
    const push = stream.push(patch(1));
    await scene.service.record.until((record) => record.of("streams.push").length === 1);
    await stream.close();
    expect(await push).toBe("closed");
    await expectClosed(scene);
  });
});

test("no error, status or log contains the key or a token", async () => {
  const scene = await setUp();
  const { script, record } = scene.service;
  const seen: string[] = [];
  const plan = socket.ready("echoes", socket.frames({ count: 1 }), socket.patches(1), socket.close(4000, "later"));
  script.sessions(plan);
  const stream = await scene.open({
    onStatus: (status) => seen.push(JSON.stringify(status)),
    onState: (change) => seen.push(String(change.error)),
    reconnect: { attempts: 0 },
  });
  await stream.push(patch(1));
  const error = await failure(takeAll(stream));
  seen.push(error.message, String(error.stack), JSON.stringify(error), String(error.cause), ...scene.log);
  expect(seen.join("\n")).toContain('code 4000, "later"');
  expect(scene.log.length).toBeGreaterThan(3);
  const tokens = record.requests.flatMap(({ query }) => query.match(/token=([^&]+)/)?.[1] ?? []);
  for (const secret of [scene.service.apiKey, "node-token", ...tokens]) expect(seen.join("\n")).not.toContain(secret);
});
