import { initUpload, pickFields } from "@usdkit/contract";
import { DeadlineError, InvalidRequestError } from "../errors/errors.ts";
import type { Platform } from "../platform/platform.ts";
import type { OpenSource, UploadSource } from "../platform/upload-source.ts";
import { callOptions, type RequestOptions } from "../transport/request-options.ts";
import type { Transport } from "../transport/transport.ts";
import type { UploadStorage } from "./perform-step.ts";
import { runUpload, type UploadedAsset } from "./run-upload.ts";
import type { UploadProgress } from "./upload-progress.ts";

/** Options of an upload. */
export interface AssetUploadOptions extends RequestOptions, UploadStorage {
  /**
   * The file's name at the host; its extension matters. Default: the name of the file. Required for bytes, Blobs and
   * streams.
   */
  readonly name?: string | undefined;
  /** Called whenever bytes are read or sent. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Uploads one source; see `Assets.upload`. */
export async function upload(
  transport: Transport,
  platform: Platform,
  source: UploadSource,
  options: AssetUploadOptions = {},
): Promise<UploadedAsset> {
  const { clock, settings } = transport;
  const { deadline, attemptTimeout, traceparent } = callOptions(transport, options);
  const stop = new AbortController();
  const ends = [options.signal, settings.signal, stop.signal].filter((signal) => signal !== undefined);
  const signal = AbortSignal.any(ends);
  signal.throwIfAborted();
  if (options.name !== undefined) checkName(options.name);
  const timer = new AbortController();
  if (deadline !== undefined) {
    const late = `The upload took longer than ${options.timeout} ms. Uploading it again sends only what is missing.`;
    clock.sleep(deadline - clock.now(), timer.signal).then(
      () => stop.abort(new DeadlineError(late)),
      () => undefined,
    );
  }
  // An error of the caller's own function is not a network error, and must not be handled as one.
  const tell = (progress: UploadProgress): void => {
    try {
      options.onProgress?.(progress);
    } catch (error) {
      stop.abort(error);
    }
  };

  let opened: OpenSource | undefined;
  try {
    opened = await platform.openSource(source, signal);
    const { size } = opened;
    const name = options.name ?? opened.name;
    checkName(name);
    const report = (phase: UploadProgress["phase"], bytes: number): void => tell({ name, phase, bytes, total: size });
    const md5 = await opened.digest((read) => report("reading", read), signal);
    // The name is that of the file, whether it is sent whole or in parts.
    const storage = pickFields(initUpload.request.query, { ...options, name: undefined });
    const subject = { source: opened, name, size, md5, storage };
    return await runUpload({ transport, subject, signal, attemptTimeout, traceparent, onProgress: report });
  } finally {
    timer.abort(new DOMException("The upload is over", "AbortError"));
    await opened?.close();
  }
}

/** Maximum length of a file name, in UTF-16 units: file systems reject longer ones. */
const MAX_NAME_LENGTH = 255;

/** @throws InvalidRequestError If the name is invalid or is a path. */
export function checkName(name: string): void {
  const refuse = (problem: string): never => {
    throw new InvalidRequestError(`The name of a file to upload ${problem} Nothing was sent.`);
  };
  if (name === "") refuse('is missing: expected one with an extension, as `name: "photo.jpg"`.');
  if (name.length > MAX_NAME_LENGTH) refuse(`has ${name.length} characters: expected at most ${MAX_NAME_LENGTH}.`);
  if (/[/\\]/.test(name) || name === "." || name === "..") refuse("is a path: expected its last part alone.");
  if (/[\u0000-\u001f\u007f]/.test(name)) refuse("contains a control character: expected text.");
}
