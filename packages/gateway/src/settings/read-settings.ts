/** Settings from a command line and the environment. */
import { parseArgs } from "node:util";
import { defaultSettings, type Settings } from "./settings.ts";

/** A command line that cannot be used; the message says why. */
export class SettingsError extends Error {
  override readonly name: string = "SettingsError";
}

const options = {
  port: { type: "string" },
  host: { type: "string" },
  data: { type: "string" },
  database: { type: "string" },
  files: { type: "string" },
  "files-endpoint": { type: "string" },
  "api-key": { type: "string", multiple: true },
  "admin-key": { type: "string" },
  workers: { type: "string" },
  role: { type: "string" },
  sessions: { type: "string" },
  "public-url": { type: "string" },
  "internal-url": { type: "string" },
  "orphan-age": { type: "string" },
  "upload-url": { type: "string" },
  "block-size": { type: "string" },
  "max-file-size": { type: "string" },
  "max-scene-size": { type: "string" },
  "max-resolution": { type: "string" },
  "jobs-per-minute": { type: "string" },
  "requests-per-second": { type: "string" },
  "unfinished-per-user": { type: "string" },
  "missing-assets": { type: "string" },
  "task-timeout": { type: "string" },
  "session-idle": { type: "string" },
  clock: { type: "string" },
  strict: { type: "boolean" },
  faults: { type: "boolean" },
  "fetch-host": { type: "string", multiple: true },
  origin: { type: "string", multiple: true },
  "engine-command": { type: "string" },
  "seed-data": { type: "string" },
  background: { type: "string" },
  "request-log": { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const;

/** What a command line asks for. */
export type Command = { readonly kind: "help" | "version" } | { readonly kind: "run"; readonly settings: Settings };

/**
 * Reads flags, then the environment (`SPATIAL_GATEWAY_KEYS`, `SPATIAL_GATEWAY_ADMIN_KEY`, `SPATIAL_GATEWAY_DATABASE`),
 * then the defaults.
 *
 * @throws {SettingsError} for flags that do not exist and values that cannot be.
 */
export function readSettings(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  const flags = parse(argv);
  if (flags.help === true) return { kind: "help" };
  if (flags.version === true) return { kind: "version" };
  const role = oneOf("role", flags.role, ["all", "api", "worker"] as const) ?? "all";
  const database = flags.database ?? environment["SPATIAL_GATEWAY_DATABASE"] ?? defaultSettings.database;
  // The text is not repeated: it may hold a password.
  if (database !== "sqlite" && !/^postgres(?:ql)?:\/\//.test(database)) {
    throw new SettingsError("--database: expected sqlite or postgres://…");
  }
  if (role !== "all" && database === "sqlite") {
    throw new SettingsError("--role: a SQLite database belongs to one process, so only all will do");
  }
  const clock = oneOf("clock", flags.clock, ["system", "manual"] as const);
  if (role !== "all" && clock === "manual") {
    throw new SettingsError("--clock: a manual one is of one process, so it needs the role all");
  }
  const d = defaultSettings;
  const settings: Settings = {
    // Nobody but the other processes calls a worker, and they are told its port.
    port: whole("port", flags.port, 0, 65_535) ?? (role === "worker" ? 0 : d.port),
    host: flags.host ?? d.host,
    data: flags.data ?? d.data,
    database,
    role,
    files: filesPlace(flags.files),
    filesEndpoint: webAddress("files-endpoint", flags["files-endpoint"]),
    internalUrl: webAddress("internal-url", flags["internal-url"]),
    orphanAge: whole("orphan-age", flags["orphan-age"], 1, 2 ** 40) ?? d.orphanAge,
    apiKeys: readKeys(flags["api-key"] ?? [], environment["SPATIAL_GATEWAY_KEYS"]),
    adminKey: flags["admin-key"] ?? environment["SPATIAL_GATEWAY_ADMIN_KEY"],
    workers: whole("workers", flags.workers, 1, 64) ?? d.workers,
    sessions: whole("sessions", flags.sessions, 1, 64) ?? d.sessions,
    publicUrl: webAddress("public-url", flags["public-url"]),
    uploadUrl: webAddress("upload-url", flags["upload-url"]),
    blockSize: whole("block-size", flags["block-size"], 1, 2 ** 30) ?? d.blockSize,
    maxFileSize: whole("max-file-size", flags["max-file-size"], 1, 2 ** 43) ?? d.maxFileSize,
    maxSceneSize: whole("max-scene-size", flags["max-scene-size"], 1, 2 ** 28) ?? d.maxSceneSize,
    maxBodiesInFlight: d.maxBodiesInFlight,
    headTimeout: d.headTimeout,
    maxResolution: whole("max-resolution", flags["max-resolution"], 1, 16_384) ?? d.maxResolution,
    jobsPerMinute: whole("jobs-per-minute", flags["jobs-per-minute"], 0, 1e9) ?? d.jobsPerMinute,
    requestsPerSecond: whole("requests-per-second", flags["requests-per-second"], 0, 1e9) ?? d.requestsPerSecond,
    unfinishedPerUser: whole("unfinished-per-user", flags["unfinished-per-user"], 1, 1e9) ?? d.unfinishedPerUser,
    missingAssets: oneOf("missing-assets", flags["missing-assets"], ["fail", "skip"] as const) ?? d.missingAssets,
    taskTimeout: whole("task-timeout", flags["task-timeout"], 1, 2 ** 31 - 1) ?? d.taskTimeout,
    sessionIdle: whole("session-idle", flags["session-idle"], 1, 2 ** 31 - 1) ?? d.sessionIdle,
    clock: clock ?? d.clock,
    strict: flags.strict ?? d.strict,
    faults: flags.faults ?? d.faults,
    fetchHosts: flags["fetch-host"] ?? d.fetchHosts,
    origins: flags.origin ?? d.origins,
    engineCommand: flags["engine-command"]?.split(" ").filter((word) => word !== "") ?? d.engineCommand,
    seedData: flags["seed-data"],
    background: color("background", flags.background) ?? d.background,
    requestLog: flags["request-log"] ?? d.requestLog,
  };
  return { kind: "run", settings };
}

function parse(argv: readonly string[]): ReturnType<typeof parseArgs<{ options: typeof options }>>["values"] {
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}

/** Keys of flags (`KEY=USER`, repeatable) and of the environment (`KEY=USER,…`). */
function readKeys(flags: readonly string[], environment: string | undefined): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const given = [...(environment ?? "").split(",").filter((text) => text.trim() !== ""), ...flags];
  for (const text of given) {
    const at = text.lastIndexOf("=");
    const key = text.slice(0, at).trim();
    const user = text.slice(at + 1).trim();
    // The text is not repeated: it holds a secret.
    if (at < 1 || key === "" || user === "") throw new SettingsError("a key: expected KEY=USER");
    if (!/^[\x21-\x7e]+$/.test(key)) throw new SettingsError("a key: expected visible ASCII characters");
    keys.set(key, user);
  }
  return keys;
}

function whole(name: string, text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SettingsError(`--${name}: expected a whole number from ${least} to ${most}`);
}

function oneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  if (found === undefined) throw new SettingsError(`--${name}: expected ${values.join(", ")}`);
  return found;
}

