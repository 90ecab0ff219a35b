import { logAttempt, type AttemptRecord } from "./log.ts";
import type { AttemptPlace } from "./repeat.ts";
import type { Secrets } from "./secrets.ts";
import type { TransportSettings } from "./settings.ts";
import type { Verdict } from "./verdict.ts";

const OUTCOMES: Readonly<Record<Verdict<unknown>["kind"], AttemptRecord["outcome"]>> = {
  accepted: "accepted",
  refused: "refused",
  duplicate: "refused",
  unauthorized: "refused",
  "not accepted": "not accepted",
  unknown: "unknown",
  aborted: "aborted",
};

/** Tells the logger of an attempt that has ended. */
export function logVerdict(
  { clock, logger }: Pick<TransportSettings, "clock" | "logger">,
  secrets: Secrets,
  { id, method, url }: { readonly id: string; readonly method: string; readonly url: URL },
  { attempt, wait }: AttemptPlace,
  start: number,
  verdict: Verdict<unknown>,
): void {
  if (logger?.attempt === undefined) return;
  logAttempt(logger, {
    endpoint: id,
    method,
    origin: url.origin,
    // Without the query: it can hold what lets somebody in.
    path: secrets.redact(url.pathname),
    attempt,
    wait,
    duration: clock.now() - start,
    status: verdict.kind === "aborted" ? undefined : verdict.status,
    outcome: OUTCOMES[verdict.kind],
    error: "error" in verdict ? verdict.error.message : undefined,
  });
}
