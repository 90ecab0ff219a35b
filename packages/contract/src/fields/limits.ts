/**
 * The service's limits (spec 8). A name ends in its unit if it has one: `Ms` for milliseconds, `Pixels`.
 *
 * The maximum size of a single upload is not included: each token defines its own (`blockSize`).
 */
export const limits = {
  /** Minimum images of a reconstruction, if it has any. */
  reconstructionImages: 20,
  /** Maximum images of a generation. */
  generationImages: 1,
  /** Maximum parts of one file in flight. */
  partsAtOnce: 2,
  /** Minimum interval between polls of an upload's status. */
  uploadStatusIntervalMs: 200,
  /** Approximate duration of polling an upload's status. */
  uploadStatusTimeoutMs: 5000,
  /** Maximum image width or height, unless the server is configured otherwise. */
  resolutionPixels: 4500,
  /** How long a duplicate `requestId` of a job is rejected for the same user. */
  duplicateGuardMs: 60_000,
  /** Recommended interval between polls of a realtime session. */
  streamPollIntervalMs: 2000,
  /** Recommended timeout for a session to become ready. */
  streamPollTimeoutMs: 120_000,
  /** Ours: maximum length of a `requestId`. */
  requestIdLength: 128,
  /** Ours: lifetime of an upload token. */
  uploadTokenLifetimeMs: 900_000,
  /** Ours: minimum page size of a list of worlds. */
  pageSizeMin: 1,
  /** Ours: maximum page size of a list of worlds. */
  pageSizeMax: 100,
  /** Ours: default page size of a list of worlds. */
  pageSizeDefault: 20,
} as const;
