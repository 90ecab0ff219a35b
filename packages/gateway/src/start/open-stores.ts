/** What the service stores: its state and its files, without what an earlier process left behind. */
import { openFiles } from "../files/open-files.ts";
import type { FileStores } from "../files/file-stores.ts";
import type { Settings } from "../settings/settings.ts";
import { openStorage, type OpenStorage } from "../storage/open-storage.ts";
import type { Closers } from "./closers.ts";

export interface Stores extends OpenStorage, FileStores {}

/** Milliseconds. */
const SWEEP_EVERY = 600_000;

/**
 * Opens storage and files, requeues tasks of ended processes and removes files without a record.
 *
 * @throws {StorageError} if the database or the files cannot be used.
 */
export async function openStores(
  settings: Settings,
  closers: Closers,
  onProblem: (error: unknown) => void,
): Promise<Stores> {
  const opened = await openStorage(settings, onProblem);
  closers.add(() => opened.storage.close());
  const stores = { ...opened, ...(await openFiles(settings)) };
  const { storage, files } = stores;
  if (stores.cluster === undefined) {
    // No other process uses the folder, so no lease is held.
    await storage.tasks.sweepLeases(Infinity);
    await files.sweep(() => storage.files.ids());
  } else closers.add(sweepNowAndThen(stores, settings.orphanAge, onProblem));
  return stores;
}

/** Other processes use the same files, so only old files without a row are orphans. One process sweeps at a time. */
function sweepNowAndThen(
  { storage, files }: Stores,
  orphanAge: number,
  onProblem: (error: unknown) => void,
): () => void {
  const sweep = (): void =>
    void storage
      .exclusively("sweep of files", async () => void (await files.sweep(() => storage.files.ids(), orphanAge)))
      .catch(onProblem);
  sweep();
  const timer = setInterval(sweep, SWEEP_EVERY);
  return () => clearInterval(timer);
}
