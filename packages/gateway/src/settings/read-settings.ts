/** Reads settings from the arguments of the command and the environment. */
import { UsageError } from "@usdkit/command/cli/errors";
import { defaultSettings, type Settings } from "./settings.ts";

/** Parsed arguments: values by the names of `serveOptions`, in camel case. Choices are validated already. */
export interface ServeArguments {
  readonly port?: number;
  readonly host?: string;
  readonly data?: string;
  readonly database?: string;
  readonly files?: string;
  readonly filesEndpoint?: string;
  readonly apiKey?: readonly string[];
  readonly adminKey?: string;
  readonly workers?: number;
  readonly role?: Settings["role"];
  readonly sessions?: number;
  readonly publicUrl?: string;
  readonly internalUrl?: string;
  readonly uploadUrl?: string;
  readonly blockSize?: number;
  readonly maxFileSize?: number;
  readonly maxSceneSize?: number;
  readonly maxResolution?: number;
  readonly jobsPerMinute?: number;
  readonly requestsPerSecond?: number;
  readonly unfinishedPerUser?: number;
  readonly missingAssets?: Settings["missingAssets"];
  readonly background?: string;
  readonly taskTimeout?: number;
  readonly sessionIdle?: number;
  readonly orphanAge?: number;
  readonly clock?: Settings["clock"];
  readonly strict?: boolean;
  readonly variant?: readonly string[];
  readonly faults?: boolean;
  readonly fetchHost?: readonly string[];
  readonly origin?: readonly string[];
  readonly engineCommand?: string;
  readonly seedData?: string;
  readonly requestLog?: boolean;
}

/** Minimum and maximum of each number. */
const ranges = {
  port: [0, 65_535],
  workers: [1, 64],
  sessions: [1, 64],
  blockSize: [1, 2 ** 30],
  maxFileSize: [1, 2 ** 43],
  maxSceneSize: [1, 2 ** 28],
  maxResolution: [1, 16_384],
  jobsPerMinute: [0, 1e9],
  requestsPerSecond: [0, 1e9],
  unfinishedPerUser: [1, 1e9],
  taskTimeout: [1, 2 ** 31 - 1],
  sessionIdle: [1, 2 ** 31 - 1],
  orphanAge: [1, 2 ** 40],
} as const;

/**
 * Returns the settings: arguments first, then the environment (`SPATIAL_GATEWAY_KEYS`, `SPATIAL_GATEWAY_ADMIN_KEY`,
 * `SPATIAL_GATEWAY_DATABASE`), then the defaults.
 *
 * @throws {UsageError} for invalid or conflicting values. No message contains a key or a password.
 */
export function readSettings(
  args: ServeArguments,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const { role = "all", clock = defaultSettings.clock } = args;
  const database = args.database ?? environment["SPATIAL_GATEWAY_DATABASE"] ?? defaultSettings.database;
  if (database !== "sqlite" && !/^postgres(?:ql)?:\/\//.test(database)) {
    throw new UsageError('Option "--database" expects sqlite or postgres://…');
  }
  if (role !== "all" && database === "sqlite") {
    throw new UsageError(`Option "--role ${role}" needs PostgreSQL: a SQLite database belongs to one process`);
  }
  if (role !== "all" && clock === "manual") {
    throw new UsageError('Option "--clock manual" needs the role all: the clock belongs to one process');
  }
  const { apiKey = [], fetchHost, origin, variant, engineCommand, background } = args;
  return {
    ...defaultSettings,
    ...plain(args),
    ...numbers(args),
    // Only the other processes call a worker; they learn its port from the database.
    ...(role === "worker" && args.port === undefined && { port: 0 }),
    database,
    role,
    clock,
    files: filesPlace(args.files),
    filesEndpoint: webAddress("files-endpoint", args.filesEndpoint),
    publicUrl: webAddress("public-url", args.publicUrl),
    internalUrl: webAddress("internal-url", args.internalUrl),
    uploadUrl: webAddress("upload-url", args.uploadUrl),
    apiKeys: readKeys(apiKey, environment["SPATIAL_GATEWAY_KEYS"]),
    adminKey: args.adminKey ?? environment["SPATIAL_GATEWAY_ADMIN_KEY"],
    ...(fetchHost && { fetchHosts: fetchHost }),
    ...(origin && { origins: origin }),
    ...(variant && { variants: variant }),
    ...(engineCommand !== undefined && { engineCommand: engineCommand.split(" ").filter((word) => word !== "") }),
    ...(background !== undefined && { background: color(background) }),
  };
}

/** Arguments that map to settings unchanged. */
function plain(args: ServeArguments): Partial<Settings> {
  const { host, data, missingAssets, strict, faults, seedData, requestLog } = args;
  const given = { host, data, missingAssets, strict, faults, seedData, requestLog };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function numbers(args: ServeArguments): Partial<Settings> {
  const found: [string, number][] = [];
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const value = args[name as keyof typeof ranges];
    if (value === undefined) continue;
    if (!Number.isInteger(value) || value < min || value > max) {
      const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UsageError(`Option "--${option}" expects a whole number from ${min} to ${max}, found ${value}`);
    }
    found.push([name, value]);
  }
  return Object.fromEntries(found);
}

/** API keys from options (`KEY=USER`, repeatable) and the environment (`KEY=USER,…`). */
function readKeys(options: readonly string[], environment: string | undefined): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const given = [...(environment ?? "").split(",").filter((text) => text.trim() !== ""), ...options];
  for (const text of given) {
    const at = text.lastIndexOf("=");
    const key = text.slice(0, at).trim();
    const user = text.slice(at + 1).trim();
    if (at < 1 || key === "" || user === "") throw new UsageError("An API key expects the form KEY=USER");
    if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError("An API key expects visible ASCII characters");
    keys.set(key, user);
  }
  return keys;
}

function filesPlace(text: string | undefined): string | undefined {
  const isUrl = text !== undefined && /^[a-z0-9+]+:\/\//i.test(text);
  if (isUrl && !/^s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/[\w./-]*)?$/.test(text)) {
    throw new UsageError('Option "--files" expects a folder or s3://bucket/prefix');
  }
  return text;
}

function webAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    throw new UsageError(`Option "--${name}" expects http://… or https://… without a query`);
  }
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

/** Opaque: frames of streams have no transparency. */
function color(text: string): Settings["background"] {
  const [, red, green, blue] = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) {
    throw new UsageError(`Option "--background" expects a color as #rrggbb, found "${text}"`);
  }
  return [parseInt(red, 16) / 255, parseInt(green, 16) / 255, parseInt(blue, 16) / 255, 1];
}
