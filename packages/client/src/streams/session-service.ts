import { closeStream, connectionOf, createStream, getStream, pushStream } from "@usdkit/contract";
import type { RenderSceneRequest, StreamOperation } from "@usdkit/contract";
import { DeadlineError, OperationFailedError } from "../errors/errors.ts";
import type { Transport } from "../transport/transport.ts";
import type { ActiveSession, SessionService } from "./session.ts";
import type { StreamSettings } from "./stream-options.ts";

/** @param scene What a session is made of; not needed for one that is there. */
export function sessionService(
  transport: Transport,
  { deadline, interval, attemptTimeout, onProgress }: StreamSettings,
  scene?: RenderSceneRequest,
): SessionService {
  const { clock } = transport;
  /** When the time began of a session that was made and not polled yet. */
  let begun: number | undefined;
  return {
    async create(signal) {
      if (scene === undefined) throw new TypeError("There is no scene to make a session of");
      begun = clock.now();
      const options = { signal, deadline: begun + deadline, attemptTimeout, regardless: true, advice: LOST };
      const operation = await transport.call(createStream, { body: scene }, options);
      const { operationId: sessionId } = operation;
      return { sessionId, active: activeSession(transport, sessionId, operation) };
    },

    async follow(sessionId, signal) {
      const until = (begun ?? clock.now()) + deadline;
      const isNew = begun !== undefined;
      begun = undefined;
      if (isNew) await clock.sleep(Math.min(interval, Math.max(0, until - clock.now())), signal);
      for (;;) {
        const options = { signal, deadline: until, attemptTimeout };
        const operation = await transport.call(getStream, { body: { operationId: sessionId } }, options);
        const active = activeSession(transport, sessionId, operation);
        if (active !== undefined) return active;
        const { status, currentQueuePosition } = operation.result ?? {};
        onProgress?.({ status: status ?? undefined, queuePosition: currentQueuePosition ?? undefined });
        if (clock.now() + interval >= until) throw tooLate(sessionId, deadline, status);
        await clock.sleep(interval, signal);
      }
    },

    async push(sessionId, usdContent, signal) {
      await transport.call(pushStream, { path: { sessionId }, body: { usdContent } }, { signal, attemptTimeout });
    },

    async end(sessionId) {
      // The client's own signal closes streams; it must not keep them from closing.
      await transport.call(closeStream, { path: { sessionId } }, { attemptTimeout, regardless: true });
    },
  };
}

const LOST = "A session may be open that nobody can close, for its id is not known.";

function activeSession(
  transport: Transport,
  sessionId: string,
  { result, error }: StreamOperation,
): ActiveSession | undefined {
  if (error != null) {
    const { code, message, status, details } = error;
    const reason = transport.redact(message ?? details?.reason ?? "no reason given");
    throw new OperationFailedError(`The session ${sessionId} failed: ${reason}`, {
      endpoint: getStream.id,
      status: code ?? undefined,
      reason: status ?? undefined,
      operationId: sessionId,
    });
  }
  const connection = result == null ? undefined : connectionOf(result);
  return connection && { sessionId, ...connection };
}

function tooLate(operationId: string, deadline: number, status: string | null | undefined): DeadlineError {
  const last = status == null ? "" : ` (last status: ${status})`;
  return new DeadlineError(
    `The session ${operationId} was not ready within ${deadline / 1000} s${last}. Open the stream again, with a later deadline.`,
    { endpoint: getStream.id, operationId },
  );
}
