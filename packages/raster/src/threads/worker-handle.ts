/** A worker of Node or of the web behind one interface. */
import { WORKER_MARK, type Reply, type Request } from "./protocol.ts";
import { workerUrl } from "./worker.ts";

/** The part of a browser's `Worker` that this package uses. */
export interface WebWorker {
  /** A message of the thread. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** The thread failed. */
  addEventListener(type: "error", listener: (event: { readonly message?: string }) => void): void;
  /** Sends it to the thread. */
  postMessage(message: unknown, moved: never[]): void;
  /** Ends the thread immediately. */
  terminate(): void;
}

export interface WorkerHandle {
  post(request: Request): void;
  /** Subscribes to replies, and to the end of the worker if it ends unexpectedly. */
  listen(onReply: (reply: Reply) => void, onEnd: (reason: string) => void): void;
  /** Sets whether the worker keeps the process alive. */
  hold(holds: boolean): void;
  terminate(): Promise<void>;
}

/** @param create Makes a worker of the web; by default one from this package's own module. */
export function startWorker(create: (() => WebWorker) | undefined): WorkerHandle {
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (threads === undefined || create !== undefined) return webHandle((create ?? defaultWebWorker)());
  const worker = new threads.Worker(new URL(workerUrl), { workerData: WORKER_MARK });
  return {
    post: (request) => worker.postMessage(request, []),
    listen(onReply, onEnd) {
      let reason = "";
      worker.on("message", onReply);
      worker.on("error", (error: unknown) => {
        reason = error instanceof Error ? error.message : String(error);
      });
      worker.on("exit", (code) => onEnd(reason === "" ? `it ended with code ${code}` : reason));
    },
    hold: (holds) => (holds ? worker.ref() : worker.unref()),
    terminate: async () => void (await worker.terminate()),
  };
}

function webHandle(worker: WebWorker): WorkerHandle {
  return {
    post: (request) => worker.postMessage(request, []),
    listen(onReply, onEnd) {
      worker.addEventListener("message", ({ data }) => onReply(data as Reply));
      worker.addEventListener("error", ({ message }) => onEnd(message ?? "it could not be started"));
    },
    hold: () => {},
    terminate: () => {
      worker.terminate();
      return Promise.resolve();
    },
  };
}

function defaultWebWorker(): WebWorker {
  const scope = globalThis as unknown as {
    readonly Worker: new (url: URL, options: { readonly type: "module"; readonly name: string }) => WebWorker;
  };
  return new scope.Worker(new URL(workerUrl), { type: "module", name: WORKER_MARK });
}
