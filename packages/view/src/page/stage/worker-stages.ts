/** Composes stages of the page's own files in a worker. */
import type { PageFile } from "../../protocol/draw-messages.ts";
import type { StageReply, StageRequest } from "../../protocol/stage-messages.ts";
import type { StageWorkerReply, StageWorkerRequest } from "../../stage/stage-worker-messages.ts";
import type { Composition } from "../../protocol/view-state.ts";
import type { StageHost } from "./stage-host.ts";

/** The part of a `Worker` that is used. */
export interface StageWorker {
  postMessage(request: StageWorkerRequest, moved: Transferable[]): void;
  addEventListener(type: "message", listener: (event: { readonly data: StageWorkerReply }) => void): void;
  addEventListener(type: "error", listener: (event: { readonly message: string }) => void): void;
}

interface Waiting {
  readonly resolve: (reply: StageReply) => void;
  readonly reject: (error: Error) => void;
}

/** Asks a worker, which starts with the first question. It gets files once, also those that are added later. */
export class WorkerStages implements StageHost {
  readonly #start: () => StageWorker;
  readonly #files: readonly PageFile[];
  readonly #composition: Composition;
  readonly #others: readonly PageFile[];
  readonly #waiting = new Map<number, Waiting>();
  #worker: StageWorker | undefined;
  #sent = 0;
  #sentOthers = 0;
  #id = 0;

  /**
   * @param files by their numbers; the list may grow
   * @param others files without a number, such as textures; the list may grow
   */
  constructor(
    start: () => StageWorker,
    files: readonly PageFile[],
    composition: Composition,
    others: readonly PageFile[] = [],
  ) {
    this.#start = start;
    this.#files = files;
    this.#composition = composition;
    this.#others = others;
  }

  ask(file: number, request: StageRequest): Promise<StageReply> {
    const worker = (this.#worker ??= this.#connect());
    const added = [...this.#files.slice(this.#sent), ...this.#others.slice(this.#sentOthers)];
    for (const { location, bytes } of added) worker.postMessage({ kind: "file", location, bytes }, []);
    [this.#sent, this.#sentOthers] = [this.#files.length, this.#others.length];
    const { ask } = request;
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      const located = {
        ...request,
        root: { ...this.#composition, location: this.#files[file]?.location ?? "" },
        edited: ask.kind === "text" ? this.#files[ask.file]?.location : undefined,
        stamp: String(this.#sent + this.#sentOthers),
      };
      worker.postMessage({ kind: "ask", id, request: located }, []);
    });
  }

  #connect(): StageWorker {
    const worker = this.#start();
    worker.addEventListener("message", ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("fault" in data) waiting?.reject(new Error(data.fault));
      else waiting?.resolve(data.reply);
    });
    worker.addEventListener("error", ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`the worker failed: ${message}`));
      this.#waiting.clear();
    });
    return worker;
  }
}
