// The reference implementation in separate processes: some inputs make it crash.

import { fileURLToPath } from "node:url";
import { LineWorker } from "./line-worker.ts";

const SCRIPT = fileURLToPath(new URL("reference-worker.py", import.meta.url));

/** What the reference makes of a text. */
export type ReferenceVerdict =
  | { readonly kind: "accepted"; readonly dump: string }
  | { readonly kind: "refused"; readonly error: string }
  /** It crashed, took too long, or its result could not be read from Python: nothing to compare with. */
  | { readonly kind: "none"; readonly reason: string };

type Request = { readonly text: string } | { readonly seed: number };

interface Answer {
  readonly accept?: boolean;
  readonly dump?: string;
  readonly error?: string;
  readonly failed?: string;
  readonly text?: string;
}

interface Job {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
}

/** A few worker processes that share one queue. Close it, or the program does not end. */
export class Reference {
  private readonly queue: Job[] = [];
  private readonly idle: LineWorker<Answer>[] = [];
  private readonly workers: LineWorker<Answer>[] = [];

  constructor(python: string, count: number) {
    for (let i = 0; i < count; i++) {
      const worker = new LineWorker<Answer>({ python, script: SCRIPT });
      this.workers.push(worker);
      this.idle.push(worker);
    }
  }

  async read(bytes: Uint8Array): Promise<ReferenceVerdict> {
    const answer = await this.ask({ text: Buffer.from(bytes).toString("base64") });
    if (answer.failed !== undefined) return { kind: "none", reason: answer.failed };
    if (answer.accept === true) return { kind: "accepted", dump: answer.dump ?? "" };
    return { kind: "refused", error: answer.error ?? "" };
  }

  /** A random layer as the reference writes it; undefined when making it failed. */
  async makeLayer(seed: number): Promise<Uint8Array | undefined> {
    const answer = await this.ask({ seed });
    return answer.text === undefined ? undefined : Buffer.from(answer.text, "base64");
  }

  close(): void {
    for (const worker of this.workers) worker.close();
  }

  private async ask(request: Request): Promise<Answer> {
    return new Promise((resolve) => {
      this.queue.push({ request, resolve });
      this.next();
    });
  }

  private next(): void {
    const worker = this.queue.length > 0 ? this.idle.pop() : undefined;
    const job = worker === undefined ? undefined : this.queue.shift();
    if (worker === undefined || job === undefined) return;
    void worker.ask(job.request).then((answer) => {
      this.idle.push(worker);
      job.resolve(answer);
      this.next();
    });
  }
}
