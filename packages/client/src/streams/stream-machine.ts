/**
 * The state machine of a stream, without I/O: returns the next effects for events in any order
 * (client-behaviour 5, 11 and 12). `RenderStream` runs them and reports the results.
 *
 * Once a session's id is known, every path leads through `ending`, in the same order: stop patches, close the
 * WebSocket, end the session.
 */
import { ConnectionError, NotFoundError, SpatialError } from "../errors/errors.ts";
import { StreamError, type StreamFailure } from "../errors/stream-error.ts";
import type { StreamStatus } from "./stream-status.ts";
import type { PushSettlement, StreamEffect, StreamEnding, StreamEvent, StreamState } from "./stream-steps.ts";

export interface StreamRules {
  /** Maximum consecutive reconnects without a frame in between. */
  readonly reconnects: number;
  /** Whether the session is ended with the stream. */
  readonly endsSession: boolean;
}

export interface StreamStep {
  readonly state: StreamState;
  /** Effects, to be run in this order. */
  readonly effects: readonly StreamEffect[];
}

/** Starts with an existing session, which the driver follows or connects to. Without an id it is created first. */
export const startOfStream = (sessionId?: string): StreamState => ({
  phase: sessionId === undefined ? "creating" : "queued",
  sessionId,
  connection: 0,
  hasSocket: false,
  early: undefined,
  lost: 0,
  sending: undefined,
  pending: undefined,
  ending: undefined,
});

/** Applies an event to a stream. Late events have no effect. */
export function stepStream(state: StreamState, event: StreamEvent, rules: StreamRules): StreamStep {
  const { phase } = state;
  switch (event.type) {
    case "created":
      return phase === "creating" ? onCreated(state, event, rules) : nothing(state);
    case "createFailed":
      if (phase !== "creating") return nothing(state);
      return finish({ ...state, ending: state.ending ?? failed(event.error) }, undefined, event.error);
    case "active":
      if (phase !== "queued" && phase !== "refreshing") return nothing(state);
      return connect(state, event.session);
    case "followFailed":
      if (phase !== "queued" && phase !== "refreshing") return nothing(state);
      return beginClosing(state, failed(phase === "refreshing" ? explainGone(event.error) : event.error), rules, true);
    case "opened":
      return phase === "connecting" && isCurrent(state, event)
        ? step({ ...state, phase: "initializing" }, { type: "shakeHands" })
        : nothing(state);
    case "status":
      return isCurrent(state, event) && isOpen(state) ? onStatus(state, event.status, rules) : nothing(state);
    case "frame":
      if (!isCurrent(state, event)) return nothing(state);
      if (phase === "initializing") return step({ ...state, early: event.frame });
      if (phase !== "ready") return nothing(state);
      return step(state.lost === 0 ? state : { ...state, lost: 0 }, { type: "deliver", frame: event.frame });
    case "repeated":
      // The connection works, although nothing is new.
      return isCurrent(state, event) && isOpen(state) ? step({ ...state, lost: 0 }) : nothing(state);
    case "lost":
      return isCurrent(state, event) && state.hasSocket ? onLost(state, event.error, rules) : nothing(state);
    case "broken":
      return beginClosing(state, failed(event.error), rules);
    case "timeout":
      return onTimeout(state, rules);
    case "push":
      return onPush(state, event.ticket);
    case "pushed":
      return onPushed(state, event.outcome, rules);
    case "close":
      return beginClosing(state, event.ending, rules);
    case "ended":
      return phase === "ending" ? finish(state, event.error) : nothing(state);
  }
}

/** Whether it is closing or closed. */
export function isClosing({ phase, ending }: StreamState): boolean {
  return ending !== undefined || phase === "closed";
}

function onCreated(
  state: StreamState,
  { sessionId, active }: Extract<StreamEvent, { type: "created" }>,
  rules: StreamRules,
): StreamStep {
  const known = { ...state, sessionId };
  // Asked to close before the id was known.
  if (state.ending !== undefined) return endSession(known, [{ type: "disarm" }], rules);
  if (active !== undefined) return connect(known, active);
  return step({ ...known, phase: "queued" }, { type: "follow", sessionId });
}

function connect(state: StreamState, session: Extract<StreamEvent, { type: "active" }>["session"]): StreamStep {
  const connection = state.connection + 1;
  const connecting: StreamState = { ...state, phase: "connecting", connection, hasSocket: true, early: undefined };
  const effects: StreamEffect[] = [
    { type: "arm", timer: "handshake", lost: state.lost },
    { type: "connect", connection, session },
  ];
  const { pending: ticket } = state;
  if (ticket === undefined || state.sending !== undefined) return step(connecting, ...effects);
  // The pending patch waited for the session to be ready.
  const send: StreamEffect = { type: "send", ticket, sessionId: session.sessionId };
  return step({ ...connecting, sending: ticket, pending: undefined }, ...effects, send);
}

