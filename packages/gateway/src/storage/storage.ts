/**
 * The service's persistent state: one interface for all databases. A resolved promise means that the change is durable.
 *
 * Times are Unix milliseconds. Lease times are `leaseTime`'s, all others are from the service's clock.
 */
import type { FileRecords } from "./file-records.ts";
import type { Lane, TaskStorage } from "./task-storage.ts";
import type { UploadStorage } from "./upload-storage.ts";

export interface Storage {
  readonly tasks: TaskStorage;
  readonly uploads: UploadStorage;
  readonly files: FileRecords;
  /** Unix milliseconds of the clock that leases are measured by, the same for all machines. */
  leaseTime(): number;
  /** Calls `listener` when another process may have added tasks. */
  onTasks(listener: (lane: Lane) => void): void;
  /** Runs `work` unless work of that name is running elsewhere. Returns whether it ran. */
  exclusively(name: string, work: () => Promise<void>): Promise<boolean>;

  close(): Promise<void>;
}

/** Deletes guards and tokens that expired before `time`. */
export async function sweepExpired({ tasks, uploads }: Storage, time: number): Promise<void> {
  await tasks.sweepGuards(time);
  await uploads.sweepTokens(time);
}
