/** Queued tasks, in pg-boss: a job per task with the same id, written in the transaction that writes the task. */
import { PgBoss } from "pg-boss";
import type { Lane } from "../task-storage.ts";
import type { Database, Runs } from "./database.ts";
import { QUEUE_SCHEMA } from "./tables.ts";

const lanes: readonly Lane[] = ["render", "engine"];

export class Queue {
  private readonly boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.boss = boss;
  }

  static async open(database: Database, onProblem: (error: unknown) => void): Promise<Queue> {
    const boss = new PgBoss({
      db: bossDatabase(database),
      schema: QUEUE_SCHEMA,
      // A task's lease defines who holds it, and a job ends with its task: there is nothing to supervise or clean up.
      supervise: false,
      schedule: false,
    });
    boss.on("error", onProblem);
    await boss.start();
    for (const lane of lanes) await boss.createQueue(lane);
    return new Queue(boss);
  }

  /** @param isFirst Whether they precede the queued ones. @throws {Error} unless all were queued. */
  async add(runs: Runs, lane: Lane, ids: readonly string[], isFirst = false): Promise<void> {
    if (ids.length === 0) return;
    const jobs = ids.map((id) => ({ id, priority: isFirst ? 1 : 0 }));
    const added = await this.boss.insert(lane, jobs, { db: bossDatabase(runs), returnId: true });
    if (added?.length !== ids.length) throw new Error(`the queue ${lane} took ${added?.length ?? 0} of ${ids.length}`);
  }

  /** Returns the oldest queued tasks; if the transaction commits, no other process gets them. */
  async take(runs: Runs, lane: Lane, count: number): Promise<readonly string[]> {
    const jobs = await this.boss.fetch(lane, { batchSize: count, db: bossDatabase(runs) });
    return jobs.map(({ id }) => id);
  }

  async remove(runs: Runs, lane: Lane, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.boss.deleteJob(lane, [...ids], { db: bossDatabase(runs) });
  }

  /** Returns tasks to the front of the queue. */
  async putBack(runs: Runs, lane: Lane, ids: readonly string[]): Promise<void> {
    await this.remove(runs, lane, ids);
    await this.add(runs, lane, ids, true);
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

function bossDatabase(runs: Runs): { executeSql(text: string, values?: unknown[]): Promise<{ rows: never[] }> } {
  return { executeSql: async (text, values) => ({ rows: [...(await runs.query<never>(text, values))] }) };
}
