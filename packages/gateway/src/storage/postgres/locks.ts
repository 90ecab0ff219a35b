import type { Client } from "pg";
import type { Database } from "./database.ts";

/**
 * Named locks between processes. They belong to one connection of this process, so that they are released when it ends, and
 * not to connections of the pool, which work under a lock needs itself.
 */
export class Locks {
  private readonly database: Database;
  private readonly held = new Set<string>();
  private client: Promise<Client> | undefined;

  constructor(database: Database) {
    this.database = database;
  }

  /** Runs `work` unless another process is running work of that name. Returns whether it ran. */
  async tryWith(name: string, work: () => Promise<void>): Promise<boolean> {
    // For the server, this process is a single holder.
    if (this.held.has(name)) return false;
    this.held.add(name);
    try {
      const client = await this.connection();
      const { rows } = await client.query<{ locked: boolean }>(texts.try, [name]);
      if (rows[0]?.locked !== true) return false;
      try {
        await work();
      } finally {
        // If it fails, the connection is lost, and the lock with it.
        await client.query(texts.unlock, [name]).catch(() => undefined);
      }
      return true;
    } finally {
      this.held.delete(name);
    }
  }

  /** Runs `work` after all others of that name. */
  async inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const client = await this.database.connectAlone();
    try {
      await client.query(texts.lock, [name]);
      return await work();
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    const client = await this.client?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  private async connection(): Promise<Client> {
    this.client ??= this.connect();
    try {
      return await this.client;
    } catch (error) {
      this.client = undefined;
      throw error;
    }
  }

  private async connect(): Promise<Client> {
    const client = await this.database.connectAlone();
    client.on("end", () => (this.client = undefined));
    return client;
  }
}

const texts = {
  try: "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked",
  unlock: "SELECT pg_advisory_unlock(hashtextextended($1, 0))",
  lock: "SELECT pg_advisory_lock(hashtextextended($1, 0))",
} as const;
