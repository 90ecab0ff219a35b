import { limits } from "@usdkit/contract";

/** All settings; the defaults are in {@link defaultSettings}. Sizes are bytes, times milliseconds. */
export interface Settings {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Folder of the database and files. */
  readonly data: string;
  /** `sqlite` for a single process, or the `postgres://…` URL of a database that several processes share. */
  readonly database: string;
  /** Role of this process: serves callers (`api`), runs tasks (`worker`), or both. */
  readonly role: "all" | "api" | "worker";
  /** Location of files, if not in `data`: a folder (shared by all processes with PostgreSQL) or `s3://bucket/prefix`. */
  readonly files: string | undefined;
  /** Endpoint of an S3-compatible store other than Amazon's: `https://host`. */
  readonly filesEndpoint: string | undefined;
  /** URL at which the other processes reach this one, if not at its own host and port. */
  readonly internalUrl: string | undefined;
  /** With PostgreSQL: minimum age of an orphaned file before it is removed. Longer than any upload and any task. */
  readonly orphanAge: number;
  /** API key → user. */
  readonly apiKeys: ReadonlyMap<string, string>;
  /** Key for `/admin`; if empty, every API key is accepted. */
  readonly adminKey: string | undefined;
  /** Number of rendering processes. */
  readonly workers: number;
  /** Maximum number of concurrent realtime sessions; others wait in a queue. */
  readonly sessions: number;
  /** Public base URL, if not its own host and port: file URLs start with it. */
  readonly publicUrl: string | undefined;
  /** Public base URL of the upload host, if it has another origin. */
  readonly uploadUrl: string | undefined;
  /** Maximum size of a single upload, and the size of a part. */
  readonly blockSize: number;
  /** Maximum size of a multipart upload. */
  readonly maxFileSize: number;
  /** Maximum size of a decoded scene. */
  readonly maxSceneSize: number;
  /** Maximum width and height of an image, in pixels. */
  readonly maxResolution: number;
  /** Maximum total size of request bodies being received. */
  readonly maxBodiesInFlight: number;
  /** Timeout for receiving the request head. */
  readonly headTimeout: number;
  /** Maximum number of jobs per user and minute; 0 for unlimited. */
  readonly jobsPerMinute: number;
  /** Maximum number of requests per second with a key or upload token; 0 for unlimited. */
  readonly requestsPerSecond: number;
  /** Maximum number of unfinished operations per user; beyond it, 429. */
  readonly unfinishedPerUser: number;
  /** Whether a scene with an unknown mesh id fails or is rendered without it. */
  readonly missingAssets: "fail" | "skip";
  /** Timeout of a task. */
  readonly taskTimeout: number;
  /** Idle timeout of a session: without a push, a requested frame or a connection. */
  readonly sessionIdle: number;
  readonly clock: "system" | "manual";
  /** Whether null and unknown fields are rejected; otherwise they are ignored. */
  readonly strict: boolean;
  /** Names of the variants (`@usdkit/contract/variants`) applied to responses, for tests of clients. */
  readonly variants: readonly string[];
  /** Whether requests may inject faults by header and rules for faults may be set. */
  readonly faults: boolean;
  /** Hosts from which files are fetched for callers: names, `*.name`, or `*` for all public ones. Empty: none. */
  readonly fetchHosts: readonly string[];
  /** Origins of pages that may call the service and open its WebSockets; programs send no origin. */
  readonly origins: readonly string[];
  /** The program of the engine `external`; empty for the built-in ones. */
  readonly engineCommand: readonly string[];
  /** Background color: red, green, blue and alpha, from 0 to 1 as pixel values. */
  readonly background: readonly [number, number, number, number];
  /** Whether a line per request is written to standard error. */
  readonly requestLog: boolean;
  /** A folder of GLB, PLY and SPZ files that every user has as meshes, by file name; imported before it listens. */
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
