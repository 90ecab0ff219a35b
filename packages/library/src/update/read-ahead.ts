/** Gives files to threads in batches, and takes what comes of them in the order in which they were given. */
import type { FileToRead, ReadOutcome } from "../facts/file-facts.ts";
import { MAX_SMALL, type LibraryWork } from "./library-work.ts";

/** Files and bytes of a batch: enough that messages cost little, and few enough that threads end at the same time. */
const MAX_FILES = 32;
const MAX_BYTES = 1 << 20;

export class ReadAhead<Item> {
  readonly #work: LibraryWork;
  readonly #fileOf: (item: Item) => FileToRead;
  readonly #take: (item: Item, outcome: ReadOutcome) => void;
  readonly #started: { readonly items: readonly Item[]; readonly outcomes: Promise<readonly ReadOutcome[]> }[] = [];
  #batch: Item[] = [];
  #bytes = 0;
  #hasStarted = false;

  constructor(work: LibraryWork, fileOf: (item: Item) => FileToRead, take: (item: Item, outcome: ReadOutcome) => void) {
    this.#work = work;
    this.#fileOf = fileOf;
    this.#take = take;
  }

  /** Resolves when there is room for more. */
  async add(item: Item, bytes: number): Promise<void> {
    this.#batch.push(item);
    this.#bytes += bytes;
    if (this.#batch.length < MAX_FILES && this.#bytes < MAX_BYTES) return;
    this.#start();
    while (this.#started.length > this.#work.ahead) await this.#takeFirst();
  }

  /** Resolves when all is done. */
  async end(): Promise<void> {
    if (this.#batch.length > 0) this.#start(!this.#hasStarted && this.#bytes <= MAX_SMALL);
    while (this.#started.length > 0) await this.#takeFirst();
  }

  #start(isSmall = false): void {
    this.#hasStarted = true;
    const items = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    const outcomes = this.#work.read(items.map(this.#fileOf), isSmall);
    // Reported when it is awaited.
    outcomes.catch(() => undefined);
    this.#started.push({ items, outcomes });
  }

  async #takeFirst(): Promise<void> {
    const first = this.#started.shift();
    if (first === undefined) return;
    const outcomes = await first.outcomes;
    for (const [i, item] of first.items.entries()) {
      this.#take(item, outcomes[i] ?? { problem: "no thread has read it" });
    }
  }
}
