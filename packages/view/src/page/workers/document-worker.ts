/** Reads texts: findings, tree and plan. */
import { readFileView, readTextView } from "../../document/read-document.ts";
import type { DocumentReply, DocumentRequest, DocumentView } from "../../protocol/document-messages.ts";
import type { PageSettings } from "../../protocol/page-settings.ts";
import { workerScope } from "./worker-scope.ts";

/** A request to read. */
type ReadRequest = Exclude<DocumentRequest, { readonly kind: "settings" }>;

/** Rows of the tree in a message. */
const ROWS = 5000;

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
    const replied = await reply(next);
    if ("view" in replied) await postView(replied.id, replied.view);
    else scope.postMessage(replied, []);
    await otherRequests();
  }
  isBusy = false;
}

/** Posts a view, and the rows of its tree in parts until another request arrives. */
async function postView(id: number, view: DocumentView): Promise<void> {
  const { tree, text, readOnly } = view;
  // Text that can be edited is that of the file: the page has it.
  scope.postMessage({ id, view: { ...view, tree: tree.slice(0, ROWS), text: readOnly === null ? null : text } }, []);
  for (let from = ROWS; from < tree.length; from += ROWS) {
    await otherRequests();
    if (waiting !== undefined) return;
    scope.postMessage({ id, rows: tree.slice(from, from + ROWS) }, []);
  }
}

/** Lets requests arrive that were sent in the meantime. */
async function otherRequests(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
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
