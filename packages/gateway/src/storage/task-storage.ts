/** Tasks, their guards, leases and outcomes. */
import type { FileRecord, MeshRecord } from "./file-records.ts";

/** The kind of a task: `job` renders an image, `mesh` imports a 3D file; an engine runs the others. */
export type TaskKind =
  | "job"
  | "mesh"
  | "world-reconstruction"
  | "world-generation"
  | "image-to-3d"
  | "text-to-3d"
  | "material-transfer";

/** The workers of a task: `render` for jobs and meshes, `engine` for tasks that may take an hour. */
export type Lane = "render" | "engine";

export type TaskState = "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED";

/** A new task. */
export interface NewTask {
  readonly id: string;
  readonly kind: TaskKind;
  readonly lane: Lane;
  readonly user: string;
  readonly name: string;
  /** Plain data, stored as JSON. */
  readonly input: unknown;
  /** The scene of a job; deleted once the job is done. */
  readonly content?: Uint8Array | undefined;
  readonly time: number;
}

/** Rejects a second task of the same user with the same request id until a time. */
export interface Guard {
  readonly requestId: string;
  readonly until: number;
}

export interface TaskRecord {
  readonly id: string;
  readonly kind: TaskKind;
  readonly user: string;
  readonly name: string;
  readonly state: TaskState;
  /** From 0 to 1. */
  readonly progress: number;
  readonly input: unknown;
  readonly result: unknown;
  readonly error: unknown;
  readonly createTime: number;
  readonly updateTime: number;
}

/** A claimed task. Changes by its owner apply only while its fence is current. */
export interface ClaimedTask extends TaskRecord {
  /** Incremented by each claim: a former owner has an outdated fence. */
  readonly fence: number;
  /** Number of claims, including this one, without claims whose owner died. */
  readonly attempts: number;
  readonly content: Uint8Array | undefined;
}

/** Result of operations on a claim. */
export interface Held {
  readonly id: string;
  readonly fence: number;
}

/** The output of a task; stored atomically with its end. */
export interface TaskOutcome {
  readonly result: unknown;
  readonly files?: readonly FileRecord[];
  readonly meshes?: readonly MeshRecord[];
}

export interface TaskQuery {
  readonly user: string;
  readonly kinds: readonly TaskKind[];
  /** Empty for any. */
  readonly states: readonly TaskState[];
  readonly offset: number;
  readonly limit: number;
}

/** The number of tasks of one state in one lane. */
export interface TaskCount {
  readonly lane: Lane;
  readonly state: TaskState;
  readonly count: number;
}

export interface AddOptions {
  readonly guard?: Guard;
  /** Largest number of unfinished tasks of the user, including this one. */
  readonly unfinished?: number;
}

/** `duplicate` if a guard of the same user and request id still holds, `full` if the user has `unfinished` tasks. */
export type Added = "added" | "duplicate" | "full";

export interface TaskStorage {
  /** Stores a task and its guard in one transaction. */
  add(task: NewTask, options?: AddOptions): Promise<Added>;
  get(id: string): Promise<TaskRecord | undefined>;
  /** Sorted newest first. */
  list(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }>;
  /** Tasks of all kinds, newest first. */
  recent(user: string, limit: number): Promise<readonly TaskRecord[]>;
  count(): Promise<readonly TaskCount[]>;

  /** Claims the oldest queued tasks. */
  claim(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]>;
  /** Renews leases. Returns the ids that are still held. */
  renewLeases(held: readonly Held[], leaseUntil: number): Promise<readonly string[]>;
  setProgress(held: Held, progress: number, time: number): Promise<boolean>;
  /** Returns false, and stores nothing, if the fence is outdated. */
  complete(held: Held, outcome: TaskOutcome, time: number): Promise<boolean>;
  fail(held: Held, error: unknown, time: number): Promise<boolean>;
  /** Returns a task to the queue. @param counts Whether it counts as an attempt. */
  release(held: Held, counts: boolean): Promise<boolean>;
  /** Requeues tasks whose lease ended before `time`; Infinity for all. Returns their number. */
  sweepLeases(time: number): Promise<number>;
  /** Deletes guards that expired before `time`. */
  sweepGuards(time: number): Promise<void>;
}
