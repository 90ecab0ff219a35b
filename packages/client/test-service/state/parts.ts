/** What every area of the service works with. */
import type { Variant } from "@usdkit/contract/variants";
import type { ServiceClock } from "../clock.ts";
import type { ServiceRecord } from "../record/record.ts";
import type { Outcome } from "../script/outcome.ts";
import { Course } from "../script/outcome.ts";
import type { OutcomeArea, Script } from "../script/script.ts";
import type { FrameSettings } from "../socket/session-plan.ts";
import type { Files } from "./files.ts";
import type { Names } from "./names.ts";

export interface ServiceSettings {
  /** API keys, and whose each is. */
  readonly keys: Readonly<Record<string, string>>;
  /** Bytes: the largest single upload, and the size of a part. */
  readonly blockSize: number;
  /** Whether a finished file that comes again is known by its md5 and size. */
  readonly deduplicates: boolean;
  /** Whether uploads are kept and served. Without, only sizes and sums are: for uploads larger than memory. */
  readonly keepsUploads: boolean;
  /** Polls that find an operation unfinished, where the script says nothing else. */
  readonly polls: number;
  /** The position of a new session in the queue: so many polls are `QUEUED`. */
  readonly queue: number;
  /** Bytes of each file of a world, of a model. */
  readonly fileSize: number;
  readonly frames: FrameSettings;
  /** Where its replies and its behaviour differ. */
  readonly variants: readonly Variant[];
}

export interface Parts {
  readonly settings: ServiceSettings;
  readonly clock: ServiceClock;
  readonly script: Script;
  readonly record: ServiceRecord;
  readonly names: Names;
  readonly files: Files;
  /** `127.0.0.1:49152` of the render nodes. */
  readonly nodeAuthority: () => string;
  /** Whether a WebSocket of the session is open that would hear of its end. */
  readonly isConnected: (sessionId: string) => boolean;
}

/** The course of a new operation: as the script says, otherwise a success after the usual polls. */
export function newCourse(parts: Parts, area: OutcomeArea, usual: Outcome = { polls: parts.settings.polls }): Course {
  return new Course(parts.script.takeOutcome(area) ?? usual);
}
