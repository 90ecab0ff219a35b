import type { ApiKeys } from "../access/api-keys.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import type { Clock } from "../clock/clock.ts";
import type { FaultRules } from "../faults/fault.ts";
import type { FileFetcher } from "../fetching/file-fetcher.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Dispatcher } from "../operations/dispatcher.ts";
import type { Settings } from "../settings/settings.ts";
import type { SceneReader } from "../operations/scene-reader.ts";
import type { Storage } from "../storage/storage.ts";
import type { LocalHub } from "../streams/local-hub.ts";
import type { SessionHub } from "../streams/session-hub.ts";
import type { Sessions } from "../streams/sessions.ts";
import type { PartSlots } from "./part-slots.ts";
import type { ServiceVariants } from "./service-variants.ts";
import type { Uploads } from "./uploads.ts";

/** Where callers reach the service: origins, without a slash at the end. */
export interface Addresses {
  readonly base: string;
  readonly upload: string;
}

/** A request that was answered, or whose connection ended first. */
export interface Served {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The endpoint's id in the contract, or the name of what else it is. */
  readonly endpoint: string;
  /** 0 where there was no answer. */
  readonly status: number;
  readonly milliseconds: number;
  readonly user: string | undefined;
  /** Fields of the request that were passed over. */
  readonly ignored: readonly string[];
}

/** Everything that handlers use. */
export interface Service {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly storage: Storage;
  readonly files: FileStore;
  readonly uploads: Uploads;
  readonly fetcher: FileFetcher;
  readonly keys: ApiKeys;
  readonly jobRate: RateLimit;
  readonly requestRate: RateLimit;
  readonly variants: ServiceVariants;
  /** Parts that are received now, by upload. */
  readonly partSlots: PartSlots;
  readonly faults: FaultRules;
  readonly dispatcher: Dispatcher;
  readonly scenes: SceneReader;
  /** Those of this process. */
  readonly sessions: Sessions;
  readonly localHub: LocalHub;
  /** Those of all processes. */
  readonly hub: SessionHub;
  /** Known to the processes of the service; undefined where there is but one. */
  readonly internalSecret: string | undefined;
  readonly addresses: () => Addresses;
  readonly onServed: (served: Served) => void;
  /** Called with errors that are not reported to callers. */
  readonly onProblem: (error: unknown) => void;
}
