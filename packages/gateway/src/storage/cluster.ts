/** State shared by the processes of one service. */

/** A process that runs or ran within a day. */
export interface NodeRecord {
  /** The `nid` of its sessions. */
  readonly id: string;
  readonly role: "api" | "worker" | "all";
  /** The URL at which other processes reach it. */
  readonly url: string;
  /** The base URL of the files that it returns to callers. */
  readonly base: string;
  /** Number of its realtime sessions, including queued ones, and its maximum number of rendered sessions. */
  readonly sessions: number;
  readonly maxSessions: number;
}

/** Another process. */
export interface SeenNode extends NodeRecord {
  /** Whether it was seen within seconds. */
  readonly isAlive: boolean;
}

export interface Cluster {
  /** Secret with which the processes authenticate each other. */
  readonly secret: string;
  /** Records that a process is alive, and returns the others. Called every second. */
  beat(node: NodeRecord): Promise<readonly SeenNode[]>;
  /** Removes a process. */
  leave(id: string): Promise<void>;
  addSession(session: { readonly id: string; readonly user: string; readonly node: string }): Promise<void>;
  findSession(id: string): Promise<{ readonly user: string; readonly node: string } | undefined>;
  dropSession(id: string): Promise<void>;
  /** Deletes processes not seen for a day, and sessions of processes not seen for a minute. */
  sweep(): Promise<void>;
}
