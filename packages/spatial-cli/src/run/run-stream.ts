/** Runs a stream from opening to closing: saves frames, pushes patches, and stops at its goal. */
import { describeIoError } from "@usdkit/command/cli/errors";
import { path } from "@usdkit/command/process/builtins";
import { writeAtomically } from "@usdkit/command/files/write-atomically";
import {
  checkImage,
  FileError,
  ProtocolError,
  type OpenOptions,
  type StreamStateChange,
  type StreamStatus,
} from "@usdkit/client";
import { sessionStatuses } from "@usdkit/contract";
import type { SceneStream } from "@usdkit/render";
import type { SceneFile } from "../inputs/scene-file.ts";
import { noteOutage } from "../report/note-outage.ts";
import type { Context } from "../context/context.ts";
import { quoteWord } from "../context/quote-word.ts";

export interface StreamGoal {
  /** Folder for frames; not saved if undefined. */
  readonly folder: string | undefined;
  /** Ends after this many frames. */
  readonly frames: number | undefined;
  /** Ends this many milliseconds after it became ready. */
  readonly duration: number | undefined;
  /** Patches, pushed in order. */
  readonly patches: readonly SceneFile[];
}

export interface StreamOutcome {
  readonly frames: number;
  readonly patches: number;
}

/** Reports of a stream while it opens and runs. */
export function streamHooks({ report, state }: Context): OpenOptions {
  let shown: string | undefined;
  return {
    onSession: (id) =>
      state.accept({ noun: "session", id, resume: `spatial stream close ${quoteWord(id)}`, isEndedBy: true }),
    onProgress: ({ status, queuePosition = 0 }) => {
      const isKnown = status === undefined || (sessionStatuses as readonly string[]).includes(status);
      if (!isKnown && status !== shown) report.note(`status ${status}`);
      shown = status;
      report.progress({ what: queuePosition > 0 ? `${status}, number ${queuePosition}` : (status ?? "waiting") });
    },
    onOutage: noteOutage(report),
    onStatus: ({ code, meaning, effect, text }: StreamStatus) => {
      if (effect === "success") return;
      report.note(`status ${code ?? "without a code"}${meaning === undefined ? `: ${text}` : ` (${meaning})`}`);
    },
    onState: ({ state, lost }: StreamStateChange) => {
      if (state === "reconnecting") report.note(`the connection was lost (${lost} in a row); making a new one`);
    },
  };
}

/** Runs until the goal is reached, and closes the stream. All patches are pushed, unless the time is over first. */
export async function runStream(
  { report }: Context,
  stream: SceneStream,
  { folder, frames = Infinity, duration, patches }: StreamGoal,
): Promise<StreamOutcome> {
  const isOver = new AbortController();
  let taken = 0;
  let pushed = 0;
  const push = async (): Promise<void> => {
    for (const { bytes } of patches) {
      if (isOver.signal.aborted) return;
      if ((await stream.push(bytes)) === "sent") pushed++;
    }
  };
  let isNoted = false;
  const noteType = (file: string): void => {
    if (!isNoted) report.note(`warning: the frames are not JPEG; they are saved as ${file} and so on`);
    isNoted = true;
  };
  const take = async (): Promise<void> => {
    while (taken < frames) {
      const frame = await stream.nextFrame();
      if (frame === undefined) return;
      taken++;
      if (folder !== undefined) saveFrame(folder, taken, frame.data, noteType);
      const { dropped } = stream.frames.counts;
      const fraction = frames === Infinity ? undefined : taken / frames;
      report.progress({ what: `frame ${taken}${dropped > 0 ? ` (${dropped} dropped)` : ""}`, fraction });
    }
  };
  const timer =
    duration === undefined
      ? undefined
      : setTimeout(() => {
          isOver.abort();
          // Its errors are reported below.
          stream.close().catch(() => {});
        }, duration);
  try {
    // A rejected patch ends it: frames of another camera are useless.
    await Promise.all([take(), push()]);
  } finally {
    clearTimeout(timer);
    isOver.abort();
    await stream.close();
  }
  return { frames: taken, patches: pushed };
}

function saveFrame(folder: string, number: number, data: Uint8Array, noteType: (file: string) => void): void {
  const usual = `frame-${String(number).padStart(6, "0")}.jpg`;
  let file = path.join(folder, usual);
  try {
    const name = checkImage(usual, data);
    if (name !== usual) noteType(name);
    file = path.join(folder, name);
    writeAtomically(file, data);
  } catch (error) {
    if (error instanceof ProtocolError) throw new FileError(error.message, { cause: error });
    throw new FileError(`${file} cannot be written: ${describeIoError(error)}.`, { cause: error });
  }
}
