/** What happens on WebSocket connections, seen by a peer that decides nothing. */
import { endpoints } from "@usdkit/contract";
import { variantNamed } from "@usdkit/contract/variants";
import { describe, expect, test } from "vitest";
import { socket, startTestService, type SessionPlan } from "./index.ts";
import { base64, json, PATCH, send } from "./examples/examples.ts";
import { openSession, pollSession, SocketPeer, type PeerEvent } from "./test-support/socket-peer.ts";

const READY: readonly PeerEvent[] = [
  ["open", ""],
  ["text", '{"code":"0"}'],
];

/** All that a peer gets of a plan that ends by itself. */
async function run(plan: SessionPlan): Promise<readonly PeerEvent[]> {
  await using service = await startTestService({ queue: 0, frames: { rate: Infinity, size: 500, count: 2 } });
  service.script.sessions(plan);
  const peer = new SocketPeer(await openSession(service));
  const events = await peer.untilClosed();
  expect(service.record.violations).toEqual([]);
  expect(service.record.sockets[0]?.plan).toBe(plan.name);
  return [...events];
}

describe("from the queue to the first frame", () => {
  test("queued, starting, active; a fresh token with every poll", async () => {
    await using service = await startTestService({ queue: 2, variants: [variantNamed("queue-before-active")] });
    const body = { requestId: "s", usdContent: base64("#usda 1.0\n") };
    const { operationId } = await json(await send(service, endpoints.createStream, { body }));
    const statuses: unknown[] = [];
    const tokens = new Set<unknown>();
    for (let n = 0; n < 5; n++) {
      const { done, result } = await json<{ done: boolean; result: Record<string, unknown> }>(
        await send(service, endpoints.getStream, { body: { operationId } }),
      );
      statuses.push([done, result["status"], result["currentQueuePosition"]]);
      tokens.add(result["token"]);
    }
    expect(statuses).toEqual([
      [false, "QUEUED", 2],
      [false, "QUEUED", 1],
      [false, "STARTING", 0],
      [true, "ACTIVE", 0],
      [true, "ACTIVE", 0],
    ]);
    expect(tokens.size).toBe(3);
  });

  test("handshake, code 0, frames of the wanted size and number, JPEG by their marks", async () => {
    await using service = await startTestService({ queue: 0, frames: { rate: 1000, size: 70_003, count: 5 } });
    const peer = new SocketPeer(await openSession(service));
    const events = await peer.until(({ length }) => length === 7);
    expect(events).toEqual([...READY, ...[1, 2, 3, 4, 5].map((number) => ["frame", number])]);
    expect(peer.sizes).toEqual([70_003, 70_003, 70_003, 70_003, 70_003]);
    expect(service.record.sockets[0]).toMatchObject({ handshake: "good", frames: 5, closedWith: null });
    expect(service.record.openSockets).toHaveLength(1);
    peer.socket.close(1000);
    await service.record.until((record) => record.openSockets.length === 0);
    expect(service.record.sockets[0]).toMatchObject({ closedWith: 1000, closedBy: "client" });
  });

  test("a first message that is no handshake is noticed", async () => {
    await using service = await startTestService({ queue: 0 });
    const peer = new SocketPeer(await openSession(service), false);
    await peer.until(({ length }) => length === 1);
    peer.socket.send('{"type":3}');
    await service.record.until((record) => record.sockets[0]?.handshake === "bad");
    expect(service.record.violations).toEqual(["the first message of a WebSocket was not the handshake (spec 6)"]);
    peer.socket.terminate();
  });

  test("a token opens one connection, and an older one none", async () => {
    await using service = await startTestService({ queue: 0 });
    const connection = await openSession(service);
    const again = await pollSession(service, connection.sessionId);
    const old = await new SocketPeer(connection).untilClosed();
    expect(old[0]?.[0]).toBe("error");
    const first = new SocketPeer(again);
    await first.until(({ length }) => length >= 2);
    await new SocketPeer(again).untilClosed();
    expect(service.record.of("streams.socket").map(({ fault }) => fault)).toEqual(["refuses-401", "ok", "refuses-401"]);
    expect(service.record.violations).toHaveLength(2);
    first.socket.terminate();
  });
});

