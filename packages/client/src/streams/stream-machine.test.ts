import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConnectionError, NotFoundError, OutcomeUnknownError } from "../errors/errors.ts";
import { StreamError } from "../errors/stream-error.ts";
import { makeFrame, ASKED, RULES, SESSION, StreamWorld } from "../test-support/stream-world.ts";
import { stepStream } from "./stream-machine.ts";
import { visibleState } from "./stream-state.ts";
import { readStatus } from "./stream-status.ts";
import type { StreamEffect, StreamEnding, StreamEvent, StreamState } from "./stream-steps.ts";

/** One thing that may happen, where it can. */
class Happening implements fc.Command<object, StreamWorld> {
  readonly #name: string;
  readonly #can: (world: StreamWorld) => boolean;
  readonly #make: (state: StreamState) => StreamEvent | undefined;
  #world: StreamWorld | undefined;

  constructor(
    name: string,
    can: (world: StreamWorld) => boolean,
    make: (state: StreamState) => StreamEvent | undefined,
  ) {
    this.#name = name;
    this.#can = can;
    this.#make = make;
  }

  check(model: object): boolean {
    // The world is its own model: what is possible follows from the effects alone.
    this.#world = (model as { world: StreamWorld }).world;
    return this.#can(this.#world);
  }

  run(_model: object, world: StreamWorld): void {
    const event = this.eventIn(world.state);
    if (event === undefined) world.pushNew();
    else world.happen(event);
  }

  /** Undefined for a push. */
  eventIn(state: StreamState): StreamEvent | undefined {
    return this.#make(state);
  }

  toString(): string {
    return this.#name;
  }
}

const always = (): boolean => true;
const error = new Error("bad luck");

/** Messages of the WebSocket that there is, and late ones of those before. */
const fromSocket = (name: string, make: (connection: number) => StreamEvent): fc.Arbitrary<Happening> =>
  fc.nat(4).map((late) =>
    late > 0
      ? new Happening(
          name,
          ({ socket }) => socket !== undefined,
          ({ connection }) => make(connection),
        )
      : new Happening(`late ${name}`, always, ({ connection }) => make(connection - 1)),
  );

const happenings: fc.Arbitrary<Happening>[] = [
  fc.constant(
    new Happening(
      "created",
      (w) => w.call === "create",
      () => ({ type: "created", sessionId: "s-1", active: undefined }),
    ),
  ),
  fc.constant(
    new Happening(
      "created ready",
      (w) => w.call === "create",
      () => ({ type: "created", sessionId: "s-1", active: SESSION }),
    ),
  ),
  fc.constantFrom<unknown>(error, new OutcomeUnknownError("who knows")).map(
    (error) =>
      new Happening(
        "create failed",
        (w) => w.call === "create",
        () => ({ type: "createFailed", error }),
      ),
  ),
  fc.constant(
    new Happening(
      "active",
      (w) => w.call === "follow",
      () => ({ type: "active", session: SESSION }),
    ),
  ),
  fc.constantFrom<unknown>(error, new NotFoundError("gone")).map(
    (error) =>
      new Happening(
        "follow failed",
        (w) => w.call === "follow",
        () => ({ type: "followFailed", error }),
      ),
  ),
  fromSocket("opened", (connection) => ({ type: "opened", connection })),
  fromSocket("frame", (connection) => ({ type: "frame", connection, frame: makeFrame(1) })),
  fromSocket("repeated", (connection) => ({ type: "repeated", connection })),
  fromSocket("lost", (connection) => ({ type: "lost", connection, error })),
  ...["0", "0", "0", "1000", "1001", "1003", "2001", "2002", "7"].map((code) =>
    fromSocket(`status ${code}`, (connection) => ({
      type: "status",
      connection,
      status: readStatus(`{"code":"${code}"}`, String),
    })),
  ),
  fc.constant(
    new Happening(
      "timeout",
      (w) => w.hasTimer,
      () => ({ type: "timeout" }),
    ),
  ),
  fc.constant(new Happening("push", always, () => undefined)),
  fc.constant(
    new Happening(
      "pushed",
      (w) => w.push !== undefined,
      () => ({ type: "pushed", outcome: { result: "sent" } }),
    ),
  ),
  fc.constant(
    new Happening(
      "push failed",
      (w) => w.push !== undefined,
      () => ({
        type: "pushed",
        outcome: { result: "failed", error },
      }),
    ),
  ),
  fc
    .constantFrom<StreamEnding>(ASKED, { cause: "aborted", error })
    .map((ending) => new Happening(`close ${ending.cause}`, always, () => ({ type: "close", ending }))),
  fc.constant(new Happening("broken", always, () => ({ type: "broken", error }))),
  fc.constantFrom(undefined, error).map(
    (error) =>
      new Happening(
        "ended",
        (w) => w.isEnding,
        () => ({ type: "ended", error }),
      ),
  ),
];

