/** Settings of a service. */
import type { FrameSettings } from "../script/session-plan.ts";
import type { ServiceSettings } from "./service-settings.ts";

/** The default key of the service. */
export const TEST_KEY = "key-of-the-tests.4f1d0c8e9ab27356";

export const DEFAULT_SETTINGS: ServiceSettings = {
  keys: { [TEST_KEY]: "tester" },
  blockSize: 1 << 20,
  deduplicates: true,
  keepsUploads: true,
  polls: 2,
  queue: 2,
  fileSize: 64 << 10,
  frames: { rate: 30, size: 20_000, count: Infinity },
  variants: [],
};

export interface ServiceOptions extends Partial<Omit<ServiceSettings, "frames">> {
  readonly frames?: Partial<FrameSettings>;
  /** Time in milliseconds since the epoch; pass the client's clock to keep both in sync. Default: the machine's. */
  readonly now?: () => number;
  /** Sleep for latency and the like, in milliseconds. Default: the machine's timers. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Port of the gateway; default: a free one. The other hosts always use free ports. */
  readonly port?: number;
}
