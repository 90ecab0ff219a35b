import { closeStream, connectionOf, createStream, pushStream } from "@usdkit/contract";
import type { RenderSceneRequest, StreamOperation } from "@usdkit/contract";
import { DeadlineError } from "../errors/errors.ts";
import { Operation } from "../operations/operation-handle.ts";
import { asRunning } from "../operations/read-operation.ts";
import type { Poller } from "../operations/poller.ts";
import { printable } from "../transport/printable.ts";
import type { ActiveSession, SessionService } from "./session.ts";
import { streamKind, type StreamHandle } from "./stream-kind.ts";
import type { StreamSettings } from "./stream-options.ts";

/** @param scene The scene of the session; not needed for an existing session. */
export function sessionService(poller: Poller, settings: StreamSettings, scene?: RenderSceneRequest): SessionService {
  const { transport } = poller;
  const { timeout, interval, attemptTimeout, traceparent, onProgress, onOutage } = settings;
  /** The session that was created and not followed yet, and its deadline. */
  let begun: { readonly handle: StreamHandle; readonly deadline: number } | undefined;
  /** Time of the last poll: the poll for a new connection keeps its interval from it. */
  let polledAt: number | undefined;
  return {
    async create(signal) {
      if (scene === undefined) throw new TypeError("A session needs a scene");
      const deadline = transport.clock.now() + timeout;
      // The client's own signal must not end it: its answer contains the id needed to end the session.
      const options = { signal, deadline, attemptTimeout, traceparent, regardless: true, advice: SESSION_ADVICE };
      const { retryAmbiguous } = settings;
      const known = { done: false };
      const update = asCreated(
        await transport.call(createStream, { body: scene }, { ...options, retryAmbiguous, known }),
      );
      const { operationId: sessionId } = update;
      const session = { id: sessionId, requestId: scene.requestId, begun: true, update };
      begun = { handle: new Operation(streamKind, poller, session), deadline };
      return { sessionId, active: activeSession(sessionId, update) };
    },

    async follow(sessionId, signal) {
      const { handle, deadline } = begun ?? {
        handle: new Operation(streamKind, poller, { id: sessionId, polledAt }),
      };
      begun = undefined;
      const left = deadline === undefined ? timeout : Math.max(1, deadline - transport.clock.now());
      const updates = handle.updates({ signal, timeout: left, interval, attemptTimeout, traceparent, onOutage });
      try {
        for await (const update of updates) {
          const active = activeSession(sessionId, update);
          if (active !== undefined) return active;
          const { status, currentQueuePosition } = update.result ?? {};
          if (status == null) continue;
          onProgress?.({ status, queuePosition: currentQueuePosition ?? undefined });
        }
      } catch (error) {
        if (!(error instanceof DeadlineError && settings.endsSession)) throw error;
        const { latest } = handle;
        throw tooLate(error, timeout, latest && streamKind.statusOf(latest));
      } finally {
        polledAt = transport.clock.now();
      }
      throw new Error("unreachable: a session that is followed gets ready or fails");
    },

    async push(sessionId, usdContent, signal) {
      const known = { operationId: sessionId, done: true };
      const options = { signal, attemptTimeout, traceparent, known };
      await transport.call(pushStream, { path: { sessionId }, body: { usdContent } }, options);
    },

    async end(sessionId) {
      // The client's own signal closes streams; it must not prevent closing them.
      const options = { attemptTimeout, traceparent, regardless: true, deadline: settings.endBy };
      await transport.call(closeStream, { path: { sessionId } }, options);
    },
  };
}

/** The hint if it is not known whether a session was created. */
export const SESSION_ADVICE = "There is no guard against a second session; an unused one may end by itself.";

/** Reads the answer to a create: a session may already be ready, and the polls find out everything else. */
export function asCreated(operation: StreamOperation): StreamOperation {
  return activeSession(operation.operationId, operation) === undefined ? asRunning(operation) : operation;
}

function activeSession(sessionId: string, { done, result }: StreamOperation): ActiveSession | undefined {
  const connection = !done || result == null ? undefined : connectionOf(result);
  return connection && { sessionId, ...connection };
}

/** Ends a session whose stream was abandoned. */
function tooLate(
  { endpoint, operationId, requestId, cause }: DeadlineError,
  timeout: number,
  status: string | undefined,
): DeadlineError {
  const state = status === undefined ? "" : ` Its last status is ${printable(status, 80)}.`;
  const message = `The realtime session ${operationId} was not ready within ${timeout / 1000} s, and is ended.${state} Open the stream again, with a longer timeout.`;
  return new DeadlineError(message, { endpoint, operationId, requestId, cause });
}
