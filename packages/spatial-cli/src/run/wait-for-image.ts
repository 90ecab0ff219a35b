import { UsageError } from "@usdkit/command/cli/errors";
import type { JobHandle } from "@usdkit/client";
import { checkFilePlace } from "../outputs/output-place.ts";
import { milliseconds, type WaitArguments } from "../settings/options.ts";
import { size } from "../report/progress-line.ts";
import { noteOutage } from "../report/note-outage.ts";
import type { Context } from "../context/context.ts";
import { quoteWord } from "../context/quote-word.ts";
import type { AcceptedOperation } from "../context/run-state.ts";
import { saveResult } from "../outputs/save-result.ts";
import type { TimeLimit } from "../context/time-limit.ts";

/** The name of standard output. */
const STDOUT = "-";

/** @throws {IoError} if the image could not be saved. {UsageError} if it would mix with the result. */
export function checkImagePlace(image: string | undefined, { json }: WaitArguments): void {
  if (image === undefined) return;
  if (image !== STDOUT) checkFilePlace(image);
  else if (json === true) throw new UsageError("Standard output is the image or JSON, not both");
}

/** Returns a job's data, from which the user can resume it. */
export function acceptedJob(handle: JobHandle, image: string | undefined): AcceptedOperation {
  const to = image === undefined || image === STDOUT ? "" : ` -o ${quoteWord(image)}`;
  return {
    noun: "job",
    id: handle.id,
    resume: `spatial job wait ${quoteWord(handle.id)}${to}`,
    handle: handle.toJSON(),
  };
}

/** Waits for an accepted job and fetches its image if requested. */
export async function waitForImage(
  { command, client, report, signal, state }: Context,
  handle: JobHandle,
  { interval, output: image }: WaitArguments & { readonly output?: string | undefined },
  limit: TimeLimit,
): Promise<void> {
  const start = performance.now();
  const options = { signal, timeout: limit.left(), interval: milliseconds(interval), onOutage: noteOutage(report) };
  for await (const _ of handle.updates(options)) {
    report.progress({ what: `rendering for ${Math.round((performance.now() - start) / 1000)} s` });
  }
  const { resultUrl } = await handle.result(options);
  state.done();
  const result = { operationId: handle.id, requestId: handle.requestId, resultUrl, handle: handle.toJSON() };
  if (image === undefined) {
    await report.result(result, resultUrl);
    return;
  }
  const onProgress = ({ bytes, total }: { bytes: number; total?: number | undefined }): void =>
    report.progress({ what: "fetching the image", bytes, total });
  const fetching = { signal, timeout: limit.left(), onProgress };
  if (image === STDOUT) {
    await command.stdout.write(await client.jobs.image(handle, fetching));
    return;
  }
  const saved = await saveResult(client, resultUrl, image, { ...fetching, content: "image" });
  await report.result({ ...result, image: saved.path, bytes: saved.size }, saved.path);
  report.note(`${saved.path}: ${size(saved.size)}`);
}
