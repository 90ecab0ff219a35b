/** Keeps the record of a service on a disk while it changes. */
import { formatRecord, parseRecord, type MeshState, type PublishRecord } from "./publish-record.ts";

/** Where a record is kept. */
export interface RecordStore {
  /** Of the file, for messages. Default: `The record of earlier runs`. */
  readonly name?: string | undefined;
  /** Returns the text of the record; undefined without one. */
  readonly load: () => Promise<string | undefined>;
  /** Replaces the record as a whole. */
  readonly save: (text: string) => Promise<void>;
}

/** Milliseconds in which changes are collected: a record of thousands of files is not written for each of them. */
const PAUSE = 50;

/** The states of the files of one service. */
export class RecordKeeper {
  readonly #store: RecordStore;
  readonly #service: string;
  readonly #others: PublishRecord;
  readonly #states: Map<string, MeshState>;
  /** The write that has begun, and the one that waits for its end. */
  #writing: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  private constructor(store: RecordStore, service: string, record: PublishRecord) {
    this.#store = store;
    this.#service = service;
    this.#others = record;
    this.#states = new Map(Object.entries(record[service] ?? {}));
  }

  /**
   * Loads the states of a service.
   *
   * @throws PublishError if the record cannot be read
   */
  static async load(store: RecordStore, service: string): Promise<RecordKeeper> {
    const text = await store.load();
    return new RecordKeeper(
      store,
      service,
      text === undefined ? {} : parseRecord(text, store.name ?? "The record of earlier runs"),
    );
  }

  /** Returns the state of a file; undefined if it is not known. */
  get(file: string): MeshState | undefined {
    return this.#states.get(file);
  }

  /** Changes the state of a file; resolves when the record with it is written. Changes during a write are written together. */
  async set(file: string, state: MeshState | undefined): Promise<void> {
    if (state === undefined) this.#states.delete(file);
    else this.#states.set(file, state);
    this.#waiting ??= this.#writeNext();
    await this.#waiting;
  }

  async #writeNext(): Promise<void> {
    // The error of a write is that of those who wait for it.
    await this.#writing?.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    this.#waiting = undefined;
    this.#writing = this.#store.save(
      formatRecord({ ...this.#others, [this.#service]: Object.fromEntries(this.#states) }),
    );
    await this.#writing;
  }
}
