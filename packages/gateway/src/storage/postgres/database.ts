/** Connections to PostgreSQL that survive a temporarily unavailable server. */
import {
  Client,
  Pool,
  types as builtIn,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolClient,
  type QueryResult,
} from "pg";
import { StorageError } from "../storage-error.ts";
import { isLost, isRefusedForNow, redactUrl, redactError } from "./connection-problems.ts";

/** Runs statements: a transaction or the pool. */
export interface Runs {
  /** Returns the rows. */
  query<Row = unknown>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
}

/** Maximum number of connections of this process: a server allows about a hundred in total. */
const CONNECTIONS = 6;
/** Maximum wait for an unavailable server, and the delay between retries, in milliseconds. */
const PATIENCE = 20_000;
const PAUSE = 100;
const CONNECT_TIMEOUT = 5000;
const KEEP_ALIVE = 10_000;
const SILENCE = 30_000;
/** Statements that are prepared once per connection; the queue's statements are few, too. */
const MAX_PREPARED = 200;

/** Counts and times are safe integers. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === builtIn.builtins.INT8 ? Number : (builtIn.getTypeParser(oid, format) as unknown),
};

export class Database implements Runs {
  private readonly settings: ClientConfig;
  private readonly pool: Pool;
  private readonly names = new Map<string, string>();
  private readonly patience: number;
  private listener: Client | undefined;
  private isClosed = false;

  private constructor(url: string, patience: number) {
    this.patience = patience;
    this.settings = {
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE,
      application_name: "spatial-gateway",
      types,
    };
    // An unresponsive server counts as lost, except on a connection that listens or waits for a lock.
    this.pool = new Pool({ ...this.settings, max: CONNECTIONS, query_timeout: SILENCE });
    // A lost connection: its statement fails, and the next one gets a new connection.
    this.pool.on("error", () => undefined);
    this.pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /**
   * Connects once, so that a wrong URL is reported at startup. Waits for a server that is starting.
   *
   * @param patience Maximum wait in milliseconds for a server that becomes unavailable later.
   * @throws {StorageError} with the reason, without the password.
   */
  static async open(url: string, patience: number = PATIENCE): Promise<Database> {
    let database: Database | undefined;
    try {
      const opened = new Database(url, patience);
      database = opened;
      await again(() => opened.pool.query("SELECT 1"), isRefusedForNow, patience);
      return opened;
    } catch (error) {
      await database?.pool.end();
      throw unusable(url, error);
    }
  }

  async query<Row = unknown>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return again(async () => rowsOf<Row>(await this.pool.query(this.prepared(text, values))), isLost, this.patience);
  }

  /**
   * Runs `work` in a transaction, and again where the connection was lost or the database chose this one to end a
   * deadlock. `isAgain` is true if an earlier run may have been committed: the connection was lost before the answer.
   */
  async transaction<Result>(work: (runs: Runs, isAgain: boolean) => Promise<Result>): Promise<Result> {
    let isAgain = false;
    return again(
      async () => {
        const client = await this.pool.connect();
        let problem: unknown;
        let isEnding = false;
        try {
          await client.query("BEGIN");
          const result = await work(this.runsOn(client), isAgain);
          isEnding = true;
          await client.query("COMMIT");
          return result;
        } catch (error) {
          problem = error;
          if (isLost(error)) isAgain ||= isEnding;
          else await client.query("ROLLBACK").catch(() => undefined);
          throw error;
        } finally {
          client.release(problem !== undefined && isLost(problem));
        }
      },
      (error) => isLost(error) || isDeadlock(error),
      this.patience,
    );
  }

  /** A connection outside of the pool; the caller ends it. */
  async connectAlone(): Promise<Client> {
    return again(
      async () => {
        const client = new Client({ ...this.settings });
        // Its statement fails as well.
        client.on("error", () => undefined);
        await client.connect();
        return client;
      },
      isLost,
      this.patience,
    );
  }

  /** Subscribes to notifications. `heard` is also called after each reconnection, which may have missed some. */
  listen(channel: string, heard: (message: string | undefined) => void): void {
    const connect = async (): Promise<void> => {
      while (!this.isClosed) {
        const client = new Client({ ...this.settings });
        try {
          const ended = new Promise<void>((resolve) => client.on("error", () => resolve()).on("end", () => resolve()));
          await client.connect();
          client.on("notification", ({ payload }) => heard(payload ?? ""));
          await client.query(`LISTEN ${channel}`);
          this.listener = client;
          heard(undefined);
          if (!this.isClosed) await ended;
        } catch {
          // Retried below.
        }
        await client.end().catch(() => undefined);
        if (!this.isClosed) await pause(PAUSE * 5);
      }
    };
    void connect();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.listener?.end().catch(() => undefined);
    await this.pool.end();
  }

  private runsOn(client: PoolClient): Runs {
    return {
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        rowsOf<Row>(await client.query(this.prepared(text, values))),
    };
  }

  /** Prepares a statement under a name of its own, unless the text may contain several statements, which take no values. */
  private prepared(text: string, values: readonly unknown[]): { text: string; values: unknown[]; name?: string } {
    if (values.length === 0) return { text, values: [] };
    let name = this.names.get(text);
    if (name === undefined && this.names.size < MAX_PREPARED) {
      name = `s${this.names.size}`;
      this.names.set(text, name);
    }
    return { text, values: [...values], ...(name !== undefined && { name }) };
  }
}

/** Describes why a database cannot be used, without its password. */
export function unusable(url: string, error: unknown): StorageError {
  return new StorageError(`the database ${redactUrl(url)} cannot be used: ${redactError(error, url)}`);
}

/** Returns the rows of all statements. */
function rowsOf<Row>(result: QueryResult | readonly QueryResult[]): readonly Row[] {
  const results = Array.isArray(result) ? (result as readonly QueryResult[]) : [result as QueryResult];
  return results.flatMap(({ rows }) => rows as Row[]);
}

/** Retries until it succeeds, fails for another reason, or the wait is over. */
async function again<Result>(
  attempt: () => Promise<Result>,
  isWorthIt: (error: unknown) => boolean,
  patience: number,
): Promise<Result> {
  const deadline = Date.now() + patience;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isWorthIt(error) || Date.now() > deadline) throw error;
    }
    await pause(PAUSE * (0.5 + Math.random()));
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "40P01" || error.code === "40001");
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
