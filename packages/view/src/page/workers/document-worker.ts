/** Reads texts: findings, tree and plan. */
import { readFileView, readTextView } from "../../document/read-document.ts";
import type { DocumentReply, DocumentRequest } from "../../protocol/document-messages.ts";
import type { PageSettings } from "../../protocol/page-settings.ts";
import { workerScope } from "./worker-scope.ts";

/** A request to read. */
type ReadRequest = Exclude<DocumentRequest, { readonly kind: "settings" }>;

const scope = workerScope<DocumentRequest, DocumentReply>();
let settings: PageSettings | undefined;
/** The last file or text, for other settings. */
let last: ReadRequest | undefined;
/** Only the last of the requests that arrived during a read is handled. */
let waiting: ReadRequest | undefined;
let isBusy = false;

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "settings") settings = data.settings;
  else last = data;
  waiting = last;
  if (waiting !== undefined && !isBusy) void readAll();
});

async function readAll(): Promise<void> {
  isBusy = true;
  for (let next = take(); next !== undefined; next = take()) {
    scope.postMessage(await reply(next), []);
    // Requests that arrived in the meantime.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  isBusy = false;
}

function take(): ReadRequest | undefined {
  const next = waiting;
  waiting = undefined;
  return next;
}

async function reply(request: ReadRequest): Promise<DocumentReply> {
  const { id } = request;
  try {
    const view =
      request.kind === "file" ? await readFileView(request.bytes, settings) : readTextView(request.text, settings);
    return { id, view };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}
