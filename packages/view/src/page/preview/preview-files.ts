/** The files of the page, which its workers cannot request themselves, and assets and files of stages, which the extension has. */
import type { DrawRequest } from "../../protocol/draw-messages.ts";
import type { FromPreview, ToPreview } from "../../protocol/preview-messages.ts";
import type { FileReply, FileRequest, StartPreviewDrawing } from "../workers/preview-file-messages.ts";

/** An answer of the extension. */
type FileMessage = Extract<ToPreview, { readonly kind: "asset" | "layer" }>;

/** Requests a file of the extension. */
type RequestFile = (request: Extract<FromPreview, { readonly kind: "asset" | "layer" }>) => void;

/** Starts the draw worker and passes it files. */
export class PreviewFiles {
  readonly #folder: URL;
  readonly #port: MessagePort;
  readonly #requestFile: RequestFile;
  readonly worker: Worker;

  private constructor(folder: URL, worker: Worker, requestFile: RequestFile, thread: string) {
    this.#folder = folder;
    this.worker = worker;
    this.#requestFile = requestFile;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.addEventListener("message", ({ data }: MessageEvent<FileRequest>) => void this.#answer(data));
    port1.start();
    const start: StartPreviewDrawing = { kind: "start", files: port2, thread };
    worker.postMessage(start, [port2]);
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
    const [drawing, thread] = await Promise.all([
      ownUrl(new URL("draw-worker.js", folder)),
      hasThreads ? ownUrl(new URL("render-thread.js", folder)) : "",
    ]);
    return new PreviewFiles(folder, new Worker(drawing, { type: "module", name: "draw" }), requestFile, thread);
  }

  /** Requests that the first text will need. */
  prepare(source: Uint8Array): void {
    const request: DrawRequest = { kind: "prepare", source };
    this.worker.postMessage(request, []);
  }

  /** Passes on a file of the extension. */
  receive(message: FileMessage): void {
    const { id } = message;
    if ("problem" in message) {
      this.#reply({ id, problem: message.problem }, []);
      return;
    }
    const { bytes } = message;
    const moved = bytes === null ? [] : [bytes.buffer];
    if (message.kind === "layer") this.#reply({ id, bytes, version: message.version }, moved);
    else this.#reply({ id, bytes }, moved);
  }

  async #answer(request: FileRequest): Promise<void> {
    const { id } = request;
    if ("meshId" in request) {
      this.#requestFile({ kind: "asset", id, meshId: request.meshId });
      return;
    }
    if ("layer" in request) {
      const { layer: location, version } = request;
      this.#requestFile({ kind: "layer", id, location, version });
      return;
    }
    try {
      const response = await fetch(new URL(request.wasm, this.#folder));
      if (!response.ok) throw new Error(`status ${response.status}`);
      const bytes = new Uint8Array(await response.arrayBuffer());
      this.#reply({ id, bytes }, [bytes.buffer]);
    } catch (error) {
      this.#reply({ id, problem: `${request.wasm}: ${error instanceof Error ? error.message : String(error)}` }, []);
    }
  }

  #reply(reply: FileReply, moved: Transferable[]): void {
    this.#port.postMessage(reply, moved);
  }
}

/** Returns a URL of the page's own for a script. */
async function ownUrl(url: URL): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: status ${response.status}`);
  return URL.createObjectURL(new Blob([await response.text()], { type: "text/javascript" }));
}
