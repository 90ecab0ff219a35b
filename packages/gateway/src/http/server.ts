import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerAdmin } from "./admin.ts";
import { answerEndpoint, type Answered } from "./answer-endpoint.ts";
import { BodyBudget } from "./read-body.ts";
import { allowOrigin } from "./cross-origin.ts";
import { sendFailure, sendJson } from "./send.ts";
import { serveFile } from "./serve-file.ts";
import { answerInternal } from "./internal.ts";
import type { Service } from "./service.ts";
import { inRequestSpan, type SpanOfRequest } from "../tracing/spans.ts";
import type { Settings } from "../settings/settings.ts";

/** Handles requests outside of the contract; returns false for paths that it does not handle. */
export type ExtraRoute = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<boolean>;

const MINUTE = 60_000;

/** Creates the server of both hosts, not listening yet. `answerRequests` gives it what it answers. */
export function makeServer({ headTimeout }: Settings): Server {
  const server = createServer({
    // Also closes connections that send a byte now and then.
    headersTimeout: headTimeout,
    requestTimeout: 5 * MINUTE,
    connectionsCheckingInterval: Math.min(2000, headTimeout),
    keepAliveTimeout: MINUTE,
    maxHeaderSize: 16 << 10,
    noDelay: true,
  });
  server.maxHeadersCount = 100;
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    const status = error.code === "HPE_HEADER_OVERFLOW" ? "431 Request Header Fields Too Large" : "400 Bad Request";
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  return server;
}

/** Answers the requests of a server. */
export function answerRequests(server: Server, service: Service, extra: ExtraRoute): void {
  const budget = new BodyBudget(service.settings.maxBodiesInFlight);
  server.on("request", (request, response) => {
    inRequestSpan(request, (onEnd) => void route(request, response, { service, budget, extra, onEnd }));
  });
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  given: {
    readonly service: Service;
    readonly budget: BodyBudget;
    readonly extra: ExtraRoute;
    readonly onEnd: (known: SpanOfRequest) => void;
  },
): Promise<void> {
  const { service, budget, extra, onEnd } = given;
  const start = performance.now();
  const answered: Answered = { endpoint: "none", user: undefined, ignored: [] };
  // The connection was closed.
  response.on("error", () => undefined);
  const url = URL.parse(request.url ?? "", "http://localhost");
  const path = url?.pathname ?? "";
  response.on("close", () => {
    const status = response.writableFinished ? response.statusCode : 0;
    const { method = "" } = request;
    onEnd({ method, endpoint: answered.endpoint, status });
    service.onServed({ method, path, ...answered, status, milliseconds: performance.now() - start });
  });
  try {
    if (allowOrigin(request, response, service.settings.origins)) {
      answered.endpoint = "preflight";
      return;
    }
    if (url === null) return sendJson(response, 400, { message: "the request's target is not a path" });
    if (path === "/healthz") {
      answered.endpoint = "healthz";
      return sendJson(response, 200, { status: "ok" });
    }
    if (path.startsWith("/internal/")) {
      answered.endpoint = "internal";
      return await answerInternal({ request, response, path, budget }, service);
    }
    // A worker process does not serve callers.
    if (service.settings.role === "worker" && path !== "/metrics") {
      return sendJson(
        response,
        404,
        { message: "this process answers no callers" },
        { headers: { connection: "close" } },
      );
    }
    if (path.startsWith("/files/") && (request.method === "GET" || request.method === "HEAD")) {
      answered.endpoint = "files";
      return await serveFile(request, response, path.split("/")[2] ?? "", service);
    }
    if (path.startsWith("/admin/")) {
      answered.endpoint = "admin";
      return await answerAdmin({ request, response, path, budget }, service);
    }
    answered.endpoint = "status";
    if (await extra(request, response, url)) return;
    answered.endpoint = "none";
    await answerEndpoint({ request, response, url, budget, answered }, service);
  } catch (error) {
    if (response.headersSent) {
      service.onProblem(error);
      response.destroy();
    } else sendFailure(response, error, { path, sending: "whole", onProblem: service.onProblem });
  }
}
