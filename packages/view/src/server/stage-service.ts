/** The server's side of the thread that composes stages. */
import { Worker } from "node:worker_threads";
import type { LocatedReply, LocatedRequest } from "../stage/stage-sessions.ts";
import type { ThreadAnswer, ThreadQuestion } from "./stage-thread.ts";

/** Milliseconds after which the thread is stopped. */
const MAX_TIME = 60_000;
/** Maximum number of questions that wait for an answer. */
const MAX_WAITING = 64;

interface Waiting {
  readonly resolve: (reply: LocatedReply) => void;
  readonly reject: (error: Error) => void;
}

/** Answers questions about stages in a thread, which starts with the first one. */
export class StageService {
  #starting: Promise<Worker> | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;

  /**
   * Returns the reply to a request.
   *
   * @throws {Error} whose message is for the user, if the thread fails or takes too long
   */
  async ask(request: LocatedRequest): Promise<LocatedReply> {
    if (this.#waiting.size >= MAX_WAITING) throw new Error("Too many questions about stages: try again");
    const id = ++this.#last;
    const replied = new Promise<LocatedReply>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const timer = setTimeout(() => {
      void this.close(`The stage was not composed in ${MAX_TIME / 1000} s`);
    }, MAX_TIME);
    try {
      const thread = await (this.#starting ??= this.#start());
      thread.postMessage({ id, request } satisfies ThreadQuestion, []);
      return await replied;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** Stops the thread; questions that wait are rejected. */
  async close(reason = "The server was stopped"): Promise<void> {
    const starting = this.#starting;
    this.#end(new Error(reason));
    await (await starting)?.terminate();
  }

  async #start(): Promise<Worker> {
    const { STAGE_THREAD, stageThreadFile } = await import("./stage-thread.ts");
    const thread = new Worker(stageThreadFile, { workerData: STAGE_THREAD });
    thread.unref();
    thread.on("message", (answer: ThreadAnswer) => {
      const waiting = this.#waiting.get(answer.id);
      if ("reply" in answer) waiting?.resolve(answer.reply);
      else waiting?.reject(new Error(answer.fault));
    });
    thread.on("error", (error: Error) => this.#end(error));
    thread.on("exit", () => this.#end(new Error("The thread that composes stages ended")));
    return thread;
  }

  #end(error: Error): void {
    this.#starting = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
