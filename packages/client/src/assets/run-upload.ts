import { OutcomeUnknownError, type UploadFacts, DeadlineError } from "../errors/errors.ts";
import type { Transport } from "../transport/transport.ts";
import { performStep, type StepContext, type UploadSubject } from "./perform-step.ts";
import { faultOf } from "./upload-fault.ts";
import { advanceUpload, isOver, startUpload } from "./upload-machine.ts";
import { sizeOf } from "./upload-plan.ts";
import { SendProgress } from "./upload-progress.ts";
import type { UploadEvent, UploadPhase, UploadState, UploadStep } from "./upload-state.ts";

/** A file at the upload host. */
export interface UploadedAsset {
  /** The public URL, for use in other calls. */
  readonly url: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** MD5 of the file, in lowercase hexadecimal digits. */
  readonly md5: string;
  /** The upload's id at the upload host. */
  readonly taskId: string;
  /** Whether the host already had the file, so that nothing was sent. */
  readonly deduplicated: boolean;
}

/** The dependencies of an upload. */
export interface UploadRun {
  readonly transport: Transport;
  readonly subject: UploadSubject;
  readonly signal?: AbortSignal | undefined;
  readonly attemptTimeout?: number | undefined;
  readonly traceparent?: string | undefined;
  readonly onProgress?: (phase: "sending" | "waiting", bytes: number) => void;
}

/**
 * Runs the steps of the upload machine until the upload ends. Afterwards no request is in flight.
 *
 * @throws Any error class of `errors.ts`; the reason of `signal`, if the host cannot have the whole file.
 */
export async function runUpload({ onProgress, ...run }: UploadRun): Promise<UploadedAsset> {
  const { transport, subject, signal } = run;
  const { clock } = transport;
  const stop = new AbortController();
  const ends = [stop.signal, subject.source.unfit];
  if (signal !== undefined) ends.push(signal);
  const all = AbortSignal.any(ends);
  const progress = new SendProgress((bytes) => onProgress?.("sending", bytes));
  const context: StepContext = {
    ...run,
    signal: all,
    onBytes: (part, given) => progress.given(part, given),
  };

  let { state, steps } = startUpload(subject.size);
  const underWay = new Set<Promise<Ended>>();
  const begin = (step: UploadStep): void => {
    const task: Promise<Ended> = performStep(step, context).then(
      (event) => ({ task, event }),
      (error: unknown) => ({ task, event: { of: "fault", step, fault: faultOf(step, error) } }),
    );
    underWay.add(task);
  };

  try {
    while (!isOver(state)) {
      for (const step of steps) begin(step);
      const { task, event } = await Promise.race(underWay);
      underWay.delete(task);
      if (signal?.aborted === true) throw abortOutcome(state, subject, signal.reason) as Error;
      ({ state, steps } = advanceUpload(state, event, clock.now()));
      follow(progress, state, event);
      if (state.phase.at === "status") onProgress?.("waiting", subject.size);
    }
    return ended(state, subject);
  } finally {
    stop.abort(new DOMException("The upload is over", "AbortError"));
    await Promise.all(underWay);
  }
}

interface Ended {
  readonly task: Promise<Ended>;
  readonly event: UploadEvent;
}

function follow(progress: SendProgress, { phase, plan, size }: UploadState, event: UploadEvent): void {
  if (event.of === "begin" && plan !== undefined) {
    progress.restart(phase.at === "parts" ? size - sizeOf(plan, phase.missing) : size);
  } else if (event.of === "send-part" && plan !== undefined) {
    progress.arrived(event.part, sizeOf(plan, [event.part]));
  } else if (event.of === "send-whole") progress.restart(size);
}

function ended({ phase, isDeduplicated }: UploadState, subject: UploadSubject): UploadedAsset {
  const { name, size, md5 } = subject;
  if (phase.at === "failed") throw phase.error as Error;
  if (phase.at === "done") {
    return { url: phase.url, name, size, md5, taskId: phase.taskId, deduplicated: isDeduplicated };
  }
  const taskId = phase.at === "unknown" ? phase.taskId : undefined;
  const fault = phase.at === "unknown" ? phase.fault?.error : undefined;
  throw unknown(subject, taskId, `did not report its end in time${latestStatus(phase)}`, fault);
}

/** Returns the error of an abort: unknown outcome if the host may have every byte. */
function abortOutcome({ phase }: UploadState, subject: UploadSubject, reason: unknown): unknown {
  const mayHaveAll =
    phase.at === "whole" || phase.at === "status" || (phase.at === "parts" && phase.next === phase.missing.length);
  if (!mayHaveAll) return reason;
  const taskId = "taskId" in phase ? phase.taskId : undefined;
  const how = reason instanceof DeadlineError ? "the deadline passed" : "the upload was aborted";
  return unknown(subject, taskId, `was not waited for: ${how}${latestStatus(phase)}`, reason);
}

function latestStatus(phase: UploadPhase): string {
  const latest = "latest" in phase ? phase.latest : undefined;
  if (latest === undefined) return "";
  return `; its last status was ${latest.status}${latest.text === undefined ? "" : ` (${latest.text})`}`;
}

function unknown(
  { name, size, md5 }: UploadSubject,
  taskId: string | undefined,
  what: string,
  cause: unknown,
): OutcomeUnknownError {
  const upload: UploadFacts = { taskId, name, size, md5 };
  const id = taskId === undefined ? "" : `, upload ${taskId}`;
  const message = `${name}: the upload host may have all ${size} bytes (md5 ${md5}${id}), and ${what}. Uploading the same file again does no harm: parts that are there are not sent again.`;
  const facts = { endpoint: "assets.uploadStatus", reason: "StatusUnknown", operationId: taskId };
  return new OutcomeUnknownError(message, { ...facts, upload, cause });
}
