/** How a service is set up. */
import type { FrameSettings } from "./socket/session-plan.ts";
import type { ServiceSettings } from "./model/service-settings.ts";

/** The key of the service unless others are set. */
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
  /** Milliseconds since the epoch: the clock of a client makes both agree. Default: the machine's. */
  readonly now?: () => number;
  /** How latency and the like wait, in milliseconds. Default: by the machine's timers. */
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** Of the gateway; default: a free one. The others always have free ones. */
  readonly port?: number;
}
