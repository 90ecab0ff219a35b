/** Draws scenes of a page whose files come over a port. */
import type { DrawReply, DrawRequest } from "../../protocol/draw-messages.ts";
import { DrawServer } from "./draw-server.ts";
import type { FileReply, FileRequest, StartPreviewDrawing } from "./preview-file-messages.ts";
import { workerScope } from "./worker-scope.ts";

/** A request that names a file, without its number. */
type Wanted = FileRequest extends infer Each ? (Each extends FileRequest ? Omit<Each, "id"> : never) : never;

type FoundFile = Exclude<FileReply, { readonly problem: string }>;

/** Requests files over a port. */
class FileClient {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, (reply: FileReply) => void>();
  #id = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    port.addEventListener("message", ({ data }: MessageEvent<FileReply>) => {
      this.#waiting.get(data.id)?.(data);
      this.#waiting.delete(data.id);
    });
    port.start();
  }

  /** @throws {Error} whose message is for the user; the reason of `signal` when it is aborted. */
  async read(wanted: Wanted, signal?: AbortSignal): Promise<FoundFile> {
    const id = ++this.#id;
    const reply = await new Promise<FileReply>((resolve, reject) => {
      this.#waiting.set(id, resolve);
      signal?.addEventListener("abort", () => {
        this.#waiting.delete(id);
        reject(signal.reason as Error);
      });
      this.#port.postMessage({ ...wanted, id }, []);
    });
    if ("problem" in reply) throw new Error(reply.problem);
    return reply;
  }
}

const scope = workerScope<DrawRequest | StartPreviewDrawing, DrawReply>();
let server: DrawServer | undefined;

scope.addEventListener("message", ({ data }) => {
  if (data.kind === "start") server = start(data);
  else server?.handle(data);
});

function start({ files: port, thread }: StartPreviewDrawing): DrawServer {
  const files = new FileClient(port);
  return new DrawServer(
    {
      fetchAsset: async (meshId, signal) => (await files.read({ meshId }, signal)).bytes ?? new Uint8Array(),
      async fetchLayer(layer, version) {
        const { bytes, version: found = "" } = await files.read({ layer, version });
        if (bytes === null) return found === "" ? "none" : "same";
        return { bytes, version: found };
      },
      wasmUrl: async (wasm) => {
        const { bytes } = await files.read({ wasm });
        return URL.createObjectURL(new Blob([bytes ?? ""], { type: "application/wasm" }));
      },
      startThread: () => new Worker(thread, { type: "module", name: "@usdkit/raster worker" }),
    },
    (reply, moved) => scope.postMessage(reply, moved),
  );
}