function onStatus(state: StreamState, status: StreamStatus, rules: StreamRules): StreamStep {
  const report: StreamEffect = { type: "report", status };
  const { effect } = status;
  if (effect === "error" || effect === "slave-exceeded") {
    const error = streamEnd(status, state.sessionId);
    // After a reconnect the host may still count the connection that was lost.
    if (effect === "slave-exceeded" && state.connection > 1 && state.lost < maxRefused(rules)) {
      const waiting = cutOff(state, error, { ...rules, reconnects: maxRefused(rules) });
      return { ...waiting, effects: [report, ...waiting.effects] };
    }
    const closing = beginClosing(state, failed(error), rules);
    return { ...closing, effects: [report, ...closing.effects] };
  }
  if (effect !== "success" || state.phase !== "initializing") return step(state, report);
  const { early, lost } = state;
  const ready: StreamState = { ...state, phase: "ready", early: undefined, lost: early === undefined ? lost : 0 };
  const delivered: StreamEffect[] = early === undefined ? [] : [{ type: "deliver", frame: early }];
  return step(ready, report, { type: "arm", timer: "idle", lost }, { type: "open" }, ...delivered);
}

/** Further reconnects that the host may refuse with 1003: with the delays between them they last about a minute. */
const REFUSED_RECONNECTS = 8;

/** Returns the maximum number of consecutive reconnects if the host refuses them with 1003. */
function maxRefused({ reconnects }: StreamRules): number {
  return reconnects === 0 ? 0 : reconnects + REFUSED_RECONNECTS;
}

/** The codes that end a connection (spec 6), and the reaction to each. Others are only reported. */
const FATAL: Readonly<Record<string, readonly [failure: StreamFailure, message: string]>> = {
  1000: ["overloaded", "The rendering host is overloaded (code 1000). Open the stream again later."],
  1001: [
    "initializationFailed",
    "The rendering host could not initialize the stream (code 1001). Check the scene, and open the stream again.",
  ],
  1003: [
    "slaveLimitExceeded",
    "The session has as many connections as it may have (code 1003). Close another one first.",
  ],
};

function streamEnd({ code = "", meaning }: StreamStatus, operationId: string | undefined): StreamError {
  const known = Object.hasOwn(FATAL, code) ? FATAL[code] : undefined;
  const [failure, message] = known ?? ["initializationFailed", `${meaning} (code ${code}).`];
  return new StreamError(failure, message, { reason: code, operationId });
}

function onLost(before: StreamState, error: unknown, rules: StreamRules): StreamStep {
  const state = { ...before, hasSocket: false };
  switch (state.phase) {
    case "connecting":
    case "initializing":
    case "ready":
      return connectAgain(state, error, rules);
    case "disconnecting":
      return endSession(state, [{ type: "disarm" }], rules);
    default:
      // While a patch drains there is no WebSocket left to close.
      return step(state);
  }
}

/** Reconnects after a delay, with the connection of a new poll; or ends after too many attempts. */
function connectAgain(state: StreamState, error: unknown, rules: StreamRules): StreamStep {
  if (state.lost >= rules.reconnects) {
    const tried = rules.reconnects === 0 ? "" : ` ${rules.reconnects + 1} times in a row`;
    const reason = error instanceof Error ? error.message : String(error);
    return beginClosing(
      state,
      failed(
        new ConnectionError(
          `The connection to the rendering host was lost${tried}: ${reason}. Open the stream again.`,
          {
            operationId: state.sessionId,
            cause: error,
          },
        ),
      ),
      rules,
    );
  }
  const lost = state.lost + 1;
  return step({ ...state, phase: "waiting", lost }, { type: "arm", timer: "reconnect", lost });
}

function onTimeout(state: StreamState, rules: StreamRules): StreamStep {
  switch (state.phase) {
    case "creating":
      return step(state, { type: "abandonCall" });
    case "connecting":
    case "initializing": {
      const what = state.phase === "connecting" ? "it did not open in time" : "the handshake was not answered in time";
      return cutOff(state, new ConnectionError(what), rules);
    }
    case "ready":
      return cutOff(state, new ConnectionError("nothing came for too long"), rules);
    case "waiting":
      return step({ ...state, phase: "refreshing" }, { type: "follow", sessionId: sessionOf(state) });
    case "draining":
      return step(state, { type: "abandonPush" });
    case "disconnecting":
      return endSession({ ...state, hasSocket: false }, [{ type: "cutOff" }], rules);
    default:
      return nothing(state);
  }
}

function cutOff(state: StreamState, error: unknown, rules: StreamRules): StreamStep {
  const next = connectAgain({ ...state, hasSocket: false }, error, rules);
  return { ...next, effects: [{ type: "cutOff" }, ...next.effects] };
}

