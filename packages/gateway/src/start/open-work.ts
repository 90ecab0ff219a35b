/** What tasks need: fetched files, uploads, the dispatcher of workers. */
import { FileFetcher } from "../fetching/file-fetcher.ts";
import { Uploads } from "../http/uploads.ts";
import { Dispatcher } from "../operations/dispatcher.ts";
import type { StreamsContext } from "./open-streams.ts";
import type { Membership } from "../streams/join-cluster.ts";

export interface Work {
  readonly fetcher: FileFetcher;
  readonly uploads: Uploads;
  readonly dispatcher: Dispatcher;
  /** Cancels running tasks and finishes uploads. */
  readonly close: () => Promise<void>;
}

export interface WorkContext extends StreamsContext {
  /** Undefined in a single-process service. */
  readonly membership: Membership | undefined;
}

/** Opens it; tasks run once `dispatcher.start` is called. */
export function openWork(context: WorkContext): Work {
  const { settings, stores, clock, addresses, membership, onProblem } = context;
  const { storage, files, parts } = stores;
  const { workers, missingAssets, engineCommand, background, taskTimeout } = settings;
  const fetcher = new FileFetcher(storage.files, files, {
    // A file stored by one process is visible to all.
    ownUrls: () => [addresses.public().base, ...(membership?.bases() ?? [])],
    refresh: membership && (() => membership.refresh()),
    hosts: settings.fetchHosts,
    maxSize: settings.maxFileSize,
    timeout: 60_000,
  });
  const uploads = new Uploads({ parts, storage, files, clock, onProblem });
  const dispatcher = new Dispatcher({
    storage,
    files,
    fetcher,
    clock,
    onProblem,
    workers,
    isWorking: settings.role !== "api",
    missingAssets,
    engineCommand,
    background,
    taskTimeout,
  });
  return {
    fetcher,
    uploads,
    dispatcher,
    close: async () => {
      await dispatcher.stop();
      await uploads.close();
    },
  };
}
