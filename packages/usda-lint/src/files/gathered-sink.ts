/** Gathers the text of a report, so that a run over many small files does not write for each of them. */
import type { Sink } from "./report-file.ts";

/** UTF-16 units that are written at a time. */
const CHUNK = 1 << 16;
/** Milliseconds that text waits at most while files are checked: who reads line by line sees results as they come. */
const PATIENCE = 100;

/** A sink that writes to another one from time to time. */
export class GatheredSink {
  readonly #sink: Sink;
  readonly #now: () => number;
  #text = "";
  #last: number;

  constructor(sink: Sink, now: () => number = () => performance.now()) {
    this.#sink = sink;
    this.#now = now;
    this.#last = now();
  }

  /** Returns a promise if the text was written: it resolves when there is room for more. */
  write(chunk: string): Promise<void> | undefined {
    this.#text += chunk;
    return this.#text.length >= CHUNK || this.#now() - this.#last >= PATIENCE ? this.flush() : undefined;
  }

  /** Writes what was gathered. */
  async flush(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    this.#last = this.#now();
    if (text !== "") await this.#sink.write(text);
  }

  async close(): Promise<void> {
    await this.flush();
    this.#sink.close();
  }

  /** Ends without a report; a stream has what was written before. */
  async discard(): Promise<void> {
    try {
      await this.flush();
    } finally {
      this.#sink.discard();
    }
  }
}
