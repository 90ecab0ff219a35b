import type { BusinessCodeName } from "@usdkit/contract";
import type { FileFetcher } from "../fetching/file-fetcher.ts";
import type { FileStore } from "../files/file-store.ts";
import type { FileRecord } from "../storage/file-records.ts";
import type { Storage } from "../storage/storage.ts";
import type { ClaimedTask, TaskOutcome } from "../storage/task-storage.ts";
import type { Background } from "../workers/protocol.ts";
import type { WorkerProcess } from "../workers/worker-process.ts";

/** A non-retryable failure of a task; reported to the caller. */
export class TaskFailure extends Error {
  override readonly name: string = "TaskFailure";
  readonly code: BusinessCodeName;

  constructor(code: BusinessCodeName, message: string) {
    super(message);
    this.code = code;
  }
}

/** The context of a task. */
export interface RunContext {
  readonly storage: Storage;
  readonly files: FileStore;
  readonly fetcher: FileFetcher;
  readonly worker: WorkerProcess;
  readonly missingAssets: "fail" | "skip";
  readonly engineCommand: readonly string[];
  readonly background: Background;
  /** Milliseconds. */
  readonly timeout: number;
  /** Unix milliseconds of the service's clock. */
  readonly time: () => number;
  readonly onProgress: (value: number) => void;
}

/** Performs a task. The files of its outcome are stored already; they become visible when the outcome is stored. */
export type Runner = (task: ClaimedTask, context: RunContext) => Promise<TaskOutcome>;

/** Stores a file that was written to a temporary path. */
export async function keepFile(
  temporary: string,
  name: string,
  user: string,
  { files, time }: Pick<RunContext, "files" | "time">,
): Promise<FileRecord> {
  const sum = await files.sum(temporary);
  const id = files.makeId();
  await files.keep(temporary, id);
  return { id, user, name, size: sum.size, md5: sum.md5, time: time() };
}
