/** The page's client of the document worker. */
import type { DocumentReply, DocumentRequest, DocumentView, TreeRow } from "../protocol/document-messages.ts";
import type { PageSettings } from "../protocol/page-settings.ts";

/** The reply to a request; replies to older requests are dropped. */
export interface DocumentListener {
  onView(view: DocumentView): void;
  /** More rows of the tree of the view. */
  onRows(rows: readonly TreeRow[]): void;
  onProblem(problem: string): void;
}

/** Requests views of texts. */
export class DocumentClient {
  readonly #start: () => Worker;
  #worker: Worker | undefined;
  #latest = 0;

  /** @param start Starts the worker; called for the first request. */
  constructor(start: () => Worker, listener: DocumentListener) {
    this.#start = () => this.#listen(start(), listener);
  }

  #listen(worker: Worker, listener: DocumentListener): Worker {
    worker.addEventListener("message", (event: MessageEvent<DocumentReply>) => {
      const { data } = event;
      if (data.id !== this.#latest) return;
      if ("view" in data) listener.onView(data.view);
      else if ("rows" in data) listener.onRows(data.rows);
      else listener.onProblem(data.problem);
    });
    worker.addEventListener("error", (event) => listener.onProblem(`the worker failed: ${event.message}`));
    return worker;
  }

  /** Sets the settings of the linter; the last text is checked again. */
  setSettings(settings: PageSettings): void {
    this.#send({ kind: "settings", settings }, []);
  }

  readFile(bytes: Uint8Array<ArrayBuffer>): void {
    this.#send({ kind: "file", id: ++this.#latest, bytes }, [bytes.buffer]);
  }

  readText(text: string): void {
    this.#send({ kind: "text", id: ++this.#latest, text }, []);
  }

  #send(request: DocumentRequest, moved: Transferable[]): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request, moved);
  }
}
