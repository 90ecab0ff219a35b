import { closeStream, connectionOf, createStream, pushStream } from "@usdkit/contract";
import type { RenderSceneRequest, StreamOperation } from "@usdkit/contract";
import { DeadlineError } from "../errors/errors.ts";
import { Operation } from "../operations/operation-handle.ts";
import type { Poller } from "../operations/poller.ts";
import type { ActiveSession, SessionService } from "./session.ts";
import { streamKind, type StreamHandle } from "./stream-kind.ts";
import type { StreamSettings } from "./stream-options.ts";

/** @param scene What a session is made of; not needed for one that is there. */
export function sessionService(poller: Poller, settings: StreamSettings, scene?: RenderSceneRequest): SessionService {
  const { transport } = poller;
  const { timeout, interval, attemptTimeout, traceparent, onProgress } = settings;
  /** The session that was made and not followed yet, and the end of its time. */
  let begun: { readonly handle: StreamHandle; readonly deadline: number } | undefined;
  /** Of the last poll: that for a new connection keeps its distance from it. */
  let polledAt: number | undefined;
  return {
    async create(signal) {
      if (scene === undefined) throw new TypeError("There is no scene to make a session of");
      const deadline = transport.clock.now() + timeout;
      // The client's own signal must not end it: its answer holds the id that the session is ended by.
      const options = { signal, deadline, attemptTimeout, traceparent, regardless: true, advice: LOST };
      const update = await transport.call(createStream, { body: scene }, options);
      const { operationId: sessionId } = update;
      const known = { id: sessionId, requestId: scene.requestId, begun: true, update };
      begun = { handle: new Operation(streamKind, poller, known), deadline };
      return { sessionId, active: activeSession(sessionId, update) };
    },

    async follow(sessionId, signal) {
      const { handle, deadline } = begun ?? {
        handle: new Operation(streamKind, poller, { id: sessionId, polledAt }),
      };
      begun = undefined;
      const left = deadline === undefined ? timeout : Math.max(1, deadline - transport.clock.now());
      const updates = handle.updates({ signal, timeout: left, interval, attemptTimeout, traceparent });
      try {
        for await (const update of updates) {
          const active = activeSession(sessionId, update);
          if (active !== undefined) return active;
          const { status, currentQueuePosition } = update.result ?? {};
          if (status == null) continue;
          onProgress?.({ status, queuePosition: currentQueuePosition ?? undefined });
        }
      } catch (error) {
        throw error instanceof DeadlineError && settings.endsSession ? tooLate(error, timeout) : error;
      } finally {
        polledAt = transport.clock.now();
      }
      throw new Error("unreachable: a session that is followed gets ready or fails");
    },

    async push(sessionId, usdContent, signal) {
      const options = { signal, attemptTimeout, traceparent };
      await transport.call(pushStream, { path: { sessionId }, body: { usdContent } }, options);
    },

    async end(sessionId) {
      // The client's own signal closes streams; it must not keep them from closing.
      const options = { attemptTimeout, traceparent, regardless: true };
      await transport.call(closeStream, { path: { sessionId } }, options);
    },
  };
}

const LOST = "It is not sent again, as nothing guards against a second session.";

function activeSession(sessionId: string, { result }: StreamOperation): ActiveSession | undefined {
  const connection = result == null ? undefined : connectionOf(result);
  return connection && { sessionId, ...connection };
}

/** A session whose stream is given up does not run on. */
function tooLate({ endpoint, operationId, requestId, cause }: DeadlineError, timeout: number): DeadlineError {
  const message = `The realtime session ${operationId} was not ready within ${timeout / 1000} s, and is ended. Open the stream again, with a longer timeout.`;
  return new DeadlineError(message, { endpoint, operationId, requestId, cause });
}
