/** Serves the page of a library. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { loadPageFiles } from "#page-files";
import type { LibraryFile, LibraryPage, LibrarySearch, LibrarySummary } from "../protocol/library-messages.ts";
import { RequestGuard } from "./request-guard.ts";
import { securityHeaders } from "./security-headers.ts";
import type { RunningView } from "./start-view.ts";

/** What the page shows: an index of the library. */
export interface LibrarySource {
  readonly summary: () => LibrarySummary;
  readonly search: (request: LibrarySearch) => LibraryPage;
  /** Returns all about a file; undefined if there is none of this id. */
  readonly file: (id: number) => LibraryFile | undefined;
  readonly thumbnail: (id: number) => { readonly type: string; readonly bytes: Uint8Array } | undefined;
  /** Shows a file in the viewer, and returns the URL; undefined if it cannot be shown. */
  readonly open: (id: number) => Promise<string | undefined>;
}

/** Options of {@link startLibraryView}. */
export interface LibraryViewOptions {
  readonly library: LibrarySource;
  /** Default: a free one. */
  readonly port?: number | undefined;
}

/** The page's names of files that the server gives out under others. */
const FRAME = "library.html";
const ID = /^\d{1,15}$/u;

/**
 * Serves a page to search a library: names, types, pictures, dependencies in both directions, findings. It listens only on 127.0.0.1,
 * and requires the unguessable URL.
 *
 * @throws {Error} of the system if the port cannot be used
 */
export async function startLibraryView({ library, port = 0 }: LibraryViewOptions): Promise<RunningView> {
  const guard = new RequestGuard();
  let listening = port;
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    const checked = guard.check(request, listening);
    const answered =
      "status" in checked ? Promise.resolve(failed(checked.status)) : answer(library, checked.path, request);
    answered.then(
      (reply) => send(response, reply),
      (error: unknown) => send(response, failed(500, error instanceof Error ? error.message : String(error))),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  listening = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${listening}/${guard.token}/`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly content: Uint8Array;
}

async function answer(library: LibrarySource, path: string, request: IncomingMessage): Promise<Reply> {
  const { method, url = "", headers } = request;
  const [first = "", second = "", ...more] = path.split("/");
  if (first === "open") {
    // Browsers send the origin with what may change something.
    if (method !== "POST" || headers.origin === undefined) return failed(405, "expected POST from the page");
    const opened = ID.test(second) ? await library.open(Number(second)) : undefined;
    return opened === undefined ? failed(404, "no such file, or none that can be shown") : json({ url: opened });
  }
  if (method !== "GET" && method !== "HEAD") return failed(405, "expected GET or HEAD");
  if (more.length === 0 && path === "summary") return json(library.summary());
  if (more.length === 0 && path === "search") return json(library.search(searchOf(url)));
  if (more.length === 0 && ID.test(second) && (first === "file" || first === "thumbnail")) {
    if (first === "thumbnail") {
      const found = library.thumbnail(Number(second));
      return found === undefined ? failed(404) : { status: 200, type: found.type, content: found.bytes };
    }
    const found = library.file(Number(second));
    return found === undefined ? failed(404, "no such file") : json(found);
  }
  const file = (await loadPageFiles()).get(path === "" ? FRAME : path);
  return file === undefined ? failed(404) : { status: 200, ...file };
}

function searchOf(url: string): LibrarySearch {
  const query = new URL(url, "http://localhost").searchParams;
  const text = (name: string): string => query.get(name) ?? "";
  const offset = text("offset");
  return {
    text: text("text"),
    kind: text("kind"),
    type: text("type"),
    problem: text("problem"),
    offset: ID.test(offset) ? Number(offset) : 0,
  };
}

function json(value: unknown): Reply {
  return { status: 200, type: "application/json", content: new TextEncoder().encode(JSON.stringify(value)) };
}

function failed(status: number, message = "not here"): Reply {
  return { ...json({ message }), status };
}

function send(response: ServerResponse, { status, type, content }: Reply): void {
  response.statusCode = status;
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", content.length);
  response.end(content);
}
