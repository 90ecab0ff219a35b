/**
 * The service's limits (spec 8). A name ends in its unit where it has one: `Ms` for milliseconds, `Pixels`.
 *
 * Not among them is the largest file of a single upload: each token says its own (`blockSize`).
 */
export const limits = {
  /** Fewest images that a world is reconstructed from, if from any. */
  reconstructionImages: 20,
  /** Most images that a world is generated from. */
  generationImages: 1,
  /** Most parts of one file on their way at once. */
  partsAtOnce: 2,
  /** Least time between two polls of an upload's status. */
  uploadStatusIntervalMs: 200,
  /** About how long an upload's status is polled. */
  uploadStatusTimeoutMs: 5000,
  /** Most pixels of an image's side, unless the server is configured otherwise. */
  resolutionPixels: 4500,
  /** How long a `requestId` of a job is refused to the same user for the second time. */
  duplicateGuardMs: 60_000,
  /** Recommended time between two polls of a realtime session. */
  streamPollIntervalMs: 2000,
  /** Recommended time after which a session that is not ready is given up. */
  streamPollTimeoutMs: 120_000,
  /** Ours: most characters of a `requestId`. */
  requestIdLength: 128,
  /** Ours: how long an upload token lives. */
  uploadTokenLifetimeMs: 900_000,
  /** Ours: fewest rows of a page of worlds. */
  pageSizeMin: 1,
  /** Ours: most rows of a page of worlds. */
  pageSizeMax: 100,
  /** Ours: rows of a page of worlds where nothing is said. */
  pageSizeDefault: 20,
} as const;
