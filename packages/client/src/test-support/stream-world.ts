import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { Frame } from "../streams/frame.ts";
import type { ActiveSession } from "../streams/session.ts";
import { startOfStream, stepStream, type StreamRules } from "../streams/stream-machine.ts";
import { readStatus } from "../streams/stream-status.ts";
import type { StreamEffect, StreamEnding, StreamEvent, StreamState } from "../streams/stream-steps.ts";

export const SESSION: ActiveSession = {
  sessionId: "s-1",
  host: "h",
  nodeId: "n",
  streamId: "st",
  token: "secret-token",
};
export const makeFrame = (number: number): Frame => ({ data: new Uint8Array(1), number, receivedAt: 0 });
export const RULES: StreamRules = { reconnects: 2, endsSession: true };
export const ASKED: StreamEnding = { cause: "asked" };

/**
 * The environment of a stream: tracks the pending effects, and so the possible next events. Every effect is checked
 * against the invariants.
 */
export class StreamWorld {
  state: StreamState;
  readonly rules: StreamRules;
  call: "create" | "follow" | undefined;
  hasTimer = false;
  socket: "connecting" | "open" | "closing" | undefined;
  push: number | undefined;
  isEnding = false;
  isOpened = false;
  /** How it finished. */
  end: Extract<StreamEffect, { type: "finish" }> | undefined;
  ends = 0;
  tickets = 0;
  /** Patches pushed and not settled. */
  readonly open: Set<number> = new Set();
  readonly sent: number[] = [];
  readonly outcomes: Map<number, string> = new Map();
  #unbroken = 0;
  /** Whether a connection in this row was refused with 1003. */
  #isRefused = false;
  #isAsked = false;

  constructor(rules: StreamRules = RULES) {
    this.rules = rules;
    this.state = startOfStream();
    this.call = "create";
  }

  happen(event: StreamEvent): readonly StreamEffect[] {
    this.#before(event);
    const { state, effects } = stepStream(this.state, event, this.rules);
    if (this.end !== undefined) {
      deepEqual(state, this.state);
      deepEqual(
        effects.filter(({ type }) => type !== "settle"),
        [],
      );
    }
    this.state = state;
    for (const effect of effects) this.#perform(effect);
    equal(state.hasSocket, this.socket !== undefined);
    equal(state.phase === "closed", this.end !== undefined);
    // Everything that the stream waits for must be pending, or it would wait forever.
    if (this.end === undefined) {
      const waits = this.call !== undefined || this.hasTimer || this.push !== undefined || this.isEnding;
      deepEqual([state.phase, waits], [state.phase, true]);
    }
    return effects;
  }

  #before(event: StreamEvent): void {
    switch (event.type) {
      case "created":
      case "createFailed":
      case "active":
      case "followFailed":
        this.call = undefined;
        break;
      case "lost":
        if (event.connection === this.state.connection) this.socket = undefined;
        break;
      case "repeated":
        if (event.connection === this.state.connection) this.#restart();
        break;
      case "timeout":
        this.hasTimer = false;
        break;
      case "pushed":
        this.push = undefined;
        break;
      case "ended":
        this.isEnding = false;
        break;
      case "close":
        this.#isAsked = true;
        break;
      default:
    }
  }

  /** A frame came: the row of lost connections begins again. */
  #restart(): void {
    this.#unbroken = 0;
    this.#isRefused = false;
  }

  #perform(effect: StreamEffect): void {
    equal(this.end, undefined);
    switch (effect.type) {
      case "follow":
        deepEqual([this.call, this.socket], [undefined, undefined]);
        this.call = "follow";
        break;
      case "connect":
        // One at a time, in order, each with the latest poll's connection, and no more in a row than allowed.
        deepEqual([this.call, this.socket], [undefined, undefined]);
        equal(effect.connection, this.state.connection);
        ok(++this.#unbroken <= this.rules.reconnects + (this.#isRefused ? 9 : 1));
        this.socket = "connecting";
        break;
      case "shakeHands":
        equal(this.socket, "connecting");
        this.socket = "open";
        break;
      case "hangUp":
        match(this.socket ?? "", /connecting|open/);
        equal(this.push, undefined);
        this.socket = "closing";
        break;
      case "cutOff":
        this.socket = undefined;
        break;
      case "arm":
        this.hasTimer = true;
        break;
      case "disarm":
        this.hasTimer = false;
        break;
      case "abandonCall":
        // The end of a create must be reported, that of a poll need not be.
        if (this.call === "follow") this.call = undefined;
        else equal(this.call, "create");
        break;
      case "send":
        deepEqual([this.push, this.#isAsked, this.state.ending], [undefined, false, undefined]);
        this.push = effect.ticket;
        this.sent.push(effect.ticket);
        break;
      case "abandonPush":
        ok(this.push !== undefined);
        break;
      case "settle":
        equal(this.open.delete(effect.ticket), true);
        this.outcomes.set(effect.ticket, effect.outcome.result);
        break;
      case "deliver":
        equal(this.state.phase, "ready");
        this.#restart();
        break;
      case "report":
        if (effect.status.code === "1003") this.#isRefused = true;
        break;
      case "open":
        equal(this.socket, "open");
        this.isOpened = true;
        break;
      case "end":
        // Last: after the patches and the WebSocket.
        deepEqual([this.push, this.socket, this.call, this.ends], [undefined, undefined, undefined, 0]);
        this.ends++;
        this.isEnding = true;
        break;
      case "finish":
        deepEqual([this.push, this.socket, this.call, this.isEnding], [undefined, undefined, undefined, false]);
        equal(this.ends, this.rules.endsSession && this.state.sessionId !== undefined ? 1 : 0);
        equal(this.open.size, 0);
        this.end = effect;
    }
  }

  pushNew(): void {
    const ticket = ++this.tickets;
    this.open.add(ticket);
    if (this.end === undefined) this.happen({ type: "push", ticket });
    else {
      const { effects } = stepStream(this.state, { type: "push", ticket }, this.rules);
      deepEqual(effects, [{ type: "settle", ticket, outcome: { result: "closed" } }]);
      this.open.delete(ticket);
    }
  }

  status(code: string, connection: number = this.state.connection): readonly StreamEffect[] {
    return this.happen({ type: "status", connection, status: readStatus(JSON.stringify({ code }), String) });
  }

  /** Fails everything that is pending. */
  settleBadly(): void {
    for (let i = 0; this.end === undefined; i++) {
      ok(i < 20);
      if (this.call === "create") this.happen({ type: "createFailed", error: new Error("no create") });
      else if (this.call === "follow") this.happen({ type: "followFailed", error: new Error("no poll") });
      else if (this.push !== undefined) this.happen({ type: "pushed", outcome: { result: "failed", error: 1 } });
      else if (this.isEnding) this.happen({ type: "ended", error: new Error("no end") });
      else this.happen({ type: "timeout" });
    }
  }

  /** The error that it failed with. */
  error(): unknown {
    const ending = this.end?.ending;
    return ending === undefined || ending.cause === "asked" ? undefined : ending.error;
  }

  /** Advances until frames arrive. */
  makeReady(): this {
    this.happen({ type: "created", sessionId: "s-1", active: undefined });
    this.happen({ type: "active", session: SESSION });
    return this.connect();
  }

  connect(): this {
    this.happen({ type: "opened", connection: this.state.connection });
    this.status("0");
    return this;
  }
}
