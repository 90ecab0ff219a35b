import type { DatabaseSync } from "node:sqlite";

interface Entry {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of changes per transaction, to bound the wait. */
const MOST = 256;

/**
 * Groups changes that are requested at about the same time into one transaction: they share one write to the disk, and
 * each resolves after it. A change that throws is rolled back alone.
 */
export class GroupCommit {
  private readonly database: DatabaseSync;
  private queue: Entry[] = [];
  private isScheduled = false;
  private isClosed = false;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Runs `change` in a transaction; resolves once it is durable. */
  write<Result>(change: () => Result): Promise<Result> {
    if (this.isClosed) return Promise.reject(new Error("the database is closed"));
    return new Promise<Result>((resolve, reject) => {
      this.queue.push({ run: change, resolve, reject });
      this.schedule();
    });
  }

  /** Writes pending changes and accepts no more. */
  close(): void {
    this.isClosed = true;
    while (this.queue.length > 0) this.commitSome();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Runs after pending socket reads: the slower the disk, the larger the groups.
    setImmediate(() => {
      this.isScheduled = false;
      this.commitSome();
      if (this.queue.length > 0) this.schedule();
    });
  }

  private commitSome(): void {
    const entries = this.queue.slice(0, MOST);
    this.queue = this.queue.slice(MOST);
    if (entries.length === 0) return;
    let replies: (() => void)[] = [];
    try {
      this.database.exec("BEGIN IMMEDIATE");
      replies = entries.map((entry) => this.runOne(entry));
      this.database.exec("COMMIT");
    } catch (error) {
      if (this.database.isTransaction) this.database.exec("ROLLBACK");
      replies = entries.map((entry) => () => entry.reject(error));
    }
    for (const reply of replies) reply();
  }

  private runOne(entry: Entry): () => void {
    this.database.exec("SAVEPOINT one");
    try {
      const result = entry.run();
      this.database.exec("RELEASE one");
      return () => entry.resolve(result as never);
    } catch (error) {
      this.database.exec("ROLLBACK TO one");
      this.database.exec("RELEASE one");
      return () => entry.reject(error);
    }
  }
}
