import { describe, expect, test } from "vitest";
import { fault, outcome, socket } from "@usdkit/test-service";
import { OutcomeUnknownError } from "../errors/errors.ts";
import { expectClosed, failure, FAST, SCENE, setUp, takeAll } from "../test-support/stream-scene.ts";

describe("every end of a stream", () => {
  const reason = new Error("enough");

  test.each(["create", "queue", "connect", "frames"] as const)("a signal: %s", async (place) => {
    const scene = await setUp();
    const { script, record } = scene.service;
    const abort = new AbortController();
    const stop = (): void => abort.abort(reason);
    if (place === "create") script.on("streams.create", [fault.latency(60)]);
    if (place === "queue") script.outcome("streams", outcome.never());
    if (place === "connect") script.sessions(socket.neverAnswersHandshake());
    const work = failure(
      scene.open({ signal: abort.signal }).then(async (stream) => {
        await stream.nextFrame();
        stop();
        await takeAll(stream);
      }),
    );
    const isThere = { create: "requests", queue: "sessions", connect: "sockets", frames: "sockets" } as const;
    await record.until((record) => record[isThere[place]].length === 1);
    if (place !== "frames") stop();
    expect(await work).toBe(reason);
    expect(record.sessions).toMatchObject([{ ended: "delete" }]);
    await expectClosed(scene);
  });

  test("the client's own signal, which ends all other calls", async () => {
    const abort = new AbortController();
    const scene = await setUp({}, { signal: abort.signal });
    const stream = await scene.open();
    abort.abort(reason);
    expect(await failure(takeAll(stream))).toBe(reason);
    await expectClosed(scene);
  });

  test("a create without a response: unknown, not cancelled", async () => {
    const scene = await setUp();
    scene.service.script.on("streams.create", [fault.silence()]);
    const abort = new AbortController();
    const work = scene.open({ signal: abort.signal, attemptTimeout: 150 });
    await scene.service.record.until(({ sessions }) => sessions.length === 1);
    abort.abort(reason);
    expect(await failure(work)).toBeInstanceOf(OutcomeUnknownError);
  });

  test("an error in the loop", async () => {
    const scene = await setUp();
    const stream = await scene.open();
    const mine = new Error("mine");
    const use = async (): Promise<void> => {
      for await (const _ of stream) throw mine;
    };
    expect(await failure(use())).toBe(mine);
    await expectClosed(scene);
  });

  test("closing the client ends all its streams; closing twice is harmless", async () => {
    const scene = await setUp();
    const streams = await Promise.all([scene.open(), scene.open(), scene.open()]);
    await Promise.all([scene.client.close(), scene.client.close(), streams[0].close()]);
    expect(scene.service.record.of("streams.close")).toHaveLength(3);
    await expectClosed(scene);
  });

  test("closing the client ends sessions of plain calls", async () => {
    const scene = await setUp();
    const usdContent = Buffer.from(SCENE).toString("base64");
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => scene.client.streams.create({ usdContent })));
    await scene.client.streams.close(first?.id ?? "");
    await (await scene.client.streams.connect(second?.id ?? "", FAST)).close();
    expect(scene.service.record.openSessions).toMatchObject([{ sessionId: third?.id }]);
    await scene.client.close();
    expect(scene.service.record.of("streams.close")).toHaveLength(3);
    await expectClosed(scene);
  });

  test("a host that does not confirm the close", async () => {
    const scene = await setUp();
    scene.service.script.sessions(socket.ready("deaf", socket.frames({ count: 1 }), socket.deaf));
    const stream = await scene.open({ closeTimeout: 100 });
    await stream.nextFrame();
    await stream.close();
    expect(scene.service.record.sessions).toMatchObject([{ ended: "delete" }]);
  });

  test("the end of the session is repeated until the service accepts it", async () => {
    const scene = await setUp();
    scene.service.script.on("streams.close", [fault.failsBefore(503), fault.resetBefore(), fault.resetAfter()]);
    const stream = await scene.open();
    await stream.close();
    expect(scene.service.record.of("streams.close").map(({ status }) => status)).toEqual([503, null, null, 404]);
    await expectClosed(scene);
  });

  test("a session that cannot be ended is named in the error", async () => {
    const scene = await setUp({}, { retry: { attempts: 2, baseDelay: 1 } });
    scene.service.script.always("streams.close", fault.failsBefore(500));
    const stream = await scene.open();
    const error = await failure(stream.close());
    expect(error).toMatchObject({ failure: "notEnded", operationId: stream.sessionId });
    expect(error.message).toContain(`streams.close("${stream.sessionId}")`);
    expect(await failure(scene.client.close().then(() => stream.nextFrame()))).toMatchObject({
      failure: "notEnded",
    });
  });

  test("a frame that is too large", async () => {
    const scene = await setUp();
    const stream = scene.open({ maxFrameBytes: 10_000 }).then(takeAll);
    expect(await failure(stream)).toMatchObject({ failure: "frameTooLarge" });
    await expectClosed(scene);
  });
});
