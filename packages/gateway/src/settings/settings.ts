import { limits } from "@usdkit/contract";

/** Everything that can be set, with its default in {@link defaultSettings}. Sizes are bytes, times milliseconds. */
export interface Settings {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Where database and files are. */
  readonly data: string;
  /** `sqlite`, for one process, or the `postgres://…` of a database that any number of processes share. */
  readonly database: string;
  /** What this process does: it answers callers (`api`), it works (`worker`), or both. */
  readonly role: "all" | "api" | "worker";
  /** Where files are, if not in `data`: a folder, with PostgreSQL one that all processes share, or `s3://bucket/prefix`. */
  readonly files: string | undefined;
  /** Of an S3-compatible store that is not Amazon's: `https://host`. */
  readonly filesEndpoint: string | undefined;
  /** Where the other processes reach this one, if not at its own host and port. */
  readonly internalUrl: string | undefined;
  /** With PostgreSQL: how old a file must be that no row names, to be removed. Longer than any upload and any task. */
  readonly orphanAge: number;
  /** The key → its user. */
  readonly apiKeys: ReadonlyMap<string, string>;
  /** For calls of `/admin`; where there is none, every API key will do. */
  readonly adminKey: string | undefined;
  /** Processes that render jobs. */
  readonly workers: number;
  /** Realtime sessions at the same time; others wait in a queue. */
  readonly sessions: number;
  /** Where callers reach the service, if not at its own host and port: file URLs begin with it. */
  readonly publicUrl: string | undefined;
  /** Where callers reach the upload host, if not at the same origin. */
  readonly uploadUrl: string | undefined;
  /** Largest file of a single upload, and the size of a part. */
  readonly blockSize: number;
  /** Largest file of an upload in parts. */
  readonly maxFileSize: number;
  /** Largest scene, decoded. */
  readonly maxSceneSize: number;
  /** Largest width and height of an image, in pixels. */
  readonly maxResolution: number;
  /** Of all request bodies on their way, together. */
  readonly maxBodiesInFlight: number;
  /** How long the head of a request may take. */
  readonly headTimeout: number;
  /** Jobs that a user may submit in a minute; 0 for any number. */
  readonly jobsPerMinute: number;
  /** Requests with a key or upload token that a user may send in a second; 0 for any number. */
  readonly requestsPerSecond: number;
  /** Unfinished operations that a user may have; beyond, 429. */
  readonly unfinishedPerUser: number;
  /** Whether a scene with an unknown mesh id fails, or is drawn without it. */
  readonly missingAssets: "fail" | "skip";
  /** How long a task may take. */
  readonly taskTimeout: number;
  /** How long a session lives without a push, a frame asked for, or a connection. */
  readonly sessionIdle: number;
  readonly clock: "system" | "manual";
  /** Whether null fields, and fields that an endpoint does not have, are rejected; otherwise they are passed over. */
  readonly strict: boolean;
  /** Names of variants of the service (`@usdkit/contract/variants`) that replies are changed by, for tests of clients. */
  readonly variants: readonly string[];
  /** Whether requests may ask for faults by header, and rules for faults be set. */
  readonly faults: boolean;
  /** Hosts that files are fetched from at a caller's wish: names, `*.name`, or `*` for all public ones. Empty: none. */
  readonly fetchHosts: readonly string[];
  /** Origins of pages that may open a WebSocket; programs send none. */
  readonly origins: readonly string[];
  /** The program of the engine `external`; empty for the built-in ones. */
  readonly engineCommand: readonly string[];
  /** Red, green, blue and alpha behind what is drawn, from 0 to 1 as pixel values. */
  readonly background: readonly [number, number, number, number];
  /** Whether a line for each request goes to standard error. */
  readonly requestLog: boolean;
  /** A folder of GLB, PLY and SPZ files that every user has as meshes, by their names; they are there when it listens. */
  readonly seedData: string | undefined;
}

/** The defaults. */
export const defaultSettings: Settings = {
  port: 8787,
  host: "127.0.0.1",
  data: "spatial-gateway-data",
  database: "sqlite",
  role: "all",
  files: undefined,
  filesEndpoint: undefined,
  internalUrl: undefined,
  orphanAge: 3_600_000,
  apiKeys: new Map(),
  adminKey: undefined,
  workers: 1,
  sessions: 2,
  publicUrl: undefined,
  uploadUrl: undefined,
  blockSize: 8 << 20,
  maxFileSize: 4 * 2 ** 30,
  maxSceneSize: 32 << 20,
  maxResolution: limits.resolutionPixels,
  maxBodiesInFlight: 256 << 20,
  headTimeout: 10_000,
  jobsPerMinute: 0,
  requestsPerSecond: 0,
  unfinishedPerUser: 1_000_000,
  missingAssets: "fail",
  taskTimeout: 600_000,
  sessionIdle: 300_000,
  clock: "system",
  strict: false,
  variants: [],
  faults: false,
  fetchHosts: [],
  origins: [],
  engineCommand: [],
  background: [0, 0, 0, 1],
  requestLog: false,
  seedData: undefined,
};
