import type { Cluster, NodeRecord, SeenNode } from "../cluster.ts";
import type { Database } from "./database.ts";
import { fromColumn, SCHEMA, toColumn } from "./tables.ts";

interface NodeRow extends Omit<SeenNode, "maxSessions" | "isAlive"> {
  readonly most_sessions: number;
  readonly alive: boolean;
}

/** Processes and sessions, timed by the server's clock, since clocks of machines may differ. */
export class PostgresCluster implements Cluster {
  readonly secret: string;
  private readonly database: Database;

  constructor(database: Database, secret: string) {
    this.database = database;
    this.secret = secret;
  }

  async beat({ id, role, url, base, sessions, maxSessions }: NodeRecord): Promise<readonly SeenNode[]> {
    const rows = await this.database.query<NodeRow>(texts.beat, [id, role, url, base, sessions, maxSessions]);
    return rows.map(({ most_sessions, alive, ...row }) => ({ ...row, maxSessions: most_sessions, isAlive: alive }));
  }

  async leave(id: string): Promise<void> {
    await this.database.query(texts.leave, [id]);
  }

  async addSession({ id, user, node }: { id: string; user: string; node: string }): Promise<void> {
    await this.database.query(texts.addSession, [id, toColumn(user), node]);
  }

  async findSession(id: string): Promise<{ readonly user: string; readonly node: string } | undefined> {
    const [row] = await this.database.query<{ owner: string; node: string }>(texts.findSession, [toColumn(id)]);
    return row === undefined ? undefined : { user: fromColumn(row.owner), node: row.node };
  }

  async dropSession(id: string): Promise<void> {
    await this.database.query(texts.dropSession, [toColumn(id)]);
  }

  async sweep(): Promise<void> {
    await this.database.query(texts.sweepSessions);
    await this.database.query(texts.sweepNodes);
  }
}

const texts = {
  beat: `WITH beat AS (
      INSERT INTO ${SCHEMA}.nodes VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET url = excluded.url, base = excluded.base, sessions = excluded.sessions,
        seen = excluded.seen
    ) SELECT id, role, url, base, sessions, most_sessions, seen > clock_timestamp() - interval '5 seconds' AS alive
      FROM ${SCHEMA}.nodes WHERE id <> $1`,
  // Callers keep file URLs that contain the process's base URL.
  leave: `UPDATE ${SCHEMA}.nodes SET seen = clock_timestamp() - interval '1 minute' WHERE id = $1`,
  addSession: `INSERT INTO ${SCHEMA}.sessions VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET node = excluded.node`,
  findSession: `SELECT owner, node FROM ${SCHEMA}.sessions WHERE id = $1`,
  dropSession: `DELETE FROM ${SCHEMA}.sessions WHERE id = $1`,
  sweepSessions: `DELETE FROM ${SCHEMA}.sessions WHERE node NOT IN (
      SELECT id FROM ${SCHEMA}.nodes WHERE seen > clock_timestamp() - interval '1 minute')`,
  sweepNodes: `DELETE FROM ${SCHEMA}.nodes WHERE seen < clock_timestamp() - interval '1 day'`,
} as const;
