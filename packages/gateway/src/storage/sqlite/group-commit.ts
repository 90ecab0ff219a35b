import type { DatabaseSync } from "node:sqlite";

interface Entry {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Most changes in one transaction, so that none waits long for the others. */
const MOST = 256;

/**
 * Makes one transaction of all changes that are asked for at about the same time: they share one write to the disk, and
 * each is answered only after that. A change that throws is undone alone.
 */
export class GroupCommit {
  private readonly database: DatabaseSync;
  private queue: Entry[] = [];
  private isScheduled = false;
  private isClosed = false;

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  /** Runs `change` in a transaction; fulfilled once it is on the disk. */
  write<Result>(change: () => Result): Promise<Result> {
    if (this.isClosed) return Promise.reject(new Error("the database is closed"));
    return new Promise<Result>((resolve, reject) => {
      this.queue.push({ run: change, resolve, reject });
      this.schedule();
    });
  }

  /** Writes what still waits, and takes nothing more. */
  close(): void {
    this.isClosed = true;
    while (this.queue.length > 0) this.commitSome();
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    // After what the sockets have brought meanwhile: the slower the disk, the larger the groups.
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
