/** Classifies lost connections and other errors, and removes passwords from messages. */

/** System errors of sockets. */
const systemCodes: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
]);

/** PostgreSQL error codes: shut down by an administrator, after a crash, starting up, too many connections. */
const serverCodes: ReadonlySet<unknown> = new Set(["57P01", "57P02", "57P03", "53300"]);

/** The driver has no codes for these. */
const driverMessages =
  /connection terminated|timeout exceeded when trying to connect|connection error|not queryable|query read timeout/i;

/** Returns whether the connection was lost or is unavailable, so that a retry may help. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? error.code : undefined;
  // Class 08: connection exceptions.
  const isConnection = typeof code === "string" && /^08[0-9A-Z]{3}$/.test(code);
  return isConnection || systemCodes.has(code) || serverCodes.has(code) || driverMessages.test(error.message);
}

/** Returns whether a server exists that will accept connections soon. */
export function isRefusedForNow(error: unknown): boolean {
  return error instanceof Error && "code" in error && serverCodes.has(error.code);
}

/** Returns a database URL without its secrets. */
export function redactUrl(url: string): string {
  const parsed = URL.parse(url);
  // An unparsable URL may contain a secret anywhere.
  if (parsed === null) return "postgres://…";
  const user = parsed.username === "" ? "" : `${parsed.username}${parsed.password === "" ? "" : ":…"}@`;
  return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}`;
}

/** Returns an error message without the URL's password, in any encoding. */
export function redactError(error: unknown, url: string): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  let message = first instanceof Error ? first.message || first.name : String(first);
  const parsed = URL.parse(url);
  const secrets = [url, parsed?.password, parsed?.searchParams.get("password")].flatMap((secret) =>
    secret === undefined || secret === null || secret === "" ? [] : [secret, decoded(secret)],
  );
  for (const secret of secrets) message = message.replaceAll(secret, "…");
  return message;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
