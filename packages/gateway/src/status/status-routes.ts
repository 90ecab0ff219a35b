import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiFailure } from "../http/api-failure.ts";
import { send, sendFailure, sendJson } from "../http/send.ts";
import type { ExtraRoute } from "../http/server.ts";
import type { Service } from "../http/service.ts";
import { worldKinds, worldPicture, worldRow } from "../http/task-views.ts";
import type { Metrics } from "./metrics.ts";
import { PAGE_POLICY, pageCss, pageHtml, pageJs } from "./page.ts";

/** Maximum length of each list on the page. */
const SHOWN = 50;

const page = { "content-security-policy": PAGE_POLICY, "referrer-policy": "no-referrer", "x-frame-options": "DENY" };

/** Serves the status page with its data, metrics, and the API description. A user's own data require their key. */
export function statusRoutes(service: Service, metrics: Metrics): ExtraRoute {
  return async (request, response, url) => {
    if (request.method !== "GET") return false;
    switch (url.pathname) {
      case "/":
        response.writeHead(302, { location: "/status", "content-length": 0 }).end();
        return true;
      case "/status":
        send(response, 200, { text: pageHtml, type: "text/html; charset=utf-8", headers: page });
        return true;
      case "/status/page.css":
        send(response, 200, { text: pageCss, type: "text/css; charset=utf-8", headers: page });
        return true;
      case "/status/page.js":
        send(response, 200, { text: pageJs, type: "text/javascript; charset=utf-8", headers: page });
        return true;
      case "/favicon.ico":
        // Browsers request it; a 404 would log an error in their console.
        response.writeHead(204).end();
        return true;
      case "/status/data.json":
        await withUser(request, response, service, async (user) =>
          sendJson(response, 200, await statusOf(user, service)),
        );
        return true;
      case "/status/frame":
        await withUser(request, response, service, async (user) => sendFrame(response, url, user, service));
        return true;
      case "/metrics":
        // Aggregated numbers of all users: requires no key.
        send(response, 200, { text: await metrics.text(), type: "text/plain; version=0.0.4; charset=utf-8" });
        return true;
      case "/openapi.json": {
        sendJson(response, 200, await describe(service));
        return true;
      }
      default:
        return false;
    }
  };
}

/** Returns the API description with the URLs of this service. */
async function describe({ addresses }: Service): Promise<object> {
  const { openApiDocument } = await import("@usdkit/contract/openapi");
  const document = openApiDocument();
  const { base, upload } = addresses();
  const paths = Object.entries(document.paths).map(([path, item]) => {
    return [path, "servers" in item ? { ...item, servers: [{ url: upload }] } : item] as const;
  });
  return { ...document, servers: [{ url: base }], paths: Object.fromEntries(paths) };
}

async function withUser(
  request: IncomingMessage,
  response: ServerResponse,
  { keys, onProblem }: Service,
  use: (user: string) => Promise<void>,
): Promise<void> {
  try {
    const user = keys.userOf(request.headers.authorization ?? "");
    if (user === undefined) throw new ApiFailure("not-logged-in", "the key is missing or unknown");
    await use(user);
  } catch (error) {
    sendFailure(response, error, { path: "/global/status", sending: "whole", onProblem });
  }
}

async function statusOf(user: string, { storage, hub, addresses }: Service): Promise<object> {
  const list = { user, states: [], offset: 0, limit: SHOWN } as const;
  const [queue, worlds, operations, sessions] = await Promise.all([
    storage.tasks.count(),
    storage.tasks.list({ ...list, kinds: worldKinds }),
    storage.tasks.recent(user, SHOWN),
    hub.list(user),
  ]);
  return {
    queue,
    // Same-origin URLs, whatever the public URL is: the page's policy allows no other images.
    worlds: worlds.rows.map((task) => ({
      ...worldRow(task, addresses().base),
      picture: worldPicture(task, "") ?? null,
    })),
    operations: operations.map(({ id, kind, name, state, progress, createTime }) => {
      return { id, kind, name: name.slice(0, 100), state, progress, createTime };
    }),
    sessions: sessions.map(({ id, state, viewers, frames }) => ({ id, state, viewers, frames })),
  };
}

async function sendFrame(response: ServerResponse, url: URL, user: string, { hub }: Service): Promise<void> {
  const frame = await hub.frame(user, url.searchParams.get("session") ?? "");
  if (frame === undefined) throw new ApiFailure("not-found", "unknown session, or no frame was drawn yet");
  response.writeHead(200, {
    "content-type": "image/jpeg",
    "content-length": frame.length,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(frame);
}
