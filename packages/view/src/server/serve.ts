/** Handles the requests of the page. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { PageFiles } from "../bundle/page-file.ts";
import { findingRows } from "../document/finding-rows.ts";
import type { CodeView } from "../protocol/code-view.ts";
import type { Rejection, ViewState } from "../protocol/view-state.ts";
import { answerAsset, type FindAsset } from "./asset-answer.ts";
import type { CheckCode } from "./check-code.ts";
import type { EventStream } from "./event-stream.ts";
import { readBounded, type FileContent } from "./file-states.ts";
import { readViewed } from "./read-viewed.ts";
import { openLink, type LinkedImage } from "./open-link.ts";
import { readBody } from "./read-body.ts";
import type { RequestGuard } from "./request-guard.ts";
import { saveFile } from "./save-file.ts";
import { securityHeaders } from "./security-headers.ts";
import { answerLayer } from "./layer-answer.ts";
import { answerStage, withSlashes, type StageParts } from "./stage-answer.ts";
import type { SettingsStore } from "./settings-store.ts";
import type { ViewedFile } from "./viewed-file.ts";

/** Maximum number of bytes of an asset path. */
const MAX_PATH_BYTES = 4096;
/** Maximum number of bytes of a text that rules which are code check, and of questions about stages, which may have a text. */
const MAX_TEXT_BYTES = 32 * 2 ** 20;

