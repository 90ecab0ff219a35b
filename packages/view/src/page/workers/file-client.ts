/** Requests files of a page that come over a port. */
import type { FileReply, FileRequest } from "./preview-file-messages.ts";

/** A request that names a file, without its number. */
type Wanted = FileRequest extends infer Each ? (Each extends FileRequest ? Omit<Each, "id"> : never) : never;

type FoundFile = Exclude<FileReply, { readonly problem: string }>;

/** Requests files over a port. */
export class FileClient {
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
