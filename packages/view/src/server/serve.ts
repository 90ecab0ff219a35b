/** Handles the requests of the page. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageFiles } from "../bundle/page-file.ts";
import type { Rejection, ViewState } from "../protocol/view-state.ts";
import { answerAsset, type FindAsset } from "./asset-answer.ts";
import type { EventStream } from "./event-stream.ts";
import { readBounded, type FileContent } from "./file-states.ts";
import type { RequestGuard } from "./request-guard.ts";
import { saveFile } from "./save-file.ts";
import { securityHeaders } from "./security-headers.ts";
import type { SettingsStore } from "./settings-store.ts";

/** The served content. */
export interface Served {
  readonly guard: RequestGuard;
  /** Called for each file of the page. */
  readonly page: () => Promise<PageFiles>;
  /** Absolute paths, in the order of the state's files. */
  readonly locations: readonly string[];
  readonly findAsset: FindAsset | undefined;
  readonly settings: SettingsStore;
  /** Whether edits can be saved. */
  readonly canSave: boolean;
  readonly events: EventStream;
  readonly state: () => ViewState;
  /** Reports changes to the pages now instead of when the watcher finds them. */
  readonly refresh: () => void;
  readonly port: () => number;
}

/** Handles one request; never throws. */
export async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  try {
    const checked = served.guard.check(request, served.port());
    if ("status" in checked) {
      reject(response, checked.status, { message: "not here" });
      return;
    }
    if (request.method === "PUT") {
      await answerSave(served, checked.path, request, response);
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD, PUT");
      reject(response, 405, { message: "expected GET, HEAD or PUT" });
      return;
    }
    await answer(served, checked.path, response);
  } catch (error) {
    if (!response.headersSent)
      reject(response, 500, { message: error instanceof Error ? error.message : String(error) });
    else response.destroy();
  }
}

async function answer(served: Served, path: string, response: ServerResponse): Promise<void> {
  if (path === "events") {
    if (!served.events.add(response, served.state())) reject(response, 503, { message: "too many pages are open" });
    return;
  }
  const [folder, name = "", ...more] = path.split("/");
  if (folder === "files" && more.length === 0) {
    await answerFile(served, name, response);
    return;
  }
  if (folder === "settings" && more.length === 0) {
    await answerSettings(served, name, response);
    return;
  }
  if (folder === "assets" && more.length === 0) {
    const asset = await answerAsset(served.findAsset, name);
    if (asset.status === 200) send(response, "application/octet-stream", asset.bytes);
    else reject(response, asset.status, { message: asset.message });
    return;
  }
  const file = (await served.page()).get(path === "" ? "index.html" : path);
  if (file === undefined) reject(response, 404, { message: "no such file of the page" });
  else send(response, file.type, file.content);
}

async function answerFile({ locations }: Served, name: string, response: ServerResponse): Promise<void> {
  const location = locationOf(locations, name);
  if (location === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  let content: FileContent;
  try {
    content = await readBounded(location);
  } catch (error) {
    reject(response, 422, { message: error instanceof Error ? error.message : String(error) });
    return;
  }
  response.setHeader("ETag", `"${content.version}"`);
  send(response, "application/octet-stream", content.bytes);
}

async function answerSettings({ locations, settings }: Served, name: string, response: ServerResponse): Promise<void> {
  const location = locationOf(locations, name);
  if (location === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  const found = await settings.read(location);
  response.setHeader("ETag", `"${found.version}"`);
  send(response, "application/json", new TextEncoder().encode(JSON.stringify(found.settings)));
}

/** Saves only files that the page shows, for requests that a script of the page sent. */
async function answerSave(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [folder, name = "", ...more] = path.split("/");
  const location = folder === "files" && more.length === 0 ? locationOf(served.locations, name) : undefined;
  if (location === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!served.canSave) {
    reject(response, 403, { message: "usda view was started with --read-only" });
    return;
  }
  // Browsers send it with every request that may write; other programs have no reason to omit it.
  if (request.headers.origin === undefined) {
    reject(response, 403, { message: 'expected an "Origin" header' });
    return;
  }
  const { status, ...rest } = await saveFile(location, request);
  if ("message" in rest) {
    reject(response, status, rest);
    return;
  }
  response.setHeader("ETag", `"${rest.version}"`);
  response.end();
  served.refresh();
}

/** Files have numbers in URLs, so that no path comes from a request. */
function locationOf(locations: readonly string[], name: string): string | undefined {
  return /^\d{1,6}$/.test(name) ? locations[Number(name)] : undefined;
}

function send(response: ServerResponse, type: string, content: Uint8Array): void {
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", content.length);
  response.end(content);
}

function reject(response: ServerResponse, status: number, rejection: Rejection): void {
  // What is left of a body is not read.
  if (status === 413 || status === 403) response.setHeader("Connection", "close");
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(rejection));
}
