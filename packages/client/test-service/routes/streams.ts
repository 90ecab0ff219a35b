/** Realtime sessions: spec 4.3 and 4.4. */
import { invalid, notFound, problemReply } from "../http/problems.ts";
import { emptyReply, jsonReply, type Reply } from "../http/reply.ts";
import type { Parts } from "../state/parts.ts";
import { processing } from "../state/render-operation.ts";
import { readScene } from "../state/scene-text.ts";
import type { Session, SessionStore } from "../state/session-store.ts";
import type { Behaviours } from "./behaviour.ts";

const unknown = (): Reply => notFound("there is no such session");

export function streamBehaviours(
  parts: Parts,
  sessions: SessionStore,
): Behaviours<"createStream" | "getStream" | "pushStream" | "closeStream"> {
  function find(sessionId: string, user: string): Session | undefined {
    const session = sessions.get(sessionId);
    return session?.user === user ? session : undefined;
  }

  const idField = ["operationId"];
  return {
    createStream: {
      idField,
      answer: ({ body: { requestId, usdContent } }, { user }) => {
        if (readScene(usdContent) === undefined) return invalid("usdContent is no scene");
        return jsonReply(202, processing(sessions.add(user, requestId).sessionId));
      },
    },
    getStream: {
      idField,
      answer: ({ body: { operationId } }, { user }) => {
        const session = find(operationId, user);
        return session === undefined ? unknown() : jsonReply(200, sessions.poll(session));
      },
    },
    pushStream: {
      idField,
      answer: ({ path: { sessionId }, body: { usdContent } }, { user }) => {
        const session = find(sessionId, user);
        if (session === undefined) return unknown();
        if (session.state !== "active") return problemReply("session-not-active");
        const text = readScene(usdContent);
        if (text === undefined || !/\bover\b/.test(text)) return invalid("usdContent is no patch");
        const last = parts.record.sockets.findLast((socket) => socket.sessionId === sessionId);
        if (last?.closedBy === "client") parts.record.addViolation("a patch was pushed after the WebSocket was closed");
        return jsonReply(200, sessions.push(session, text));
      },
    },
    closeStream: {
      idField: [],
      answer: ({ path: { sessionId } }, { user }) => {
        const session = find(sessionId, user);
        if (session === undefined) return unknown();
        if (parts.isConnected(sessionId)) {
          parts.record.addViolation("a session was ended before its WebSocket was closed (spec 4.4)");
        }
        sessions.end(session, "delete");
        return emptyReply(204);
      },
    },
  };
}
