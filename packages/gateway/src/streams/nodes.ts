import type { Cluster, NodeRecord, SeenNode } from "../storage/cluster.ts";

/** Milliseconds. */
const BEAT = 1000;
const SWEEP_EVERY = 60;

/** The other processes of the service, as known to this one. */
export class Nodes {
  private readonly cluster: Cluster;
  private readonly self: () => NodeRecord;
  private readonly onProblem: (error: unknown) => void;
  private readonly timer: NodeJS.Timeout;
  private seen: readonly SeenNode[] = [];
  private beats = 0;
  private running: Promise<void> | undefined;

  /** @param self Returns the current record of this process. */
  constructor(cluster: Cluster, self: () => NodeRecord, onProblem: (error: unknown) => void) {
    this.cluster = cluster;
    this.self = self;
    this.onProblem = onProblem;
    this.timer = setInterval(() => void this.beat(), BEAT);
  }

  get others(): readonly SeenNode[] {
    return this.seen;
  }

  /** Returns the processes that render streams, including this one. */
  get drawing(): readonly NodeRecord[] {
    return [this.self(), ...this.seen.filter(({ isAlive }) => isAlive)].filter(({ role }) => role !== "api");
  }

  /** Returns another running process; refreshes the list if it is unknown. */
  async find(id: string): Promise<SeenNode | undefined> {
    const known = this.seen.find((node) => node.id === id && node.isAlive);
    if (known !== undefined) return known;
    await this.refresh();
    return this.seen.find((node) => node.id === id && node.isAlive);
  }

  /** Announces this process and reads the others. */
  beat(): Promise<void> {
    // Waits for an unavailable database.
    this.running ??= this.beatOnce().finally(() => (this.running = undefined));
    return this.running;
  }

  /** Refreshes the list; a pending refresh may be older. */
  async refresh(): Promise<void> {
    await this.running;
    await this.beat();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
    await this.cluster.leave(this.self().id).catch(this.onProblem);
  }

  private async beatOnce(): Promise<void> {
    try {
      this.seen = await this.cluster.beat(this.self());
      if (this.beats++ % SWEEP_EVERY === 0) await this.cluster.sweep();
    } catch (error) {
      this.onProblem(error);
    }
  }
}
