/** The files of the page, which its workers cannot request themselves, and assets and files of stages, which the extension has. */
import type { DrawRequest } from "../../protocol/draw-messages.ts";
import type { FromPreview, ToPreview } from "../../protocol/preview-messages.ts";
import { STAGE_WORKER } from "../workers/preview-file-messages.ts";
import type {
  FileReply,
  FileRequest,
  StartPreviewDrawing,
  StartPreviewStages,
} from "../workers/preview-file-messages.ts";

/** An answer of the extension. */
type FileMessage = Extract<ToPreview, { readonly kind: "asset" | "layer" }>;

/** Requests a file of the extension. */
type RequestFile = (request: Extract<FromPreview, { readonly kind: "asset" | "layer" }>) => void;

/** Starts the draw worker and passes it files. */
export class PreviewFiles {
  readonly #folder: URL;
  readonly #requestFile: RequestFile;
  /** Workers that wait for a file of the extension: their ports, and the numbers that they gave their requests. */
  readonly #waiting = new Map<number, { readonly port: MessagePort; readonly id: number }>();
  #id = 0;
  /** URL of the script of workers. */
  readonly #script: string;
  readonly worker: Worker;

  private constructor(folder: URL, script: string, requestFile: RequestFile, thread: string) {
    this.#folder = folder;
    this.#script = script;
    this.worker = new Worker(script, { type: "module", name: "draw" });
    this.#requestFile = requestFile;
    const files = this.#connect();
    const start: StartPreviewDrawing = { kind: "start", files, thread };
    this.worker.postMessage(start, [files]);
  }

  /**
   * Starts the worker. An editor serves its files from another origin, and workers only from URLs of the page itself.
   *
   * @param folder URL of the page's files.
   * @throws {Error} if a script cannot be loaded.
   */
  static async start(folder: URL, requestFile: RequestFile): Promise<PreviewFiles> {
    // Without shared memory there are no threads.
    const hasThreads = typeof SharedArrayBuffer === "function";
    const [script, thread] = await Promise.all([
      ownUrl(new URL("worker.js", folder)),
      hasThreads ? ownUrl(new URL("render-thread.js", folder)) : "",
    ]);
    return new PreviewFiles(folder, script, requestFile, thread);
  }

  /** Starts a worker that composes stages of files of the extension. */
  startStages(): Worker {
    const worker = new Worker(this.#script, { type: "module", name: STAGE_WORKER });
    const files = this.#connect();
    const start: StartPreviewStages = { kind: "start", files };
    worker.postMessage(start, [files]);
    return worker;
  }

  /** Returns a port that answers requests for files. */
  #connect(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }: MessageEvent<FileRequest>) => void this.#answer(data, port1));
    port1.start();
    return port2;
  }

  /** Requests that the first text will need. */
  prepare(source: Uint8Array): void {
    const request: DrawRequest = { kind: "prepare", source };
    this.worker.postMessage(request, []);
  }

  /** Passes on a file of the extension. */
  receive(message: FileMessage): void {
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (waiting === undefined) return;
    const { port, id } = waiting;
    if ("problem" in message) {
      reply(port, { id, problem: message.problem });
      return;
    }
    const { bytes } = message;
    const moved = bytes === null ? [] : [bytes.buffer];
    reply(port, message.kind === "layer" ? { id, bytes, version: message.version } : { id, bytes }, moved);
  }

  /** Numbers of requests of several workers may be the same: the extension gets others. */
  #ask(port: MessagePort, id: number): number {
    this.#waiting.set(++this.#id, { port, id });
    return this.#id;
  }

  async #answer(request: FileRequest, port: MessagePort): Promise<void> {
    const { id } = request;
    if ("meshId" in request) {
      this.#requestFile({ kind: "asset", id: this.#ask(port, id), meshId: request.meshId });
      return;
    }
    if ("layer" in request) {
      const { layer: location, version } = request;
      this.#requestFile({ kind: "layer", id: this.#ask(port, id), location, version });
      return;
    }
    try {
      const response = await fetch(new URL(request.wasm, this.#folder));
      if (!response.ok) throw new Error(`status ${response.status}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      reply(port, { id, bytes }, [bytes.buffer]);
    } catch (error) {
      reply(port, { id, problem: `${request.wasm}: ${error instanceof Error ? error.message : String(error)}` });
    }
  }
}

function reply(port: MessagePort, message: FileReply, moved: Transferable[] = []): void {
  port.postMessage(message, moved);
}

/** Returns a URL of the page's own for a script. */
async function ownUrl(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: status ${response.status}`);
  return URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" }));
}
