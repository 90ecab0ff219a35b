/** Streams whose host sends nothing for a long time, on a virtual clock. */
import { describe, expect, test } from "vitest";
import type { InProcessHost } from "@usdkit/test-service";
import { ModelBench } from "../test-support/model-bench.ts";
import type { OpenOptions } from "./begin-stream.ts";
import type { RenderStream } from "./render-stream.ts";
import type { FrameForm } from "./stream-options.ts";
import type { StreamStateName } from "./stream-state.ts";

const HOUR = 3_600_000;

interface Watched {
  readonly bench: ModelBench;
  readonly stream: RenderStream<Uint8Array | Blob>;
  /** States since the stream was ready, and the times in seconds at which connections were lost. */
  readonly states: StreamStateName[];
  readonly losses: number[];
  readonly frames: number[];
}

/** Opens a stream of two frames, and takes every frame. */
async function watch(host: InProcessHost, options: OpenOptions<FrameForm> = {}): Promise<Watched> {
  const bench = new ModelBench({ polls: 0, queue: 0 }, { frames: 2, ...host });
  const states: StreamStateName[] = [];
  const losses: number[] = [];
  let start = 0;
  const opening = bench.client.streams.open(new TextEncoder().encode("#usda 1.0\n"), {
    ...options,
    onState: ({ state }) => {
      states.push(state);
      if (state === "ready" && start === 0) start = bench.clock.now();
      if (state === "reconnecting") losses.push((bench.clock.now() - start) / 1000);
    },
  });
  const { value: stream, error } = await bench.outcome(opening);
  if (stream === undefined) throw error as Error;
  const frames: number[] = [];
  const takeAll = async (): Promise<void> => {
    for (let frame = await stream.nextFrame(); frame !== undefined; frame = await stream.nextFrame()) {
      frames.push(frame.number);
    }
  };
  takeAll().catch(() => {});
  await bench.clock.advance(0);
  await bench.clock.advance(0);
  return { bench, stream, states, losses, frames };
}

async function close({ bench, stream }: Watched): Promise<void> {
  await bench.outcome(stream.close());
  expect(bench.model.record.openSessions).toEqual([]);
}

describe("a host that sends nothing", () => {
  test("keeps its connection as long as it answers pings", async () => {
    const watched = await watch({});
    await watched.bench.clock.advance(24 * HOUR);
    expect(watched.states).toEqual(["ready"]);
    expect(watched.frames).toEqual([1, 2]);
    await close(watched);
  });

  test("is connected to again after an unanswered ping; the repeated frame is not counted", async () => {
    const watched = await watch({ pongs: 1 });
    await watched.bench.clock.advance(95_000);
    expect(watched.states).toEqual(["ready", "reconnecting", "ready"]);
    // A ping after 30 s, its pong, a ping 30 s later, and 30 s without a pong.
    expect(watched.losses).toEqual([90]);
    expect(watched.stream.counts).toMatchObject({ received: 2, taken: 2, dropped: 0 });
    expect(watched.frames).toEqual([1, 2]);
    await close(watched);
  });

  test("is connected to again any number of times: a repeated frame is a sign of life", async () => {
    const watched = await watch({ pongs: 0 }, { idleTimeout: 1000 });
    await watched.bench.clock.advance(60_000);
    expect(watched.losses.length).toBeGreaterThan(10);
    expect(watched.frames).toEqual([1, 2]);
    await close(watched);
  });

  test("repeats no frame as a blob either", async () => {
    const watched = await watch({ pongs: 0 }, { idleTimeout: 1000, frames: "blob" });
    await watched.bench.clock.advance(10_000);
    expect(watched.losses.length).toBeGreaterThan(1);
    expect(watched.stream.counts).toMatchObject({ received: 2, taken: 2 });
    expect(watched.frames).toEqual([1, 2]);
    await close(watched);
  });
});

describe("a WebSocket without pings, as in browsers", () => {
  test("has no limit of silence by default", async () => {
    const watched = await watch({ isPage: true });
    await watched.bench.clock.advance(HOUR);
    expect(watched.states).toEqual(["ready"]);
    await close(watched);
  });

  test("is replaced after idleTimeout without a frame or a message", async () => {
    const watched = await watch({ isPage: true }, { idleTimeout: 5000 });
    await watched.bench.clock.advance(6000);
    expect(watched.losses).toEqual([5]);
    expect(watched.frames).toEqual([1, 2]);
    await close(watched);
  });
});

describe("code 1003 on a reconnect", () => {
  test("is followed by another reconnect: the host still counts the lost connection", async () => {
    const watched = await watch({ pongs: 0, codes: ["0", "1003", "1003", "1003", "1003", "1003", "0"] });
    await watched.bench.clock.advance(110_000);
    expect(watched.stream.state).toBe("ready");
    expect(watched.bench.model.record.openSessions).toHaveLength(1);
    await close(watched);
  });

  test("ends the stream if it does not cease", async () => {
    const watched = await watch({ pongs: 0, codes: ["0", ...Array.from({ length: 30 }, () => "1003")] });
    const { bench, stream } = watched;
    const { error } = await bench.outcome(stream.closed());
    expect(error).toMatchObject({ name: "StreamError", failure: "slaveLimitExceeded" });
    expect(bench.model.record.of("streams.get").length).toBeGreaterThan(10);
    await close(watched);
  });

  test("ends the stream where reconnecting is disabled", async () => {
    const watched = await watch({ codes: ["1003"] }, { reconnect: { attempts: 0 } }).catch((error: unknown) => error);
    expect(watched).toMatchObject({ failure: "slaveLimitExceeded" });
  });
});
