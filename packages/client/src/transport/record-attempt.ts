import type { AttemptResult } from "./attempt-result.ts";
import { logAttempt, type AttemptRecord } from "./log.ts";
import type { AttemptPlace } from "./repeat.ts";
import type { Secrets } from "./secrets.ts";
import type { TransportSettings } from "./settings.ts";

const OUTCOMES: Readonly<Record<AttemptResult<unknown>["kind"], AttemptRecord["outcome"]>> = {
  accepted: "accepted",
  refused: "refused",
  duplicate: "refused",
  unauthorized: "refused",
  "not accepted": "not accepted",
  unknown: "unknown",
  aborted: "aborted",
};

/** Passes a finished attempt to the client's logger, without secrets. */
export function recordAttempt(
  { settings, secrets }: { readonly settings: Pick<TransportSettings, "clock" | "logger">; readonly secrets: Secrets },
  { id, method, url }: { readonly id: string; readonly method: string; readonly url: URL },
  { attempt, wait, start }: AttemptPlace & { readonly start: number },
  result: AttemptResult<unknown>,
): void {
  const { clock, logger } = settings;
  if (logger?.attempt === undefined) return;
  logAttempt(logger, {
    endpoint: id,
    method,
    origin: url.origin,
    // Without the query: it can contain credentials.
    path: secrets.redact(url.pathname),
    attempt,
    wait,
    duration: clock.now() - start,
    status: result.kind === "aborted" ? undefined : result.status,
    outcome: OUTCOMES[result.kind],
    error: "error" in result ? result.error.message : undefined,
  });
}
