import type { SpatialClient, UploadStorage } from "@usdkit/client";
import type { Report } from "../report/report.ts";
import type { TimeLimit } from "../context/time-limit.ts";

type Uploads = Awaited<ReturnType<SpatialClient["assets"]["uploadAll"]>>;

/** Uploads files concurrently and reports progress. A file given twice is uploaded once. */
export async function uploadFiles(
  { client, report, signal }: { readonly client: SpatialClient; readonly report: Report; readonly signal: AbortSignal },
  files: readonly string[],
  limit: TimeLimit,
  storage: UploadStorage = {},
): Promise<Uploads> {
  const names = Array.from(new Set(files));
  const results = await client.assets.uploadAll(names, {
    signal,
    timeout: limit.left(),
    ...storage,
    onProgress: ({ name, phase, bytes, total, finished, files }) => {
      const many = files > 1 ? ` (${finished + 1} of ${files})` : "";
      report.progress({ what: `${phase} ${name}${many}`, bytes, total });
    },
  });
  return files.map((file) => results[names.indexOf(file)]);
}
