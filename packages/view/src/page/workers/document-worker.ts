/** Reads texts: findings, tree and plan. */
import { readFileView, readTextView } from "../../document/read-document.ts";
import type { DocumentReply, DocumentRequest } from "../../protocol/document-messages.ts";
import { workerScope } from "./worker-scope.ts";

const scope = workerScope<DocumentRequest, DocumentReply>();
/** Only the last of the requests that arrived during a read is handled. */
let waiting: DocumentRequest | undefined;
let isBusy = false;

scope.addEventListener("message", ({ data }) => {
  waiting = data;
  if (!isBusy) void readAll();
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

function take(): DocumentRequest | undefined {
  const next = waiting;
  waiting = undefined;
  return next;
}

async function reply(request: DocumentRequest): Promise<DocumentReply> {
  const { id } = request;
  try {
    return { id, view: request.kind === "file" ? await readFileView(request.bytes) : readTextView(request.text) };
  } catch (error) {
    return { id, problem: error instanceof Error ? error.message : String(error) };
  }
}
