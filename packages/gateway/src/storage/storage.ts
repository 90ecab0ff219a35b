/**
 * What the service remembers. One interface, whatever keeps it: a promise that is fulfilled means that it is on the disk.
 *
 * Times are Unix milliseconds. Those of leases are `leaseTime`'s, all others come from the service's clock.
 */

/** What a task does: `job` renders an image, `mesh` reads in a 3D file; the others are made by an engine. */
export type TaskKind =
  | "job"
  | "mesh"
  | "world-reconstruction"
  | "world-generation"
  | "image-to-3d"
  | "text-to-3d"
  | "material-transfer";

/** Who works on a task: `render` for jobs and meshes, `engine` for what may take an hour. */
export type Lane = "render" | "engine";

export type TaskState = "QUEUED" | "RUNNING" | "SUCCEEDED" | "FAILED";

/** A task that is to be kept. */
export interface NewTask {
  readonly id: string;
  readonly kind: TaskKind;
  readonly lane: Lane;
  readonly user: string;
  readonly name: string;
  /** Plain data, kept as JSON. */
  readonly input: unknown;
  /** The scene of a job; gone once the job is done. */
  readonly content?: Uint8Array | undefined;
  readonly time: number;
}

/** Rejects a second task of the same user with the same request id, until a time. */
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

/** A task in the hands of who claimed it. What it does to the task counts only while its fence is the task's. */
export interface ClaimedTask extends TaskRecord {
  /** Grows with each claim: a former owner who comes back has an old one. */
  readonly fence: number;
  /** How often it was claimed, this time included; a claim whose owner died does not count. */
  readonly attempts: number;
  readonly content: Uint8Array | undefined;
}

/** Of claims and what follows from them. */
export interface Held {
  readonly id: string;
  readonly fence: number;
}

/** A file that has an address. */
export interface FileRecord {
  /** Unguessable; the name in the folder too. */
  readonly id: string;
  readonly user: string;
  /** As its owner named it; never a path. */
  readonly name: string;
  readonly size: number;
  /** Lowercase hexadecimal. */
  readonly md5: string;
  readonly time: number;
}

/** What a scene may name in a payload. */
export interface MeshRecord {
  readonly meshId: string;
  readonly user: string;
  readonly fileId: string;
}

/** What a task has made; kept together with its end, or not at all. */
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
  /** The upload that was begun last under it. */
  readonly latestUpload: string | null;
}

export interface TaskQuery {
  readonly user: string;
  readonly kinds: readonly TaskKind[];
  /** Empty: any. */
  readonly states: readonly TaskState[];
  readonly offset: number;
  readonly limit: number;
}

/** Tasks of one state in one lane. */
export interface TaskCount {
  readonly lane: Lane;
  readonly state: TaskState;
  readonly count: number;
}

export interface Storage {
  /**
   * Keeps a task, and its guard with it, in one transaction: both are there or neither is.
   *
   * @returns `duplicate` where a guard of the same user and request id still holds, `full` where the user has `unfinished` tasks.
   */
  addTask(
    task: NewTask,
    options?: { readonly guard?: Guard; readonly unfinished?: number },
  ): Promise<"added" | "duplicate" | "full">;
  getTask(id: string): Promise<TaskRecord | undefined>;
  /** The newest first. */
  listTasks(query: TaskQuery): Promise<{ readonly rows: readonly TaskRecord[]; readonly total: number }>;
  /** Of all kinds, the newest first. */
  recentTasks(user: string, limit: number): Promise<readonly TaskRecord[]>;
  countTasks(): Promise<readonly TaskCount[]>;

  /** Takes the oldest tasks that wait. */
  claimTasks(lane: Lane, count: number, owner: string, leaseUntil: number): Promise<readonly ClaimedTask[]>;
  /** Gives the ids of those that are still held. */
  renewLeases(held: readonly Held[], leaseUntil: number): Promise<readonly string[]>;
  setProgress(held: Held, progress: number, time: number): Promise<boolean>;
  /** False, and nothing is kept, where the fence is no longer the task's. */
  completeTask(held: Held, outcome: TaskOutcome, time: number): Promise<boolean>;
  failTask(held: Held, error: unknown, time: number): Promise<boolean>;
  /** Back into the queue. @param counts Whether it was an attempt. */
  releaseTask(held: Held, counts: boolean): Promise<boolean>;
  /** Puts tasks whose lease ended before `time` back into the queue; Infinity for all of them. Gives their number. */
  sweepLeases(time: number): Promise<number>;
  /** Drops guards and tokens that ended before `time`. */
  sweepExpired(time: number): Promise<void>;

  addToken(hash: Uint8Array, token: { readonly user: string; readonly expires: number }): Promise<void>;
  getToken(hash: Uint8Array): Promise<UploadToken | undefined>;
  /** Keeps an upload and makes it the latest of the token. */
  beginUpload(hash: Uint8Array, upload: UploadRecord): Promise<void>;
  /** Makes an upload the latest of the token. */
  takeUpUpload(hash: Uint8Array, id: string): Promise<void>;
  getUpload(id: string): Promise<UploadRecord | undefined>;
  /** An upload in parts that goes on. */
  findUpload(
    user: string,
    file: { readonly md5: string; readonly size: number; readonly blocks: number },
  ): Promise<UploadRecord | undefined>;
  addPart(uploadId: string, part: number, size: number): Promise<void>;
  /** Part → bytes. */
  listParts(uploadId: string): Promise<ReadonlyMap<number, number>>;
  /** From one of `from` to `status`; false where it was another. */
  moveUpload(id: string, from: readonly number[], status: number): Promise<boolean>;
  finishUpload(id: string, file: FileRecord): Promise<void>;
  /** Its parts are forgotten: the next init starts again. */
  failUpload(id: string, message: string): Promise<void>;

  getFile(id: string): Promise<FileRecord | undefined>;
  findFile(user: string, file: { readonly md5: string; readonly size: number }): Promise<FileRecord | undefined>;
  addFile(file: FileRecord): Promise<void>;
  /** Ids of all files that are known: others in the folder are orphans. */
  fileIds(): Promise<ReadonlySet<string>>;
  /** Of the user's own meshes and worlds. */
  getMesh(user: string, meshId: string): Promise<MeshRecord | undefined>;

  /** Unix milliseconds of the clock that leases are measured by, whichever machine this is. */
  leaseTime(): number;
  /** Calls `listener` when tasks may wait that another process has added. */
  onTasks(listener: (lane: Lane) => void): void;
  /** Does `work` unless work of that name is being done elsewhere. Returns whether it was done. */
  exclusively(name: string, work: () => Promise<void>): Promise<boolean>;

  close(): Promise<void>;
}

/** How a task ended, as it is stored. */
export interface TaskEnd {
  readonly state: "SUCCEEDED" | "FAILED";
  /** JSON text. */
  readonly result: string | null;
  /** JSON text. */
  readonly error: string | null;
  /** Unix milliseconds. */
  readonly time: number;
}