describe("what goes wrong", () => {
  test.each<[SessionPlan, string]>([
    [socket.refuses(503), "Unexpected server response: 503"],
    [socket.resetsUpgrade(), "ECONNRESET"],
    [socket.hangsUpUpgrade(), "ECONNRESET"],
    [socket.noHttp(), "HPE_INVALID_CONSTANT"],
  ])("$name", async (plan, message) => {
    expect(await run(plan)).toEqual([
      ["error", message],
      ["close", 1006],
    ]);
  });

  test("the upgrade is never answered", async () => {
    await using service = await startTestService({ queue: 0 });
    service.script.sessions(socket.neverUpgrades());
    const peer = new SocketPeer(await openSession(service));
    await service.record.until((record) => record.sockets.length === 1);
    expect(peer.events).toEqual([]);
    expect(service.record.of("streams.socket")[0]?.end).toBe("held");
    peer.socket.terminate();
    await service.record.until((record) => record.openSockets.length === 0);
  });

  test("closed in the handshake", async () => {
    expect(await run(socket.closesInHandshake(1013))).toEqual([
      ["open", ""],
      ["close", 1013],
    ]);
  });

  test("the handshake is never answered: idle, without pings", async () => {
    await using service = await startTestService({ queue: 0 });
    service.script.sessions(socket.neverAnswersHandshake());
    const peer = new SocketPeer(await openSession(service));
    peer.socket.on("ping", () => peer.events.push(["text", "ping"]));
    await service.record.until((record) => record.sockets[0]?.handshake === "good");
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(peer.events).toEqual([["open", ""]]);
    peer.socket.terminate();
  });

  test.each(["1000", "1001", "1003", "2001", "2002", "4711"])("code %s", async (code) => {
    expect(await run(socket.answers(code, socket.close(1011, "over")))).toEqual([
      ["open", ""],
      ["text", `{"code":"${code}"}`],
      ["close", 1011],
    ]);
  });

  test("text among frames, and text that is no message of the contract", async () => {
    const plan = socket.ready(
      "mixed",
      socket.frames({ count: 1 }),
      socket.code("2001", { detail: "x" }),
      socket.text("not JSON"),
      socket.frames({ count: 1 }),
      socket.close(1000, ""),
    );
    expect(await run(plan)).toEqual([
      ...READY,
      ["frame", 1],
      ["text", '{"code":"2001","detail":"x"}'],
      ["text", "not JSON"],
      ["frame", 2],
      ["close", 1000],
    ]);
  });

  test("frames in fragments arrive whole, and on the wire they are fragments", async () => {
    await using service = await startTestService({ queue: 0 });
    service.script.sessions(
      socket.ready(
        "fragments",
        socket.frames({ count: 2, size: 900, fragments: 3, rate: Infinity }),
        socket.close(1000),
      ),
    );
    const peer = new SocketPeer(await openSession(service));
    const heads: number[] = [];
    peer.socket.on("upgrade", (response) => {
      response.socket.on("data", (chunk: Buffer) => heads.push(...headsOf(chunk)));
    });
    await peer.untilClosed();
    expect(peer.events.filter(([kind]) => kind === "frame")).toEqual([
      ["frame", 1],
      ["frame", 2],
    ]);
    expect(peer.sizes).toEqual([900, 900]);
    // Binary, continuation, continuation with FIN: twice.
    expect(heads.filter((head) => [0x02, 0x00, 0x80].includes(head))).toEqual([2, 0, 0x80, 2, 0, 0x80]);
  });

  test("reset and hang-up: no close frame", async () => {
    expect((await run(socket.ready("reset", socket.frames({ count: 1 }), socket.reset))).at(-1)).toEqual([
      "close",
      1006,
    ]);
    expect(await run(socket.ready("hang-up", socket.hangUp))).toEqual([...READY, ["close", 1006]]);
  });

  test("bytes past the protocol", async () => {
    const events = await run(socket.ready("malformed", socket.malformed));
    expect(events.map(([kind]) => kind)).toEqual(["open", "text", "error", "close"]);
  });

  test("deaf: a close frame is never answered", async () => {
    await using service = await startTestService({ queue: 0 });
    service.script.sessions(socket.ready("deaf", socket.deaf));
    const { sessionId, ...connection } = await openSession(service);
    const peer = new SocketPeer({ sessionId, ...connection });
    await peer.until(({ length }) => length === 2);
    peer.socket.close(1000);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(peer.events).toEqual(READY);
    // Such a connection is no reason to leave the session open.
    expect((await send(service, endpoints.closeStream, { path: { sessionId } })).status).toBe(204);
    expect(service.record.violations).toEqual([]);
    peer.socket.terminate();
  });

  test("frames faster than they are read: as many as the connection holds, the rest when there is room", async () => {
    await using service = await startTestService({ queue: 0, frames: { rate: Infinity, size: 200_000 } });
    const peer = new SocketPeer(await openSession(service));
    await peer.until(({ length }) => length >= 2);
    peer.socket.pause();
    let before = -1;
    // Until nothing moves any more.
    while (before !== service.record.sockets[0]?.frames) {
      before = service.record.sockets[0]?.frames ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(before).toBeGreaterThan(1);
    peer.socket.resume();
    await peer.until((events) => Number(events.at(-1)?.[1]) > before + 20);
    peer.socket.terminate();
  });
});

describe("the order of an end", () => {
  test("DELETE before the WebSocket is closed, and a push after it, are noticed; the right order is not", async () => {
    await using service = await startTestService({ queue: 0 });
    const { sessionId, ...connection } = await openSession(service);
    const peer = new SocketPeer({ sessionId, ...connection });
    await peer.until(({ length }) => length >= 2);
    const push = { path: { sessionId }, body: { usdContent: base64(PATCH) } };
    expect((await send(service, endpoints.pushStream, push)).status).toBe(200);
    peer.socket.close(1000);
    await peer.untilClosed();
    await service.record.until((record) => record.openSockets.length === 0);
    expect(service.record.violations).toEqual([]);
    await send(service, endpoints.pushStream, push);
    expect(service.record.violations).toEqual(["a patch was pushed after the WebSocket was closed"]);
    await send(service, endpoints.closeStream, { path: { sessionId } });
    expect(service.record.violations).toHaveLength(1);
    expect(service.record.openSessions).toEqual([]);
    expect(service.record.sessions[0]).toMatchObject({ ended: "delete", patches: [PATCH, PATCH] });
    expect(service.record.events.map(({ kind }) => kind)).toEqual([
      "session-created",
      "session-active",
      "socket-open",
      "socket-handshake",
      "push",
      "socket-closed",
      "push",
      "delete",
    ]);
    const second = await openSession(service, "s-2");
    const other = new SocketPeer(second);
    await other.until(({ length }) => length >= 2);
    await send(service, endpoints.closeStream, { path: { sessionId: second.sessionId } });
    expect(service.record.violations.at(-1)).toBe("a session was ended before its WebSocket was closed (spec 4.4)");
    other.socket.terminate();
  });

  test("a session that the service ended is unknown from then on", async () => {
    await using service = await startTestService({ queue: 0 });
    const { sessionId } = await openSession(service);
    service.endSession(sessionId);
    expect((await send(service, endpoints.getStream, { body: { operationId: sessionId } })).status).toBe(404);
    expect((await send(service, endpoints.closeStream, { path: { sessionId } })).status).toBe(404);
    expect(service.record.sessions[0]?.ended).toBe("service");
  });

  test("patches are waited for", async () => {
    await using service = await startTestService({ queue: 0 });
    service.script.sessions(
      socket.ready("patched", socket.patches(1), socket.frames({ count: 1 }), socket.close(1000)),
    );
    const { sessionId, ...connection } = await openSession(service);
    const peer = new SocketPeer({ sessionId, ...connection });
    await peer.until(({ length }) => length === 2);
    await send(service, endpoints.pushStream, { path: { sessionId }, body: { usdContent: base64(PATCH) } });
    expect(await peer.untilClosed()).toEqual([...READY, ["frame", 1], ["close", 1000]]);
  });
});

/** First bytes of the WebSocket frames in a chunk that begins with one; all of them are whole and from a server. */
function headsOf(chunk: Buffer): number[] {
  const heads: number[] = [];
  let at = 0;
  while (at + 2 <= chunk.length) {
    heads.push(chunk[at] ?? 0);
    const short = (chunk[at + 1] ?? 0) & 0x7f;
    const length = short === 126 ? chunk.readUInt16BE(at + 2) : short;
    at += length + (short === 126 ? 4 : 2);
  }
  return heads;
}
