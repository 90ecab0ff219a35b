import type { Sending } from "./network.ts";
import type { SimWorld } from "./world.ts";

/** Minimum milliseconds between two polls of an operation by one client. */
const INTERVAL = 2000;

/** Invariants of every run: of all sent requests and their order. */
export function checkSent({ network, problems, log, budget }: SimWorld): void {
  sameBytes(network.sent, problems);
  neverAgainWhenUnknown(network.sent, problems);
  pollsApart(network.sent, problems);
  budgetKept(log, budget, problems);
}

/** Line 1: every attempt of a job sends the same. */
function sameBytes(sent: readonly Sending[], problems: string[]): void {
  const bodies = new Map<string, string>();
  for (const { arrival, body } of sent) {
    if (!isCreate(arrival.path, arrival.json)) continue;
    const first = bodies.get(arrival.call);
    if (first === undefined) bodies.set(arrival.call, body);
    else if (first !== body) problems.push(`an attempt of ${arrival.call} sent ${body} after ${first}`);
  }
}

/** Lines 5 and 6: a request without duplicate protection is not sent again once it may have been accepted. */
function neverAgainWhenUnknown(sent: readonly Sending[], problems: string[]): void {
  const unknown = new Set<string>();
  for (const { arrival, notAccepted } of sent) {
    if (!isCreate(arrival.path, arrival.json) || arrival.path.endsWith("/jobs")) continue;
    if (unknown.has(arrival.call)) problems.push(`${arrival.path} was sent again though it may have been accepted`);
    if (!notAccepted) unknown.add(arrival.call);
  }
}

/** Line 9: never closer than the interval, retries included. */
function pollsApart(sent: readonly Sending[], problems: string[]): void {
  const last = new Map<string, number>();
  for (const { client, time, arrival } of sent) {
    const { json, method, path } = arrival;
    const id = json["operationId"] ?? (method === "GET" && path.includes("/world/") ? path : undefined);
    if (typeof id !== "string") continue;
    const name = `${client} ${id}`;
    const gap = time - (last.get(name) ?? -Infinity);
    if (gap < INTERVAL - 0.001) problems.push(`client ${client} asked for ${id} again after ${gap} ms`);
    last.set(name, time);
  }
}

/** Line 7: a retry costs 5 tokens at least, and a success returns at most what was taken, or one. 401s are not an outage. */
function budgetKept(log: SimWorld["log"], budget: number, problems: string[]): void {
  const left = new Map<number, number>();
  for (const { client, record } of log) {
    let tokens = left.get(client) ?? budget;
    if (record.attempt > 1) tokens -= 5;
    if (record.status === 401 && record.outcome === "refused") tokens += 5;
    if (tokens < 0) problems.push(`client ${client} retried beyond its budget`);
    // After a timeout a retry took 10.
    if (record.outcome === "accepted") tokens += record.attempt > 1 ? 10 : 1;
    left.set(client, tokens);
  }
}

function isCreate(path: string, json: Readonly<Record<string, unknown>>): boolean {
  return "requestId" in json || path.endsWith("/generations");
}
