/**
 * The playground opened from a folder. Browsers load neither modules nor other files there: a script before this one has the
 * scripts of workers and the assets, and workers start from copies of their text.
 */
import { startPlayground } from "./start-playground.ts";
import type { FileReply, FileRequest, StartPreviewDrawing } from "./workers/preview-file-messages.ts";

/** What `from-folder-files.js` defines. */
interface FolderFiles {
  /** Texts of scripts by name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Base64 by mesh id. */
  readonly assets: Readonly<Record<string, string>>;
}

const { scripts, assets } = (globalThis as unknown as { readonly usdkitPlayground: FolderFiles }).usdkitPlayground;

function startWorker(name: string): Worker {
  const url = URL.createObjectURL(new Blob([scripts[name]], { type: "text/javascript" }));
  return new Worker(url, { name });
}

/** Starts the draw worker, which gets its assets over a port. */
function startDrawing(): Worker {
  const worker = startWorker("draw-worker.js");
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener("message", ({ data }: MessageEvent<FileRequest>) => {
    const reply = answer(data);
    port1.postMessage(reply, "bytes" in reply && reply.bytes !== null ? [reply.bytes.buffer] : []);
  });
  port1.start();
  // Files of a folder share no memory, so that there are no threads.
  const start: StartPreviewDrawing = { kind: "start", files: port2, thread: "" };
  worker.postMessage(start, [port2]);
  return worker;
}

function answer(request: FileRequest): FileReply {
  const { id } = request;
  if ("wasm" in request) return { id, problem: `${request.wasm} cannot be loaded from a folder` };
  if ("layer" in request) return { id, bytes: null, version: "" };
  const { meshId } = request;
  if (!Object.hasOwn(assets, meshId)) return { id, problem: `no file for the mesh "${meshId}"` };
  return { id, bytes: Uint8Array.from(atob(assets[meshId]), (character) => character.charCodeAt(0)) };
}

void startPlayground({
  assets: undefined,
  workers: {
    draw: startDrawing(),
    document: () => startWorker("document-worker.js"),
    language: () => startWorker("language-worker.js"),
  },
  startConverter: () => startWorker("convert-worker.js"),
  startStages: () => startWorker("stage-worker.js"),
});
