/** A thread that reads files of a library. Others start the file of this module by its URL, so sources and bundles need no path. */
import type { MessagePort } from "node:worker_threads";
import { LibraryReader, type LibraryTask, type ReaderSettings } from "./library-reader.ts";

/** The URL of this module. */
export const libraryWorkerUrl: string = import.meta.url;

/** Worker data of these threads: others may load the module as well. */
export interface LibraryWorkerData extends ReaderSettings {
  readonly mark: "usda-library";
}

const { isMainThread, parentPort, ...threads } = process.getBuiltinModule("node:worker_threads");
const data = threads.workerData as Partial<LibraryWorkerData> | null;
if (!isMainThread && parentPort !== null && data?.mark === "usda-library") serve(parentPort, data as LibraryWorkerData);

function serve(port: MessagePort, settings: ReaderSettings): void {
  const reader = new LibraryReader(settings);
  port.on("message", (task: LibraryTask) => {
    void reader.do(task).then((reply) => port.postMessage(reply, []));
  });
}