test("any sequence of events leads to the end, with steps in order", () => {
  let finished = 0;
  fc.assert(
    fc.property(
      fc.commands(happenings, { size: "+1" }),
      fc.record({ reconnects: fc.nat(3), endsSession: fc.boolean() }),
      (commands, rules) => {
        const world = new StreamWorld(rules);
        fc.modelRun(() => ({ model: { world }, real: world }), commands);
        if (world.end === undefined) world.happen({ type: "close", ending: ASKED });
        world.settleBadly();
        finished++;
      },
    ),
    { numRuns: 3000 },
  );
  expect(finished).toBeGreaterThanOrEqual(3000);
});

test("impossible events are ignored", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(...happenings), { maxLength: 40 }), (list) => {
      const world = new StreamWorld();
      let { state } = world;
      for (const happening of list) {
        // Without asking whether it can happen now.
        const event = happening.eventIn(state) ?? { type: "push", ticket: 1 };
        ({ state } = stepStream(state, event, RULES));
      }
      expect(state.connection).toBeLessThanOrEqual(list.length);
    }),
  );
});

describe("codes of the rendering host", () => {
  test.each([
    ["1000", "overloaded", "error"],
    ["1001", "initializationFailed", "error"],
    ["1003", "slaveLimitExceeded", "slaveExceeded"],
  ])("%s ends the stream as %s, before and after it was ready", (code, failure, state) => {
    for (const isReady of [false, true]) {
      const world = new StreamWorld();
      world.happen({ type: "created", sessionId: "s-1", active: SESSION });
      world.happen({ type: "opened", connection: 1 });
      if (isReady) world.status("0");
      const [report, ...rest] = world.status(code);
      expect(report).toMatchObject({ type: "report", status: { code } });
      expect(rest.map(({ type }) => type)).toEqual(["disarm", "arm", "hangUp"]);
      expect(visibleState(world.state)).toBe(state);
      world.happen({ type: "lost", connection: 1, error });
      world.happen({ type: "ended" });
      expect(world.isOpened).toBe(isReady);
      expect(world.end?.ending).toMatchObject({ cause: "failed", error: { failure, operationId: "s-1" } });
      expect(visibleState(world.state)).toBe("closed");
    }
  });

  test.each(["2001", "2002", "4711", ""])("%j is reported, and nothing else", (code) => {
    const world = new StreamWorld().makeReady();
    const before = world.state;
    expect(world.status(code)).toMatchObject([{ type: "report", status: { code } }]);
    expect(world.state).toEqual(before);
  });

  test("only code 0 makes it ready; of earlier frames the newest is kept", () => {
    const world = new StreamWorld();
    world.happen({ type: "created", sessionId: "s-1", active: SESSION });
    world.happen({ type: "opened", connection: 1 });
    for (const code of ["2001", "1", "00"]) world.status(code);
    const frame = (number: number): readonly StreamEffect[] =>
      world.happen({ type: "frame", connection: 1, frame: makeFrame(number) });
    expect([frame(1), frame(2), world.isOpened]).toEqual([[], [], false]);
    expect(world.status("0").at(-1)).toEqual({ type: "deliver", frame: makeFrame(2) });
    expect([frame(3), world.isOpened]).toEqual([[{ type: "deliver", frame: makeFrame(3) }], true]);
  });

  test("a frame before code 0 belongs to its connection", () => {
    const world = new StreamWorld();
    world.happen({ type: "created", sessionId: "s-1", active: SESSION });
    world.happen({ type: "opened", connection: 1 });
    world.happen({ type: "frame", connection: 1, frame: makeFrame(1) });
    world.happen({ type: "lost", connection: 1, error });
    world.happen({ type: "timeout" });
    world.happen({ type: "active", session: SESSION });
    world.happen({ type: "opened", connection: 2 });
    expect(world.status("0").map(({ type }) => type)).toEqual(["report", "arm", "open"]);
  });
});

