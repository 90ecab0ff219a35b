/** Settings of a scripted service, and the state shared by its servers. */
import type { Variant } from "@usdkit/contract/variants";
import type { ServiceClock } from "../time/service-clock.ts";
import type { ServiceRecord } from "../record/record.ts";
import type { Script } from "../script/script.ts";
import type { FrameSettings } from "../script/session-plan.ts";

export interface ServiceSettings {
  /** API keys, with their users. */
  readonly keys: Readonly<Record<string, string>>;
  /** Bytes: maximum size of a single upload, and the size of a part. */
  readonly blockSize: number;
  /** Whether a complete file is recognised by its md5 and size. */
  readonly deduplicates: boolean;
  /** Whether uploads are kept and served; otherwise only their sizes and checksums, for uploads larger than memory. */
  readonly keepsUploads: boolean;
  /** Number of the first part of an upload; default 0. */
  readonly firstPart?: number | undefined;
  /** Other names of `taskId` and `partNumber` at the upload host. Its requests break the contract. */
  readonly fieldNames?: Readonly<Record<string, string>> | undefined;
  /** Polls that report an operation as unfinished, unless the script defines its outcome. */
  readonly polls: number;
  /** Queue position of a new session: the number of polls that report `QUEUED`. */
  readonly queue: number;
  /** Bytes of each file of a world, and of a model. */
  readonly fileSize: number;
  readonly frames: FrameSettings;
  /** The variants of its replies and behaviour. */
  readonly variants: readonly Variant[];
}

/** State shared by the parts of a scripted service. */
export interface ServiceParts {
  readonly settings: ServiceSettings;
  readonly clock: ServiceClock;
  readonly script: Script;
  readonly record: ServiceRecord;
}
