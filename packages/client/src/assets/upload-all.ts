import { InvalidRequestError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { UploadSource } from "../platform/upload-source.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import type { Transport } from "../transport/transport.ts";
import type { UploadStorage } from "./perform-step.ts";
import type { UploadedAsset } from "./run-upload.ts";
import { checkName, upload } from "./upload.ts";
import type { UploadProgress } from "./upload-progress.ts";

/** One of several files: its source, or its source with a name. */
export type UploadItem = UploadSource | { readonly source: UploadSource; readonly name?: string | undefined };

/** Progress of one of several files. */
export interface UploadAllProgress extends UploadProgress {
  /** Index of the file, from 0. */
  readonly index: number;
  /** How many files have ended, successfully or not. */
  readonly finished: number;
  readonly files: number;
}

/** The number of files. */
export interface UploadAllOptions extends RequestOptions, UploadStorage {
  /** Maximum number of files in flight; default 3. Each sends at most two parts at a time. */
  readonly concurrency?: number | undefined;
  /** Called with the progress of each file. */
  readonly onProgress?: ((progress: UploadAllProgress) => void) | undefined;
}

const CONCURRENCY = 3;

/** Uploads many sources; see `Assets.uploadAll`. */
export async function uploadAll(
  transport: Transport,
  platform: Platform,
  items: Iterable<UploadItem>,
  options: UploadAllOptions = {},
): Promise<PromiseSettledResult<UploadedAsset>[]> {
  const { concurrency = CONCURRENCY, onProgress, ...call } = options;
  // Progress of all files together.
  const { deadline } = callOptions(transport, call);
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new InvalidRequestError(`concurrency is ${concurrency}: expected a whole number of files, at least 1.`);
  }
  const files = Array.from(items, readItem);
  await checkAll(platform, files);

  const results: PromiseSettledResult<UploadedAsset>[] = [];
  let next = 0;
  let finished = 0;
  const work = async (): Promise<void> => {
    while (next < files.length) {
      const index = next++;
      const { source, name } = files[index];
      const tell = (progress: UploadProgress): void =>
        onProgress?.({ ...progress, index, finished, files: files.length });
      const timeout = deadline === undefined ? undefined : Math.max(1, deadline - transport.clock.now());
      const settled = upload(transport, platform, source, { ...call, timeout, name, onProgress: tell });
      [results[index]] = await Promise.allSettled([settled]);
      finished++;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, files.length) }, work));
  return results;
}

interface NamedSource {
  readonly source: UploadSource;
  readonly name?: string | undefined;
}

function readItem(item: UploadItem): NamedSource {
  return typeof item === "object" && "source" in item ? item : { source: item };
}

/** An invalid file is found before any valid one is sent. */
async function checkAll(platform: Platform, files: readonly NamedSource[]): Promise<void> {
  const problems: InvalidRequestError[] = [];
  for (const { source, name } of files) {
    try {
      await platform.checkSource(source);
      if (name !== undefined) checkName(name);
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      problems.push(error);
    }
  }
  const [first] = problems;
  if (first === undefined) return;
  if (problems.length === 1) throw first;
  throw new InvalidRequestError(
    `${problems.length} of ${files.length} files cannot be uploaded. The first: ${first.message}`,
    { cause: new AggregateError(problems) },
  );
}
