import type { ApiKeys } from "../access/api-keys.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import type { Clock } from "../settings/clock.ts";
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

/** Public base URLs: origins without a trailing slash. */
export interface Addresses {
  readonly base: string;
  readonly upload: string;
}

/** A request that was answered or whose connection was closed. */
export interface Served {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** The endpoint's id in the contract, or the name of another route. */
  readonly endpoint: string;
  /** Status; 0 without a response. */
  readonly status: number;
  readonly milliseconds: number;
  readonly user: string | undefined;
  /** Ignored fields of the request. */
  readonly ignored: readonly string[];
}

/** The context of handlers. */
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
  /** Parts being received, by upload. */
  readonly partSlots: PartSlots;
  readonly faults: FaultRules;
  readonly dispatcher: Dispatcher;
  readonly scenes: SceneReader;
  /** Sessions of this process. */
  readonly sessions: Sessions;
  readonly localHub: LocalHub;
  /** Sessions of all processes. */
  readonly hub: SessionHub;
  /** The cluster secret; undefined in a single-process service. */
  readonly internalSecret: string | undefined;
  readonly addresses: () => Addresses;
  readonly onServed: (served: Served) => void;
  /** Called with internal errors. */
  readonly onProblem: (error: unknown) => void;
}
