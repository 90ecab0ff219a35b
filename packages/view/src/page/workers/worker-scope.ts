/** The used parts of a worker's scope, whose types exclude those of a page. */

/** The scope of a worker. */
export interface WorkerScope<Request, Reply> {
  addEventListener(type: "message", listener: (event: { readonly data: Request }) => void): void;
  postMessage(reply: Reply, moved: Transferable[]): void;
}

/** Returns the scope of the current worker. */
export function workerScope<Request, Reply>(): WorkerScope<Request, Reply> {
  return globalThis as unknown as WorkerScope<Request, Reply>;
}
