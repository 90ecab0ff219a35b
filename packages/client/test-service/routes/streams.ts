/** Realtime sessions: spec 4.3 and 4.4. */
import { invalid, notActive, notFound } from "../http/problems.ts";
import type { ReceivedRequest } from "../http/received-request.ts";
import { emptyReply, jsonReply, type Reply } from "../http/reply.ts";
import type { Parts } from "../state/parts.ts";
import { processing } from "../state/render-operation.ts";
import { decodeScene, isScene } from "../state/scene-text.ts";
import type { Session, SessionStore } from "../state/session-store.ts";
import { checkScene, hasOperationId } from "./jobs.ts";
import type { Caller, Route } from "./route.ts";

const unknown = (): Reply => notFound("there is no such session", "rendercloud");

export function streamRoutes(parts: Parts, sessions: SessionStore): Route[] {
  function find(sessionId: unknown, user: string): Session | undefined {
    const session = sessions.get(String(sessionId));
    return session?.user === user ? session : undefined;
  }

  function create(request: ReceivedRequest, { user }: Caller): Reply {
    const checked = checkScene(request);
    if (typeof checked !== "object") return invalid(checked, "rendercloud");
    return jsonReply(202, processing(sessions.add(user, checked.requestId).sessionId));
  }

  function get(request: ReceivedRequest, { user }: Caller): Reply {
    const session = find(request.field("operationId"), user);
    return session === undefined ? unknown() : jsonReply(200, sessions.poll(session));
  }

  function push(request: ReceivedRequest, { params, user }: Caller): Reply {
    const session = find(params["sessionId"], user);
    if (session === undefined) return unknown();
    if (session.state !== "active") return notActive(session.sessionId);
    const usdContent = request.field("usdContent");
    const text = typeof usdContent === "string" ? decodeScene(usdContent) : undefined;
    if (text === undefined || !isScene(text) || !/\bover\b/.test(text)) return invalid("no patch", "rendercloud");
    const last = parts.record.sockets.findLast(({ sessionId }) => sessionId === session.sessionId);
    if (last?.closedBy === "client") parts.record.addViolation("a patch was pushed after the WebSocket was closed");
    return jsonReply(200, sessions.push(session, text));
  }

  function close(_: ReceivedRequest, { params, user }: Caller): Reply {
    const session = find(params["sessionId"], user);
    if (session === undefined) return unknown();
    if (parts.isConnected(session.sessionId)) {
      parts.record.addViolation("a session was ended before its WebSocket was closed (spec 4.4)");
    }
    sessions.end(session, "delete");
    return emptyReply(204);
  }

  const common = { host: "gateway", access: "key" } as const;
  const atRoot = {
    ...common,
    method: "POST",
    path: "/global/rendercloud/v1/streams",
    idField: ["operationId"],
  } as const;
  return [
    { ...atRoot, id: "streams.create", takes: (request) => !hasOperationId(request), answer: create },
    { ...atRoot, id: "streams.get", takes: hasOperationId, answer: get },
    {
      ...common,
      id: "streams.push",
      method: "POST",
      path: "/global/rendercloud/v1/streams/{sessionId}:push",
      idField: ["operationId"],
      answer: push,
    },
    {
      ...common,
      id: "streams.close",
      method: "DELETE",
      path: "/global/rendercloud/v1/streams/{sessionId}",
      idField: [],
      answer: close,
    },
  ];
}