/** The served content. */
export interface Served extends StageParts {
  readonly guard: RequestGuard;
  /** Called for each file of the page. */
  readonly page: () => Promise<PageFiles>;
  /** In the order of the state's files; links add others. */
  readonly files: ViewedFile[];
  /** Images that links named. */
  readonly images: LinkedImage[];
  /** A link added a file. */
  readonly onOpened: (file: ViewedFile) => void;
  readonly findAsset: FindAsset | undefined;
  readonly settings: SettingsStore;
  /** Runs rules that are code. */
  readonly checkCode: CheckCode | undefined;
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
    if (request.method === "PUT" || request.method === "POST") {
      const [folder = ""] = checked.path.split("/");
      const answerPost =
        { findings: answerCode, stages: answerQuestion, layers: answerLayerRequest }[folder] ?? answerLink;
      await (request.method === "PUT" ? answerSave : answerPost)(served, checked.path, request, response);
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response.setHeader("Allow", "GET, HEAD, POST, PUT");
      reject(response, 405, { message: "expected GET, HEAD, POST or PUT" });
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
  if (folder === "images" && more.length === 0) {
    const image = /^\d{1,6}$/.test(name) ? served.images[Number(name)] : undefined;
    if (image === undefined) reject(response, 404, { message: "no such image" });
    else send(response, image.type, (await readBounded(image.location)).bytes);
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

async function answerFile({ files }: Served, name: string, response: ServerResponse): Promise<void> {
  const file = fileOf(files, name);
  if (file === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  let content: FileContent;
  try {
    content = await readViewed(file);
  } catch (error) {
    reject(response, 422, { message: error instanceof Error ? error.message : String(error) });
    return;
  }
  response.setHeader("ETag", `"${content.version}"`);
  send(response, "application/octet-stream", content.bytes);
}

async function answerSettings({ files, settings }: Served, name: string, response: ServerResponse): Promise<void> {
  const file = fileOf(files, name);
  if (file === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  const found = await settings.read(file.location);
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
  const file = fileAt(served, "files", path);
  if (file === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!served.canSave) {
    reject(response, 403, { message: "usda view was started with --read-only" });
    return;
  }
  if (file.inner !== undefined) {
    reject(response, 403, { message: "a layer in a package is read-only" });
    return;
  }
  if (!isFromScript(request, response)) return;
  const { status, ...rest } = await saveFile(file.location, request);
  if ("message" in rest) {
    reject(response, status, rest);
    return;
  }
  response.setHeader("ETag", `"${rest.version}"`);
  response.end();
  served.refresh();
}

/** Opens a layer that a shown file names. */
async function answerLink(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { files, onOpened, refresh } = served;
  const from = fileAt(served, "links", path);
  if (from === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!isFromScript(request, response)) return;
  const body = await readBody(request, MAX_PATH_BYTES);
  if (body === undefined) {
    reject(response, 413, { message: "the asset path is too long" });
    return;
  }
  const answer = openLink(served, from, new TextDecoder().decode(body));
  if (answer.status !== 200) {
    reject(response, answer.status, { message: answer.message });
    return;
  }
  const { opened } = answer;
  if (opened.kind === "file") {
    onOpened(files[opened.index]);
    refresh();
  }
  send(response, "application/json", new TextEncoder().encode(JSON.stringify(opened)));
}

/** Runs the rules that are code on the body, a text of a shown file. */
async function answerCode(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = fileAt(served, "findings", path);
  if (file === undefined || served.checkCode === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!isFromScript(request, response)) return;
  const text = await readBody(request, MAX_TEXT_BYTES);
  if (text === undefined) {
    reject(response, 413, { message: `the text has more than ${MAX_TEXT_BYTES / 2 ** 20} MiB` });
    return;
  }
  const { findings, inBaseline, problem } = await served.checkCode(file.location, text);
  const view: CodeView = { ...findingRows(text, findings), inBaseline, problem };
  send(response, "application/json", new TextEncoder().encode(JSON.stringify(view)));
}

/** Answers a question about the stage of a shown file. */
async function answerQuestion(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = fileAt(served, "stages", path);
  if (file === undefined) {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!isFromScript(request, response)) return;
  const body = await readBody(request, MAX_TEXT_BYTES);
  if (body === undefined) {
    reject(response, 413, { message: `the text has more than ${MAX_TEXT_BYTES / 2 ** 20} MiB` });
    return;
  }
  const reply = await answerStage(served, file, new TextDecoder().decode(body));
  if (reply !== undefined && "answer" in reply && reply.answer.kind === "save") served.refresh();
  if (reply === undefined) reject(response, 400, { message: "expected a question about a stage" });
  else send(response, "application/json", new TextEncoder().encode(JSON.stringify(reply)));
}

/** Answers a request for a file that an image of a stage is made of. */
async function answerLayerRequest(
  served: Served,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (path !== "layers") {
    reject(response, 404, { message: "no such file" });
    return;
  }
  if (!isFromScript(request, response)) return;
  const body = await readBody(request, MAX_PATH_BYTES);
  if (body === undefined) {
    reject(response, 413, { message: "the path is too long" });
    return;
  }
  const { files, composition, onRead } = served;
  const named = new Set(files.map(({ location }) => withSlashes(location)));
  if (composition.session !== undefined) named.add(composition.session);
  const answer = await answerLayer(named, new TextDecoder().decode(body), (file) => onRead([file]));
  if (answer.status === 200) {
    response.setHeader("ETag", `"${answer.content.version}"`);
    send(response, "application/octet-stream", answer.content.bytes);
  } else if (answer.status === 204) {
    response.statusCode = 204;
    response.end();
  } else reject(response, answer.status, { message: answer.message });
}

/** Rejects requests without an origin: browsers send it with every request that may change something, other programs have no reason to omit it. */
function isFromScript({ headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin !== undefined) return true;
  reject(response, 403, { message: 'expected an "Origin" header' });
  return false;
}

function fileAt({ files }: Served, wanted: string, path: string): ViewedFile | undefined {
  const [folder, name = "", ...more] = path.split("/");
  return folder === wanted && more.length === 0 ? fileOf(files, name) : undefined;
}

/** Files have numbers in URLs, so that no path comes from a URL. */
function fileOf(files: readonly ViewedFile[], name: string): ViewedFile | undefined {
  return /^\d{1,6}$/.test(name) ? files[Number(name)] : undefined;
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