function onPush(state: StreamState, ticket: number): StreamStep {
  if (isClosing(state)) return step(state, { type: "settle", ticket, outcome: { result: "closed" } });
  // Before it is ready the session accepts no patches.
  if (state.sending === undefined && state.connection > 0) {
    const effect: StreamEffect = { type: "send", ticket, sessionId: sessionOf(state) };
    return step({ ...state, sending: ticket }, effect);
  }
  return step({ ...state, pending: ticket }, ...settle(state.pending, "superseded"));
}

function onPushed(state: StreamState, outcome: PushSettlement, rules: StreamRules): StreamStep {
  if (state.sending === undefined) return nothing(state);
  const settled: StreamEffect = { type: "settle", ticket: state.sending, outcome };
  const { pending: ticket } = state;
  if (ticket !== undefined) {
    const send: StreamEffect = { type: "send", ticket, sessionId: sessionOf(state) };
    return step({ ...state, sending: ticket, pending: undefined }, settled, send);
  }
  const idle = { ...state, sending: undefined };
  if (state.phase !== "draining") return step(idle, settled);
  const next = disconnect(idle, rules);
  return { ...next, effects: [settled, { type: "disarm" }, ...next.effects] };
}

/** The first reason is kept; later errors while closing are ignored. */
function beginClosing(before: StreamState, ending: StreamEnding, rules: StreamRules, isPolled = false): StreamStep {
  if (isClosing(before)) return nothing(before);
  const state: StreamState = { ...before, ending, pending: undefined };
  const closed = settle(before.pending, "closed");
  switch (state.phase) {
    case "creating":
      // The create continues for a while: its id is needed to end the session.
      return step(state, ...closed, { type: "arm", timer: "create", lost: 0 });
    case "queued":
    case "refreshing":
      if (!isPolled) closed.push({ type: "abandonCall" });
      break;
    default:
      closed.push({ type: "disarm" });
  }
  if (state.sending !== undefined) {
    return step({ ...state, phase: "draining" }, ...closed, { type: "arm", timer: "close", lost: 0 });
  }
  const next = disconnect(state, rules);
  return { ...next, effects: [...closed, ...next.effects] };
}

function disconnect(state: StreamState, rules: StreamRules): StreamStep {
  if (!state.hasSocket) return endSession(state, [], rules);
  return step({ ...state, phase: "disconnecting" }, { type: "arm", timer: "close", lost: 0 }, { type: "hangUp" });
}

function endSession(state: StreamState, before: readonly StreamEffect[], rules: StreamRules): StreamStep {
  if (!rules.endsSession) {
    const { state: closed, effects } = finish(state, undefined);
    return { state: closed, effects: [...before, ...effects] };
  }
  return step({ ...state, phase: "ending" }, ...before, { type: "end", sessionId: sessionOf(state) });
}

/** Closes the stream. `createError` is the error of a create that ended while the stream was closing. */
function finish(state: StreamState, endError: unknown, createError?: unknown): StreamStep {
  const asked = state.ending ?? { cause: "asked" };
  // The caller must learn that a session may be running that cannot be ended.
  const isUnknown = createError instanceof SpatialError && createError.name === "OutcomeUnknownError";
  const ending: StreamEnding = isUnknown ? failed(createError) : asked;
  return step(
    { ...state, phase: "closed", pending: undefined, ending },
    { type: "disarm" },
    ...settle(state.pending, "closed"),
    { type: "finish", ending, endError },
  );
}

/** A session that existed and is now unknown was ended by another caller. */
function explainGone(error: unknown): unknown {
  if (!(error instanceof NotFoundError)) return error;
  const message = "The session was ended on the service's side. Open a new stream.";
  return new StreamError("sessionGone", message, {
    cause: error,
    operationId: error.operationId,
    status: error.status,
  });
}

function settle(ticket: number | undefined, result: "superseded" | "closed"): StreamEffect[] {
  return ticket === undefined ? [] : [{ type: "settle", ticket, outcome: { result } }];
}

/** Whether messages of the WebSocket are accepted. */
function isOpen({ phase }: StreamState): boolean {
  return phase === "connecting" || phase === "initializing" || phase === "ready";
}

function isCurrent(state: StreamState, event: { readonly connection: number }): boolean {
  return event.connection === state.connection;
}

function sessionOf({ sessionId, phase }: StreamState): string {
  if (sessionId === undefined) throw new TypeError(`No session in the phase ${phase}`);
  return sessionId;
}

const failed = (error: unknown): StreamEnding => ({ cause: "failed", error });

const step = (state: StreamState, ...effects: StreamEffect[]): StreamStep => ({ state, effects });

const nothing = (state: StreamState): StreamStep => ({ state, effects: [] });
