/** The page's client of the document worker. */
import type { DocumentReply, DocumentRequest, DocumentView } from "../protocol/document-messages.ts";

/** The reply to a request; replies to older requests are dropped. */
export interface DocumentListener {
  onView(view: DocumentView): void;
  onProblem(problem: string): void;
}

/** Requests views of texts. */
export class DocumentClient {
  readonly #worker: Worker;
  #latest = 0;

  constructor(worker: Worker, listener: DocumentListener) {
    this.#worker = worker;
    worker.addEventListener("message", (event: MessageEvent<DocumentReply>) => {
      const { data } = event;
      if (data.id !== this.#latest) return;
      if ("view" in data) listener.onView(data.view);
      else listener.onProblem(data.problem);
    });
    worker.addEventListener("error", (event) => listener.onProblem(`the worker failed: ${event.message}`));
  }

  readFile(bytes: Uint8Array<ArrayBuffer>): void {
    this.#send({ kind: "file", id: ++this.#latest, bytes }, [bytes.buffer]);
  }

  readText(text: string): void {
    this.#send({ kind: "text", id: ++this.#latest, text }, []);
  }

  #send(request: DocumentRequest, moved: Transferable[]): void {
    this.#worker.postMessage(request, moved);
  }
}
