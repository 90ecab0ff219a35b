/** What the processes of one service know of each other, where there may be several. */

/** A process that runs, or has run within a day. */
export interface NodeRecord {
  /** The `nid` of its sessions. */
  readonly id: string;
  readonly role: "api" | "worker" | "all";
  /** Where the other processes reach it. */
  readonly url: string;
  /** What URLs of files begin with that it gives to callers. */
  readonly base: string;
  /** Realtime sessions that it has, those that wait included, and how many it draws at the same time. */
  readonly sessions: number;
  readonly maxSessions: number;
}

/** Another process. */
export interface SeenNode extends NodeRecord {
  /** Whether it was heard of within seconds. */
  readonly isAlive: boolean;
}

export interface Cluster {
  /** Known to the processes only, which authenticate each other with it. */
  readonly secret: string;
  /** Records that a process is alive, and returns the others. Called each second. */
  beat(node: NodeRecord): Promise<readonly SeenNode[]>;
  /** A process ends. */
  leave(id: string): Promise<void>;
  addSession(session: { readonly id: string; readonly user: string; readonly node: string }): Promise<void>;
  findSession(id: string): Promise<{ readonly user: string; readonly node: string } | undefined>;
  dropSession(id: string): Promise<void>;
  /** Forgets processes that were not heard of for a day, and sessions of those that were not for a minute. */
  sweep(): Promise<void>;
}