/** Opaque: frames of streams have no transparency. */
function color(name: string, text: string | undefined): Settings["background"] | undefined {
  if (text === undefined) return undefined;
  const [, red, green, blue] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) {
    throw new SettingsError(`--${name}: expected a color as #rrggbb`);
  }
  return [parseInt(red, 16) / 255, parseInt(green, 16) / 255, parseInt(blue, 16) / 255, 1];
}

function filesPlace(text: string | undefined): string | undefined {
  const isUrl = text !== undefined && /^[a-z0-9+]+:\/\//i.test(text);
  if (isUrl && !/^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?$/.test(text)) {
    throw new SettingsError("--files: expected a folder or s3://bucket/prefix");
  }
  return text;
}

function webAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new SettingsError(`--${name}: expected http://… or https://… without a query`);
  }
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

/** What `--help` prints. */
export const helpText = `spatial-gateway: the world, render and 3D generation service on this machine

  --port 8787              0 takes a free one
  --host 127.0.0.1
  --data DIR               database and files (spatial-gateway-data)
  --database sqlite|postgres://…
                           also SPATIAL_GATEWAY_DATABASE, where no list of processes shows its password
  --files DIR|s3://BUCKET/PREFIX
                           files, if not in --data; with PostgreSQL a place that all processes share.
                           S3 with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION of the environment
  --files-endpoint URL     of an S3-compatible store that is not Amazon's
  --api-key KEY=USER       repeatable; also SPATIAL_GATEWAY_KEYS (KEY=USER,…); with none a key is made and printed
  --admin-key KEY          for /admin; also SPATIAL_GATEWAY_ADMIN_KEY; without it, API keys will do
  --workers N              processes that render jobs (1)
  --role all|api|worker    with PostgreSQL: answers callers (api), works (worker), or both
  --sessions N             realtime sessions at once (2)
  --public-url URL         where callers reach it, if not at host and port
  --internal-url URL       where the other processes reach this one, if not at host and port
  --upload-url URL         where callers reach the upload host, if not at the same origin
  --block-size BYTES       largest file of a single upload, and a part's size (8388608)
  --max-file-size BYTES    of an upload in parts (4294967296)
  --max-scene-size BYTES   decoded (33554432)
  --max-resolution PIXELS  of an image's side (4500)
  --jobs-per-minute N      by user; 0 for any number (0)
  --requests-per-second N  by user; 0 for any number (0)
  --unfinished-per-user N  operations (1000000)
  --missing-assets fail|skip
  --task-timeout MS        (600000)
  --session-idle MS        (300000)
  --orphan-age MS          with PostgreSQL: of files that no row names, before they are removed (3600000)
  --clock system|manual    a manual one goes on by POST /admin/clock
  --strict                 reject requests with fields that an endpoint does not have
  --faults                 faults by the header x-spatial-fault, and by PUT /admin/faults
  --fetch-host HOST        repeatable; hosts that files are fetched from: name, *.name, * (none)
  --origin ORIGIN          repeatable; of pages that may open a WebSocket
  --engine-command "…"     the program that makes worlds and models
  --seed-data DIR          GLB, PLY and SPZ files that every user has as meshes: chair.glb has the mesh id chair
  --background #RRGGBB     behind what is drawn (#000000)
  --request-log            a line for each request, on standard error
`;
