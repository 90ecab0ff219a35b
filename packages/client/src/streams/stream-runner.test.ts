import { equal, ok } from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Clock } from "../platform/clock.ts";
import { InvalidRequestError, NotFoundError } from "../errors/errors.ts";
import { StreamError } from "../errors/stream-error.ts";
import { openStream } from "./open-stream.ts";
import { OpenStreams } from "./open-streams.ts";
import type { RenderStream } from "./render-stream.ts";
import type { ActiveSession, SessionService } from "./session.ts";
import { streamSettings, type ConnectOptions } from "./stream-options.ts";
import type { PushOutcome } from "./stream-runner.ts";
import type { ConnectSocket, SocketEvents } from "./web-socket.ts";

const HANDSHAKE = "hello";

/** Things happen in the order in which they were asked for. */
const IN_ORDER = Array.from({ length: 200 }, (_, i) => i + 1);

/** What goes wrong in a run. */
interface Luck {
  readonly createFails: boolean;
  readonly followFails: boolean;
  readonly endFails: boolean;
  readonly pushFails: boolean;
  /** Codes that the host sends after the handshake, then frames. */
  readonly codes: readonly string[];
  readonly frames: number;
  /** Whether the host hangs up after them. */
  readonly hangsUp: boolean;
}

const goodLuck: Luck = {
  createFails: false,
  followFails: false,
  endFails: false,
  pushFails: false,
  codes: ["0"],
  frames: 3,
  hangsUp: false,
};

/** A service and its hosts, in which the scheduler decides how long everything takes; records requests. */
class Surroundings {
  readonly log: string[] = [];
  readonly sockets: { isClosed: boolean }[] = [];
  readonly #scheduler: fc.Scheduler;
  readonly #luck: Luck;
  readonly clock: Clock;
  pushing = 0;
  framesLeft: number;
  #now = 0;
  #token = 0;