describe("a lost connection", () => {
  test("reconnects with the host and token of a new poll", () => {
    const world = new StreamWorld().makeReady();
    world.happen({ type: "lost", connection: 1, error });
    expect([world.state.phase, visibleState(world.state)]).toEqual(["waiting", "reconnecting"]);
    expect(world.happen({ type: "timeout" })).toEqual([{ type: "follow", sessionId: "s-1" }]);
    const fresh = { ...SESSION, host: "other", token: "fresh" };
    expect(world.happen({ type: "active", session: fresh })).toMatchObject([
      { type: "arm", timer: "handshake" },
      { type: "connect", connection: 2, session: fresh },
    ]);
    world.connect();
    expect(visibleState(world.state)).toBe("ready");
  });

  test("reconnects no more often than allowed without a frame in between", () => {
    const world = new StreamWorld().makeReady();
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 2; i++) {
        world.happen({ type: "lost", connection: world.state.connection, error });
        world.happen({ type: "timeout" });
        world.happen({ type: "active", session: SESSION });
        world.connect();
      }
      world.happen({ type: "frame", connection: world.state.connection, frame: makeFrame(1) });
    }
    for (let i = 0; world.state.ending === undefined; i++) {
      expect(i).toBeLessThan(3);
      world.happen({ type: "lost", connection: world.state.connection, error });
      if (world.state.phase !== "waiting") break;
      world.happen({ type: "timeout" });
      world.happen({ type: "active", session: SESSION });
      world.connect();
    }
    world.happen({ type: "ended" });
    const lost = world.error();
    expect(lost).toBeInstanceOf(ConnectionError);
    expect(lost).toMatchObject({ message: expect.stringContaining("3 times in a row: bad luck") as string });
  });

  test("ends the stream if the session is gone", () => {
    const world = new StreamWorld().makeReady();
    world.happen({ type: "timeout" });
    expect(world.socket).toBeUndefined();
    world.happen({ type: "timeout" });
    world.happen({ type: "followFailed", error: new NotFoundError("404") });
    world.happen({ type: "ended" });
    expect(world.error()).toBeInstanceOf(StreamError);
    expect(world.error()).toMatchObject({ failure: "sessionGone" });
  });
});

describe("closing", () => {
  test("waits for the patch in flight, then closes the WebSocket, then ends the session", () => {
    const world = new StreamWorld().makeReady();
    for (let i = 0; i < 3; i++) world.pushNew();
    expect([...world.sent, world.state.pending]).toEqual([1, 3]);
    const names = (effects: readonly StreamEffect[]): string[] => effects.map(({ type }) => type);
    expect(names(world.happen({ type: "close", ending: ASKED }))).toEqual(["settle", "disarm", "arm"]);
    expect(names(world.happen({ type: "pushed", outcome: { result: "sent" } }))).toEqual([
      "settle",
      "disarm",
      "arm",
      "hangUp",
    ]);
    expect(names(world.happen({ type: "lost", connection: 1, error }))).toEqual(["disarm", "end"]);
    expect(names(world.happen({ type: "ended" }))).toEqual(["disarm", "finish"]);
    expect(Object.fromEntries(world.outcomes)).toEqual({ 1: "sent", 2: "superseded", 3: "closed" });
  });

  test("waits for each no longer than its timeout", () => {
    const world = new StreamWorld().makeReady();
    world.pushNew();
    world.happen({ type: "close", ending: ASKED });
    expect(world.happen({ type: "timeout" })).toEqual([{ type: "abandonPush" }]);
    world.happen({ type: "pushed", outcome: { result: "closed" } });
    expect(world.happen({ type: "timeout" })).toEqual([{ type: "cutOff" }, { type: "end", sessionId: "s-1" }]);
  });

  test("during the create, waits for the id and ends that session", () => {
    const world = new StreamWorld();
    world.happen({ type: "close", ending: { cause: "aborted", error } });
    const effects = world.happen({ type: "created", sessionId: "s-9", active: SESSION });
    expect(effects).toEqual([{ type: "disarm" }, { type: "end", sessionId: "s-9" }]);
    world.happen({ type: "ended" });
    expect(world.end?.ending).toEqual({ cause: "aborted", error });
  });

  test("a create with an unknown outcome is reported, also after an abort", () => {
    const world = new StreamWorld();
    world.happen({ type: "close", ending: { cause: "aborted", error } });
    expect(world.happen({ type: "timeout" })).toEqual([{ type: "abandonCall" }]);
    const unknown = new OutcomeUnknownError("who knows");
    world.happen({ type: "createFailed", error: unknown });
    expect(world.end).toMatchObject({ ending: { cause: "failed", error: unknown }, endError: undefined });
  });

  test("while the session is queued", () => {
    const world = new StreamWorld();
    world.happen({ type: "created", sessionId: "s-1", active: undefined });
    expect(world.happen({ type: "close", ending: ASKED })).toEqual([
      { type: "abandonCall" },
      { type: "end", sessionId: "s-1" },
    ]);
  });
});
