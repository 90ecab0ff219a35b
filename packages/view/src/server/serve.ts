/** Handles the requests of the page. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageFiles } from "../bundle/page-file.ts";
import type { Refusal, ViewState } from "../protocol/view-state.ts";
import { answerAsset, type FindAsset } from "./asset-answer.ts";
import type { EventStream } from "./event-stream.ts";
import { readBounded, type FileContent } from "./file-states.ts";
import type { RequestGuard } from "./request-guard.ts";
import { securityHeaders } from "./security-headers.ts";

/** The served content. */
export interface Served {
  readonly guard: RequestGuard;
  readonly page: PageFiles;
  /** Absolute paths, in the order of the state's files. */
  readonly locations: readonly string[];
  readonly findAsset: FindAsset | undefined;
  readonly events: EventStream;
  readonly state: () => ViewState;
  readonly port: () => number;
}

/** Handles one request; never throws. */
export async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  try {
    const checked = served.guard.check(request, served.port());
    if ("status" in checked) {
      refuse(response, checked.status, "not here");
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD");
      refuse(response, 405, "the page only reads");
      return;
    }
    await answer(served, checked.path, response);
  } catch (error) {
    if (!response.headersSent) refuse(response, 500, error instanceof Error ? error.message : String(error));
    else response.destroy();
  }
}

async function answer(served: Served, path: string, response: ServerResponse): Promise<void> {
  if (path === "events") {
    if (!served.events.add(response, served.state())) refuse(response, 503, "too many pages are open");
    return;
  }
  const [folder, name = "", ...more] = path.split("/");
  if (folder === "files" && more.length === 0) {
    await answerFile(served, name, response);
    return;
  }
  if (folder === "assets" && more.length === 0) {
    const asset = await answerAsset(served.findAsset, name);
    if (asset.status === 200) send(response, "application/octet-stream", asset.bytes);
    else refuse(response, asset.status, asset.message);
    return;
  }
  const file = served.page.get(path === "" ? "index.html" : path);
  if (file === undefined) refuse(response, 404, "no such file of the page");
  else send(response, file.type, file.content);
}

async function answerFile({ locations }: Served, name: string, response: ServerResponse): Promise<void> {
  const location = /^\d{1,6}$/.test(name) ? locations[Number(name)] : undefined;
  if (location === undefined) {
    refuse(response, 404, "no such file");
    return;
  }
  let content: FileContent;
  try {
    content = await readBounded(location);
  } catch (error) {
    refuse(response, 422, error instanceof Error ? error.message : String(error));
    return;
  }
  response.setHeader("ETag", `"${content.version}"`);
  send(response, "application/octet-stream", content.bytes);
}

function send(response: ServerResponse, type: string, content: Uint8Array): void {
  response.setHeader("Content-Type", type);
  response.setHeader("Content-Length", content.length);
  response.end(content);
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const refusal: Refusal = { message };
  response.statusCode = status;
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(refusal));
}