  /** @param timePasses Without it, nothing ever comes too late. */
  constructor(scheduler: fc.Scheduler, luck: Luck, timePasses = true) {
    this.#scheduler = scheduler;
    this.#luck = luck;
    this.framesLeft = luck.frames;
    this.clock = {
      now: () => this.#now,
      random: () => 0.5,
      sleep: async (milliseconds, signal) => {
        signal?.throwIfAborted();
        const aborted = new Promise<never>((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
        });
        await (timePasses ? Promise.race([aborted, this.#take(`sleep ${milliseconds}`)]) : aborted);
        this.#now += milliseconds;
      },
    };
  }

  readonly service: SessionService = {
    create: async () => {
      this.log.push("create");
      await this.#take("create");
      if (this.#luck.createFails) throw new Error("no create");
      return { sessionId: "s-1", active: undefined };
    },
    follow: async (sessionId, signal) => {
      this.log.push("follow");
      await this.#take("follow");
      signal.throwIfAborted();
      if (this.#luck.followFails) throw new NotFoundError("gone");
      return { sessionId, host: "h", nodeId: "n", streamId: "st", token: `t${++this.#token}` };
    },
    push: async (_id, patch, signal) => {
      this.log.push(`push ${patch}`);
      equal(++this.pushing, 1);
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
      try {
        await Promise.race([aborted, this.#take(`push ${patch}`)]);
      } finally {
        this.pushing--;
      }
      if (this.#luck.pushFails) throw new Error("no push");
    },
    end: async () => {
      this.log.push("end");
      await this.#take("end");
      if (this.#luck.endFails) throw new Error("no end");
    },
  };

  readonly connect: ConnectSocket = (url, events) => {
    // Each connection with a token of its own.
    ok(!this.log.includes(`connect ${url}`));
    this.log.push(`connect ${url}`);
    const socket = { isClosed: false };
    this.sockets.push(socket);
    const tell = async (label: string, what: () => void): Promise<void> => {
      await this.#take(label);
      if (!socket.isClosed) what();
    };
    const close = (): void => {
      if (socket.isClosed) return;
      socket.isClosed = true;
      events.onClose(1000, "");
    };
    void tell("open", () => events.onOpen());
    return {
      send: (text) => {
        equal(text, HANDSHAKE);
        void this.#answer(socket, tell, events).then(async () => {
          if (this.#luck.hangsUp) await tell("hang up", close);
        });
      },
      close: () => {
        this.log.push("close");
        void this.#take("close").then(close);
      },
      cutOff: () => {
        this.log.push("cut off");
        socket.isClosed = true;
      },
      ping: () => void tell("pong", () => events.onAlive()),
    };
  };

  async #answer(
    socket: { readonly isClosed: boolean },
    tell: (label: string, what: () => void) => Promise<void>,
    events: SocketEvents,
  ): Promise<void> {
    for (const code of this.#luck.codes) await tell(`code ${code}`, () => events.onText(`{"code":"${code}"}`));
    while (this.framesLeft > 0 && !socket.isClosed) {
      this.framesLeft--;
      await tell("frame", () => events.onData(new ArrayBuffer(8)));
    }
  }

  #take(label: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), label);
  }

  open(options: ConnectOptions, open: OpenStreams = new OpenStreams()): Promise<RenderStream> {
    return openStream<"bytes">({
      ports: {
        clock: this.clock,
        service: this.service,
        connect: this.connect,
        urlOf: ({ host, token }: ActiveSession) => `${host}/${token}`,
        handshakeOf: () => HANDSHAKE,
        redact: (text) => text,
      },
      settings: streamSettings(options),
      encode: String,
      open,
      signals: [options.signal],
    });
  }
}

const luck: fc.Arbitrary<Luck> = fc.record({
  createFails: fc.nat(9).map((n) => n === 0),
  followFails: fc.nat(9).map((n) => n === 0),
  endFails: fc.nat(4).map((n) => n === 0),
  pushFails: fc.nat(4).map((n) => n === 0),
  codes: fc.oneof(
    { weight: 4, arbitrary: fc.constant(["0"]) },
    fc.array(fc.constantFrom("0", "1000", "1003", "2001", "x"), { maxLength: 3 }),
  ),
  frames: fc.nat(6),
  hangsUp: fc.nat(2).map((n) => n === 0),
});

/** How the stream is left, and when: after a number of frames, or immediately. */
const leaving = fc.record({
  how: fc.constantFrom<"close" | "abort" | "break" | "closeAll" | "never">(
    "close",
    "abort",
    "break",
    "closeAll",
    "never",
  ),
  after: fc.nat(3),
  pushes: fc.nat(5),
});

test("every interleaving of frames, pushes, closes and aborts ends correctly, with nothing left open", async () => {
  const seen = { ready: 0, failed: 0, superseded: 0, reconnected: 0 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), luck, leaving, async (scheduler, luck, { how, after, pushes }) => {
      const world = new Surroundings(scheduler, luck);
      const open = new OpenStreams();
      const abort = new AbortController();
      const reason = new Error("enough");
      const outcomes: (PushOutcome | "failed")[] = [];
      const leave = async (stream: RenderStream | undefined): Promise<void> => {
        if (how === "abort") abort.abort(reason);
        if (how === "close") await stream?.close().catch(() => {});
        if (how === "closeAll") await open.closeAll().catch(() => {});
      };

      const use = async (): Promise<unknown> => {
        let error: unknown;
        try {
          const opening = world.open({ signal: abort.signal, reconnect: { attempts: 2 } }, open);
          if (after === 0) void scheduler.schedule(Promise.resolve(), "leave").then(() => leave(undefined));
          const stream = await opening;
          seen.ready++;
          const pushing = Array.from({ length: pushes }, async (_, i) => {
            await scheduler.schedule(Promise.resolve(), `ask to push ${i}`);
            await stream.push(String(i)).then(
              (outcome) => outcomes.push(outcome),
              () => outcomes.push("failed"),
            );
          });
          let taken = 0;
          try {
            for await (const frame of stream) {
              expect(frame.data.byteLength).toBe(8);
              if (++taken < after) continue;
              if (how === "break") break;
              void leave(stream);
            }
          } catch (caught) {
            error = caught;
          }
          await Promise.all(pushing);
          // Once more, and once more, is nothing.
          const before = world.log.length;
          await Promise.allSettled([stream.close(), stream.close()]);
          expect(world.log).toHaveLength(before);
          const { received, taken: counted, dropped } = stream.counts;
          expect([counted, received]).toEqual([taken, counted + dropped]);
          expect(stream.state).toBe("closed");
        } catch (caught) {
          error ??= caught;
        }
        return error;
      };
      const using = use();
      let isOver = false;
      void using.then(() => (isOver = true));
      // "never" ends by itself: without frames the connections are given up.
      for (let i = 0; !isOver; i++) {
        expect(i).toBeLessThan(400);
        if (scheduler.count() > 0) await scheduler.waitOne();
        else await new Promise(setImmediate);
      }
      const error = await using;

      const { log } = world;
      expect(open.size).toBe(0);
      expect(world.pushing).toBe(0);
      expect(world.sockets.filter(({ isClosed }) => !isClosed)).toEqual([]);
      const ends = log.filter((entry) => entry === "end").length;
      expect(ends).toBe(luck.createFails ? 0 : 1);
      if (ends === 1) expect(log.at(-1)).toBe("end");
      const closed = log.indexOf("close");
      if (closed >= 0) expect(log.slice(closed).filter((entry) => /^(?:push|connect|follow)/.test(entry))).toEqual([]);
      // Connections that are refused with 1003 are made again more often.
      const inRow = luck.codes.includes("1003") ? 11 : 3;
      const connections = log.filter((entry) => entry.startsWith("connect")).length;
      expect(connections).toBeLessThanOrEqual(inRow + luck.frames * inRow);
      if (ends === 1 && luck.endFails) expect(error).toMatchObject({ failure: "notEnded", operationId: "s-1" });
      if (error !== undefined) seen.failed++;
      if (outcomes.includes("superseded")) seen.superseded++;
      if (log.filter((entry) => entry.startsWith("connect")).length > 1) seen.reconnected++;
    }),
    { numRuns: 600 },
  );
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
});

/** Runs everything that is under way, as fast as it comes. */
async function settle<Value>(scheduler: fc.Scheduler, work: Promise<Value>): Promise<Value> {
  let isOver = false;
  const over = (): boolean => (isOver = true);
  work.then(over, over);
  for (let i = 0; !isOver && i < 1000; i++) {
    if (scheduler.count() > 0) await scheduler.waitOne();
    else await new Promise(setImmediate);
  }
  return work;
}

test.each(["onStatus", "onState", "onSession"] as const)("what %s throws ends the stream", async (name) => {
  const scheduler = fc.schedulerFor(IN_ORDER);
  const world = new Surroundings(scheduler, goodLuck, false);
  const mistake = new TypeError("mine");
  const use = async (): Promise<void> => {
    const stream = await world.open({
      [name]: () => {
        throw mistake;
      },
    });
    await stream.closed();
  };
  await expect(settle(scheduler, use())).rejects.toBe(mistake);
  expect(world.log.slice(name === "onSession" ? -1 : -2)).toEqual(name === "onSession" ? ["end"] : ["close", "end"]);
});

describe("settings", () => {
  test.each([{ timeout: Number.NaN }, { interval: -1 }, { reconnect: { attempts: -1 } }])(
    "%o is refused",
    (options) => {
      expect(() => streamSettings(options)).toThrow(InvalidRequestError);
    },
  );

  test("waits at most 2 s for the close of the WebSocket", () => {
    expect(streamSettings({ closeTimeout: 60_000 }).closeTimeout).toBe(2000);
  });
});

test("an already aborted signal opens nothing", async () => {
  const world = new Surroundings(fc.schedulerFor(IN_ORDER), goodLuck);
  const reason = new Error("not even begun");
  await expect(world.open({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(world.log).toEqual([]);
});

test("a session that could not be ended is named, with the error that came before", async () => {
  const scheduler = fc.schedulerFor(IN_ORDER);
  const world = new Surroundings(scheduler, { ...goodLuck, endFails: true }, false);
  const abort = new AbortController();
  const use = async (): Promise<void> => {
    const stream = await world.open({ signal: abort.signal });
    abort.abort(new Error("enough"));
    await stream.closed();
  };
  const error: unknown = await settle(scheduler, use()).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(StreamError);
  expect(error).toMatchObject({ failure: "notEnded", operationId: "s-1", cause: { message: "enough" } });
  expect((error as Error).message).toMatch(/s-1 could not be ended.*no end.*streams\.close\("s-1"\).*enough/);
});
