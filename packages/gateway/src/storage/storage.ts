/**
 * The service's persistent state: one interface for all databases. A resolved promise means that the change is durable.
 *
 * Times are Unix milliseconds. Lease times are `leaseTime`'s, all others are from the service's clock.
 */

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

/** A file with a URL. */
export interface FileRecord {
  /** Unguessable; also the file's name in the store. */
  readonly id: string;
  readonly user: string;
  /** The owner's name for the file; never used as a path. */
  readonly name: string;
  readonly size: number;
  /** Lowercase hexadecimal. */
  readonly md5: string;
  readonly time: number;
}

/** An asset that a scene can refer to in a payload. */
export interface MeshRecord {
  readonly meshId: string;
  readonly user: string;
  readonly fileId: string;
}

/** The output of a task; stored atomically with its end. */
export interface TaskOutcome {
  readonly result: unknown;
  readonly files?: readonly FileRecord[];
  readonly meshes?: readonly MeshRecord[];
}

export interface UploadRecord {
  readonly id: string;
  readonly user: string;
  readonly parts: boolean;
  readonly md5: string;
  readonly size: number;
  readonly blocks: number;
  readonly name: string;
  /** One of the contract's `uploadStatuses`. */
  readonly status: number;
  readonly message: string | null;
  readonly fileId: string | null;
  readonly time: number;
}

export interface UploadToken {
  readonly user: string;
  readonly expires: number;
  /** The latest upload with this token. */
  readonly latestUpload: string | null;
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

export interface Storage {
  /**
   * Stores a task and its guard in one transaction.
   *
   * @returns `duplicate` if a guard of the same user and request id still holds, `full` if the user has `unfinished` tasks.
   */
  addTask(
    task: NewTask,
    options?: { readonly guard?: Guard; readonly unfinished?: number },
  ): Promise<"added" | "duplicate" | "full">;
  getTask(id: string): Promise<TaskRecord | undefined>;
  /** Sorted newest first. */
  listTasks(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }>;
  /** Tasks of all kinds, newest first. */
  recentTasks(user: string, limit: number): Promise<readonly TaskRecord[]>;
  countTasks(): Promise<readonly TaskCount[]>;

  /** Claims the oldest queued tasks. */
  claimTasks(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]>;
  /** Renews leases. Returns the ids that are still held. */
  renewLeases(held: readonly Held[], leaseUntil: number): Promise<readonly string[]>;
  setProgress(held: Held, progress: number, time: number): Promise<boolean>;
  /** Returns false, and stores nothing, if the fence is outdated. */
  completeTask(held: Held, outcome: TaskOutcome, time: number): Promise<boolean>;
  failTask(held: Held, error: unknown, time: number): Promise<boolean>;
  /** Returns a task to the queue. @param counts Whether it counts as an attempt. */
  releaseTask(held: Held, counts: boolean): Promise<boolean>;
  /** Requeues tasks whose lease ended before `time`; Infinity for all. Returns their number. */
  sweepLeases(time: number): Promise<number>;
  /** Deletes guards and tokens that expired before `time`. */
  sweepExpired(time: number): Promise<void>;

  addToken(hash: Uint8Array, token: { readonly user: string; readonly expires: number }): Promise<void>;
  getToken(hash: Uint8Array): Promise<UploadToken | undefined>;
  /** Stores an upload as the latest of its token. */
  beginUpload(hash: Uint8Array, upload: UploadRecord): Promise<void>;
  /** Makes an upload the latest of the token. */
  takeUpUpload(hash: Uint8Array, id: string): Promise<void>;
  getUpload(id: string): Promise<UploadRecord | undefined>;
  /** An unfinished multipart upload. */
  findUpload(
    user: string,
    file: { readonly md5: string; readonly size: number; readonly blocks: number },
  ): Promise<UploadRecord | undefined>;
  addPart(uploadId: string, part: number, size: number): Promise<void>;
  /** Part number → bytes. */
  listParts(uploadId: string): Promise<ReadonlyMap<number, number>>;
  /** Changes the status from one of `from` to `status`; returns false if it was another. */
  moveUpload(id: string, from: readonly number[], status: number): Promise<boolean>;
  finishUpload(id: string, file: FileRecord): Promise<void>;
  /** Deletes its parts: the next init restarts it. */
  failUpload(id: string, message: string): Promise<void>;

  getFile(id: string): Promise<FileRecord | undefined>;
  findFile(user: string, file: { readonly md5: string; readonly size: number }): Promise<FileRecord | undefined>;
  addFile(file: FileRecord): Promise<void>;
  /** Ids of all known files: others in the store are orphans. */
  fileIds(): Promise<ReadonlySet<string>>;
  /** Returns one of the user's own meshes or worlds. */
  getMesh(user: string, meshId: string): Promise<MeshRecord | undefined>;

  /** Unix milliseconds of the clock that leases are measured by, the same for all machines. */
  leaseTime(): number;
  /** Calls `listener` when another process may have added tasks. */
  onTasks(listener: (lane: Lane) => void): void;
  /** Runs `work` unless work of that name is running elsewhere. Returns whether it ran. */
  exclusively(name: string, work: () => Promise<void>): Promise<boolean>;

  close(): Promise<void>;
}

/** The stored end of a task. */
export interface TaskEnd {
  readonly state: "SUCCEEDED" | "FAILED";
  /** JSON text. */
  readonly result: string | null;
  /** JSON text. */
  readonly error: string | null;
  /** Unix milliseconds. */
  readonly time: number;
}
