import { describe, expect, test } from "vitest";
import { WebSocket as WsWebSocket } from "ws";
import { socket } from "@usdkit/test-service";
import { ConnectionError } from "../errors/errors.ts";
import { expectClosed, failure, FAST, patch, setUp, takeAll } from "../test-support/stream-scene.ts";
import type { StreamStateName } from "./stream-state.ts";
import type { WebSocketConstructor } from "../platform/web-socket-like.ts";

describe("a lost connection", () => {
  test.each([
    ["the upgrade is rejected", socket.refuses()],
    ["the upgrade is reset", socket.resetsUpgrade()],
    ["the upgrade ends", socket.hangsUpUpgrade()],
    ["the host does not speak HTTP", socket.noHttp()],
    ["it closes in the handshake", socket.closesInHandshake()],
    ["it is reset among the frames", socket.ready("reset", socket.frames({ count: 2 }), socket.reset)],
    ["it ends among the frames", socket.ready("ends", socket.frames({ count: 2 }), socket.hangUp)],
    ["it is closed", socket.ready("closes", socket.frames({ count: 2 }), socket.close(1000, "bye"))],
    ["it breaks the protocol", socket.ready("malformed", socket.frames({ count: 2 }), socket.malformed)],
  ])("%s: it is made again, with a fresh token", async (_, plan) => {
    const scene = await setUp();
    scene.service.script.sessions(plan);
    const states: StreamStateName[] = [];
    const stream = await scene.open({ onState: ({ state }) => states.push(state) });
    while ((await stream.nextFrame()) !== undefined) if (scene.service.record.sockets.length === 2) break;
    await stream.close();
    expect(scene.service.record.sockets).toMatchObject([{}, { handshake: "good", closedWith: 1000 }]);
    expect(states).toContain("reconnecting");
    await expectClosed(scene);
  });

  test.each([
    ["the upgrade is not answered", socket.neverUpgrades()],
    ["the handshake is not answered", socket.neverAnswersHandshake()],
  ])("%s: it is made again", async (_, plan) => {
    const scene = await setUp();
    scene.service.script.sessions(plan);
    const stream = await scene.open({ handshakeTimeout: 150 });
    expect(scene.service.record.sockets.at(-1)).toMatchObject({ handshake: "good" });
    await stream.close();
    await expectClosed(scene);
  });

  test("a connection that answers no ping is made again", async () => {
    const scene = await setUp();
    scene.service.script.sessions(socket.ready("half-open", socket.frames({ count: 1 }), socket.deaf));
    const stream = await scene.open({ idleTimeout: 100 });
    while (scene.service.record.sockets.length < 2) await stream.nextFrame();
    expect((await stream.nextFrame())?.data.byteLength).toBe(20_000);
    await stream.close();
    // The service never sees the end of a connection that it does not read.
    expect(scene.service.record.openSessions).toEqual([]);
  });

  test("reconnects a limited number of times", async () => {
    const scene = await setUp();
    scene.service.script.sessions(...Array.from({ length: 9 }, () => socket.ready("drops", socket.reset)));
    const stream = scene.open({ reconnect: { attempts: 2, baseDelay: 1 } }).then(takeAll);
    const error = await failure(stream);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error.message).toMatch(/lost 3 times in a row: the WebSocket was closed \(code 1006\)/);
    expect(scene.service.record.sockets).toHaveLength(3);
    scene.service.script.clear();
    await expectClosed(scene);
  });

  test("does not reconnect if that is disabled", async () => {
    const scene = await setUp();
    scene.service.script.sessions(socket.refuses());
    const error = await failure(scene.open({ reconnect: { attempts: 0 } }));
    expect(error.message).toContain("was lost: the WebSocket could not be opened");
    await expectClosed(scene);
  });

  test("ends if the session was ended elsewhere", async () => {
    const scene = await setUp();
    scene.service.script.sessions(socket.ready("ends", socket.frames({ count: 1 }), socket.patches(1), socket.reset));
    const stream = await scene.open();
    await stream.nextFrame();
    await stream.push(patch(1));
    scene.service.endSession(stream.sessionId);
    expect(await failure(takeAll(stream))).toMatchObject({ failure: "sessionGone", status: 404 });
    await expectClosed(scene);
  });

  test("no host but the service's own sees the token", async () => {
    const scene = await setUp();
    const opened: string[] = [];
    const webSocket = class extends WsWebSocket {
      constructor(url: string) {
        opened.push(url);
        super(url);
      }
    } as unknown as WebSocketConstructor;
    const active = { sessionId: "s-1", host: "h/../evil.example", nodeId: "n", streamId: "s", token: "tok-en-1" };
    const error = await failure(scene.clientWith({ WebSocket: webSocket }).streams.connect(active, FAST));
    expect(error).toMatchObject({ name: "ProtocolError" });
    expect(opened).toEqual([]);
  });
});
