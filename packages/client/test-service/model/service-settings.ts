/** How a scripted service is set up, and what its servers share. */
import type { Variant } from "@usdkit/contract/variants";
import type { ServiceClock } from "../clock.ts";
import type { ServiceRecord } from "../record/record.ts";
import type { Script } from "../script/script.ts";
import type { FrameSettings } from "../socket/session-plan.ts";

export interface ServiceSettings {
  /** API keys, and whose each is. */
  readonly keys: Readonly<Record<string, string>>;
  /** Bytes: the largest single upload, and the size of a part. */
  readonly blockSize: number;
  /** Whether a finished file is recognised by its md5 and size. */
  readonly deduplicates: boolean;
  /** Whether uploads are kept and served; otherwise only their sizes and sums: for uploads larger than memory. */
  readonly keepsUploads: boolean;
  /** Polls that find an operation unfinished, unless the script has an outcome for it. */
  readonly polls: number;
  /** The position of a new session in the queue: so many polls are `QUEUED`. */
  readonly queue: number;
  /** Bytes of each file of a world, of a model. */
  readonly fileSize: number;
  readonly frames: FrameSettings;
  /** Where its replies and its behaviour differ. */
  readonly variants: readonly Variant[];
}

/** What the parts of a scripted service share. */
export interface ServiceParts {
  readonly settings: ServiceSettings;
  readonly clock: ServiceClock;
  readonly script: Script;
  readonly record: ServiceRecord;
}
