/** Writes to standard error: no key, no token, no file URL, no text that could control a terminal. */
import type { Served } from "../http/service.ts";

const MAX_IGNORED = 20;

/** Writes a line of JSON for each request. Paths of files are secret and omitted. */
export function logRequest({ method, path, endpoint, status, milliseconds, user, ignored }: Served): void {
  const shown = path.startsWith("/files/") ? "/files/…" : path.slice(0, 200);
  const line = {
    time: new Date().toISOString(),
    method,
    path: shown,
    endpoint,
    status,
    ms: Math.round(milliseconds),
    user,
    ...(ignored.length > 0 && { ignored: ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, 100)) }),
  };
  process.stderr.write(`${escape(JSON.stringify(line))}\n`);
}

/** Writes an internal error. */
export function reportProblem(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`spatial-gateway: ${escape(text)}\n`);
}

function escape(text: string): string {
  return text.replaceAll(
    /[\0-\x09\x0b-\x1f\x7f-\x9f]/g,
    (unit) => `\\x${unit.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
