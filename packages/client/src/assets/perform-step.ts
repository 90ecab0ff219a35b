import {
  getUploadStatus,
  getUploadToken,
  initUpload,
  uploadMessage,
  uploadPart,
  uploadSingle,
  type UploadInitQuery,
} from "@usdkit/contract";
import { ProtocolError } from "../errors/errors.ts";
import { statusEnd } from "../operations/final-status.ts";
import type { OpenSource, SourcePart } from "../platform/upload-source.ts";
import { printable } from "../transport/printable.ts";
import { absoluteUrl } from "../transport/absolute-url.ts";
import { logWarning } from "../transport/log.ts";
import type { CallOptions, Transport, UploadOptions as UploadTarget } from "../transport/transport.ts";
import type { UploadCredential, UploadEvent, UploadStep } from "./upload-state.ts";

/** A file that is being uploaded. */
export interface UploadSubject {
  readonly source: OpenSource;
  /** The file's name at the host. */
  readonly name: string;
  readonly size: number;
  readonly md5: string;
  readonly storage?: UploadStorage | undefined;
}

/** How and where the host stores a file that is sent in parts (spec 4.1). */
export type UploadStorage = Omit<UploadInitQuery, "md5" | "blocks" | "size" | "name">;

/** What a step needs to run. */
export interface StepContext {
  readonly transport: Transport;
  readonly subject: UploadSubject;
  readonly signal: AbortSignal;
  /** Timeout of one attempt, in milliseconds. */
  readonly attemptTimeout?: number | undefined;
  readonly traceparent?: string | undefined;
  /** Bytes of a part (0 for the whole file) that were sent in its latest attempt. */
  readonly onBytes: (part: number, given: number) => void;
}

/**
 * Runs one step of an upload: waits its pause, then makes its call.
 *
 * @throws What the transport throws. FileChangedError if the file has changed.
 */
export async function performStep(step: UploadStep, context: StepContext): Promise<UploadEvent> {
  const { transport, subject, signal, attemptTimeout, traceparent } = context;
  const { clock } = transport;
  if ("pause" in step) {
    const { least, spread } = step.pause;
    const pause = least + clock.random() * spread;
    if (pause > 0) await clock.sleep(pause, signal);
  }
  const options = (credential: UploadCredential): UploadCall => ({
    signal,
    attemptTimeout,
    traceparent,
    upload: { url: credential.url, token: credential.token },
  });

  switch (step.do) {
    case "take-token": {
      const reply = await transport.call(getUploadToken, {}, { signal, attemptTimeout, traceparent });
      const { ousToken, globalDomain, blockSize } = reply;
      return { of: "take-token", credential: { token: ousToken, url: globalDomain, blockSize } };
    }
    case "send-whole": {
      warnOfStorage(context);
      const reply = await sendBytes(context, { start: 0, end: subject.size }, 0, (file) =>
        transport.call(uploadSingle, { form: {} }, withFile(options(step.credential), file, subject.name)),
      );
      return { of: "send-whole", taskId: payload(uploadSingle.id, reply.d).taskId };
    }
    case "begin": {
      const { md5, size, name, storage } = subject;
      const query = { ...storage, md5, blocks: step.plan.blocks, size, name };
      const { d } = await transport.call(initUpload, { query }, options(step.credential));
      const { taskId, lackBlocks, deduplicated } = payload(initUpload.id, d);
      return { of: "begin", taskId, lackBlocks: fromZero(lackBlocks, context), deduplicated: deduplicated === true };
    }
    case "send-part": {
      const { credential, taskId, part, range } = step;
      await sendBytes(context, range, part, (file) =>
        transport.call(
          uploadPart,
          { form: { taskId, partNumber: part + transport.settings.conventions.firstPart } },
          withFile(options(credential), file, subject.name),
        ),
      );
      return { of: "send-part", part };
    }
    case "ask-status": {
      // One attempt: the machine controls the interval between two, for retries as well.
      const reply = await transport.call(
        getUploadStatus,
        {},
        { ...options(step.credential), attempts: 1, deadline: step.deadline },
      );
      const d = payload(getUploadStatus.id, reply.d);
      const { status, url, lackBlocks } = d;
      const message = uploadMessage(d);
      const text = message ?? uploadMessage(reply);
      return {
        of: "ask-status",
        status,
        url: url == null || url === "" ? undefined : absoluteUrl(step.credential.url, url),
        message: message && transport.redact(message),
        text: text && printable(transport.redact(text)),
        lackBlocks: fromZero(lackBlocks, context),
        end: statusEnd(status, transport.settings.conventions),
      };
    }
  }
}

/** Returns the numbers of parts as counted from 0. */
function fromZero(
  numbers: readonly number[] | null | undefined,
  { transport }: StepContext,
): readonly number[] | undefined {
  return numbers?.map((number) => number - transport.settings.conventions.firstPart);
}

/** A single upload has no fields for where the file is stored (spec 4.1). */
function warnOfStorage({ transport, subject }: StepContext): void {
  const names = Object.entries(subject.storage ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (names.length === 0) return;
  logWarning(
    transport.settings.logger,
    `${subject.name}: ${names.join(", ")} not sent: a file of at most blockSize bytes is uploaded whole, without such fields.`,
  );
}

/**
 * Milliseconds between an aborted part and its retry: the host sees the first one end before it sees the
 * second, and so never more than two in flight.
 */
const SPACING = 50;

/** Options of a call to the upload host. */
type UploadCall = CallOptions & { readonly upload: UploadTarget };

type SentFile = SourcePart["content"];

/** Sends bytes of the file; the file must be unchanged before and after. */
async function sendBytes<Reply>(
  { subject, onBytes }: StepContext,
  { start, end }: { readonly start: number; readonly end: number },
  part: number,
  send: (file: SentFile) => Promise<Reply>,
): Promise<Reply> {
  const { source } = subject;
  await source.check();
  const { content, release } = source.part(start, end, (given) => onBytes(part, given));
  let reply: Reply;
  try {
    reply = await send(content);
  } catch (error) {
    // The request may have failed because the file changed: that error is more specific.
    await source.check();
    throw error;
  }
  release();
  await source.check();
  return reply;
}

function withFile(options: UploadCall, file: SentFile, fileName: string): CallOptions {
  return { ...options, spacing: SPACING, upload: { ...options.upload, file, fileName } };
}

function payload<Payload>(endpoint: string, d: Payload | null | undefined): Payload {
  if (d === null || d === undefined) throw new ProtocolError(`${endpoint}: the answer has no d: expected an object.`);
  return d;
}
