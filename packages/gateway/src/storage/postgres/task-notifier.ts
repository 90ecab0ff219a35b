import type { Lane } from "../task-storage.ts";
import type { Database } from "./database.ts";

const CHANNEL = "spatial_gateway_tasks";
/** Minimum interval between notifications of the same lane, in milliseconds. */
const PAUSE = 20;

/**
 * Notifies the processes of queued tasks, after the commit: within it, all commits would wait for each other. So a
 * notification may be lost; it only causes an immediate check.
 */
export class TaskNotifier {
  private readonly database: Database;
  private readonly timers = new Map<Lane, NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();

  constructor(database: Database) {
    this.database = database;
  }

  notify(lane: Lane): void {
    if (this.timers.has(lane)) return;
    const timer = setTimeout(() => {
      this.timers.delete(lane);
      // Lost with the connection, like a missed notification.
      const rung = this.database
        .query("SELECT pg_notify($1, $2)", [CHANNEL, lane])
        .catch(() => undefined)
        .finally(() => this.running.delete(rung));
      this.running.add(rung);
    }, PAUSE);
    this.timers.set(lane, timer);
  }

  listen(listener: (lane: Lane) => void): void {
    this.database.listen(CHANNEL, (message) => {
      for (const lane of ["render", "engine"] as const) if (message === undefined || message === lane) listener(lane);
    });
  }

  async close(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.running);
  }
}
