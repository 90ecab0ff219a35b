/**
 * The state machine of an upload, without I/O: returns the next steps after each answer and each fault.
 * `run-upload.ts` runs the steps; a simulation may run them in any order.
 *
 *     token ─► whole ──────────────┐
 *       └────► begin ─► parts ─────┴─► status ─► done | unknown
 *                ▲        │              │
 *                └────────┴── faults ────┘                        any ─► failed
 */
import { limits, uploadStatuses } from "@usdkit/contract";
import { OperationFailedError, ProtocolError } from "../errors/errors.ts";
import { isSingle, missingParts, partRange, planUpload, type UploadPlan } from "./upload-plan.ts";
import type {
  Pause,
  UploadCredential,
  UploadEvent,
  UploadFault,
  UploadPhase,
  UploadState,
  UploadStep,
  UploadTransition,
} from "./upload-state.ts";

/** Maximum number of consecutive faults without a new minimum of missing parts. It bounds every upload. */
const MAX_IDLE_ROUNDS = 4;
const AT_ONCE: Pause = { least: 0, spread: 0 };
const FIRST_SPREAD = 1000;
const MAX_SPREAD = 20_000;

/** The initial state: the file's md5 is known, nothing was sent. */
export function startUpload(size: number): UploadTransition {
  const state: UploadState = {
    size,
    phase: { at: "token" },
    isRefreshed: false,
    isDeduplicated: false,
    fewest: Infinity,
    idle: 0,
    lastAsked: -Infinity,
  };
  return { state, steps: [{ do: "take-token" }] };
}

/** Whether the upload has ended. */
export function isOver({ phase }: UploadState): boolean {
  return phase.at === "done" || phase.at === "unknown" || phase.at === "failed";
}

/**
 * Applies the result of a step to the state.
 *
 * @param now Time of the clock, in milliseconds.
 */
export function advanceUpload(state: UploadState, event: UploadEvent, now: number): UploadTransition {
  try {
    return isOver(state) ? { state, steps: [] } : taken(state, event, now);
  } catch (error) {
    // An answer that no upload can continue from: `planUpload` and `missingParts` throw an error that describes it.
    return fail(state, error);
  }
}

function taken(before: UploadState, event: UploadEvent, now: number): UploadTransition {
  const { phase } = before;
  const asked = (event.of === "fault" ? event.step.do : event.of) === "ask-status";
  const state = asked ? { ...before, lastAsked: now } : before;
  if (event.of === "fault") return onFault(state, event, now);
  if (event.of === "take-token" && phase.at === "token") {
    const { credential } = event;
    return send({ ...state, credential, plan: planUpload(state.size, credential.blockSize) }, AT_ONCE);
  }
  if (event.of === "send-whole" && phase.at === "whole") return askStatus(state, event.taskId, now);
  if (event.of === "begin" && phase.at === "begin") return onBegun(state, event, now);
  if (event.of === "send-part" && phase.at === "parts") {
    return goOn(state, { ...phase, inFlight: phase.inFlight.filter((part) => part !== event.part) }, now);
  }
  if (event.of === "ask-status" && phase.at === "status") return onStatus(state, phase, event, now);
  // The answer to a step of an earlier round.
  return { state, steps: [] };
}

/** Sends the file, or asks for its missing parts. */
function send(state: UploadState, pause: Pause): UploadTransition {
  const [credential, plan] = known(state);
  return isSingle(plan)
    ? { state: { ...state, phase: { at: "whole" } }, steps: [{ do: "send-whole", credential, pause }] }
    : { state: { ...state, phase: { at: "begin" } }, steps: [{ do: "begin", credential, plan, pause }] };
}

function onBegun(state: UploadState, event: UploadEvent & { of: "begin" }, now: number): UploadTransition {
  const [, plan] = known(state);
  const { taskId } = event;
  if (event.deduplicated) return askStatus({ ...state, isDeduplicated: true }, taskId, now);
  const missing = missingParts(plan, event.lackBlocks);
  const closer = missing.length < state.fewest ? { ...state, fewest: missing.length, idle: 0 } : state;
  return goOn(closer, { at: "parts", taskId, missing, next: 0, inFlight: [] }, now);
}

/** Starts parts while there is capacity, and leaves the phase when none is in flight. */
function goOn(state: UploadState, phase: UploadPhase & { at: "parts" }, now: number): UploadTransition {
  const [credential, plan] = known(state);
  const { taskId, missing, stop } = phase;
  let { next } = phase;
  const inFlight = [...phase.inFlight];
  const steps: UploadStep[] = [];
  while (stop === undefined && next < missing.length && inFlight.length < limits.partsAtOnce) {
    const part = missing[next++];
    inFlight.push(part);
    steps.push({ do: "send-part", credential, taskId, part, range: partRange(plan, part) });
  }
  if (inFlight.length > 0) return { state: { ...state, phase: { ...phase, next, inFlight } }, steps };
  return stop === undefined ? askStatus(state, taskId, now) : again(state, stop);
}

function askStatus(state: UploadState, taskId: string, now: number): UploadTransition {
  const [credential] = known(state);
  const least = Math.max(0, state.lastAsked + limits.uploadStatusIntervalMs - now);
  const deadline = now + limits.uploadStatusTimeoutMs;
  return {
    state: { ...state, phase: { at: "status", taskId, deadline, lacks: false } },
    steps: [{ do: "ask-status", credential, pause: { least, spread: 0 }, deadline }],
  };
}

function onStatus(
  state: UploadState,
  phase: UploadPhase & { at: "status" },
  event: UploadEvent & { of: "ask-status" },
  now: number,
): UploadTransition {
  const { taskId } = phase;
  const { status, end, url, message } = event;
  // A file without its URL cannot be used yet (spec 4.1: until `status` is 5 and `url` is available).
  if ((status === uploadStatuses.success || end === "succeeded") && url !== undefined && url !== "") {
    return { state: { ...state, phase: { at: "done", taskId, url } }, steps: [] };
  }
  // Our decision, not in the specification: 4 without a message may mean anything (`open-points.md`).
  const hasReason = message !== undefined && message !== "";
  if (end === "failed" || (status === uploadStatuses.failed && hasReason)) {
    const problem = `The upload host could not keep the file: ${hasReason ? message : `its status is ${status}`}`;
    return fail(state, new OperationFailedError(problem, { operationId: taskId, reason: message }));
  }
  const { fault: _, ...seen } = phase;
  const latest = { status, text: event.text };
  return askAgain(state, { ...seen, lacks: (event.lackBlocks ?? []).length > 0, latest }, now);
}

function askAgain(state: UploadState, phase: UploadPhase & { at: "status" }, now: number): UploadTransition {
  const [credential, plan] = known(state);
  const { taskId, deadline, lacks, fault, latest } = phase;
  const least = Math.max(limits.uploadStatusIntervalMs, fault?.retryAfter ?? 0);
  if (now + least < deadline) {
    const pause = { least, spread: 0 };
    return { state: { ...state, phase }, steps: [{ do: "ask-status", credential, pause, deadline }] };
  }
  // A part that the host accepted and then lost is sent again, as often as any other.
  if (lacks && !isSingle(plan) && state.idle < MAX_IDLE_ROUNDS) {
    const error = new ProtocolError("The upload host lacks parts that it has taken.", { operationId: taskId });
    return again(state, { kind: "refused", error });
  }
  const end: UploadPhase = { at: "unknown", taskId, ...(fault && { fault }), ...(latest && { latest }) };
  return { state: { ...state, phase: end }, steps: [] };
}

function onFault(state: UploadState, event: UploadEvent & { of: "fault" }, now: number): UploadTransition {
  const { phase } = state;
  const { step, fault } = event;
  if (phase.at === "parts" && step.do === "send-part") {
    if (fault.kind === "final") return fail(state, fault.error);
    const inFlight = phase.inFlight.filter((part) => part !== step.part);
    return goOn(state, { ...phase, inFlight, stop: graver(phase.stop, fault) }, now);
  }
  if (phase.at === "status" && step.do === "ask-status") {
    // All bytes are at the host: a failed status request does not fail the upload.
    return fault.kind === "token" && !state.isRefreshed
      ? again(state, fault)
      : askAgain(state, { ...phase, fault }, now);
  }
  const isCurrent =
    (phase.at === "token" && step.do === "take-token") ||
    (phase.at === "whole" && step.do === "send-whole") ||
    (phase.at === "begin" && step.do === "begin");
  if (!isCurrent) return { state, steps: [] };
  // A host that never accepted anything gets one call's worth of retries. A partial upload gets more.
  const isFinal = fault.kind === "spent" && state.fewest === Infinity;
  return fault.kind === "final" || isFinal ? fail(state, fault.error) : again(state, fault);
}

/** Starts one more round: with a new token if the token was rejected, otherwise after a pause. */
function again(state: UploadState, fault: UploadFault): UploadTransition {
  if (fault.kind === "token") {
    if (state.isRefreshed) return fail(state, fault.error);
    // An upload started under the old token is invisible under the new one: start over, and send only what is missing.
    return { state: { ...state, phase: { at: "token" }, isRefreshed: true }, steps: [{ do: "take-token" }] };
  }
  const idle = state.idle + 1;
  if (idle > MAX_IDLE_ROUNDS) return fail(state, fault.error);
  const spread = Math.min(MAX_SPREAD, FIRST_SPREAD * 2 ** (idle - 1));
  return send({ ...state, idle }, { least: fault.retryAfter ?? 0, spread });
}

function fail(state: UploadState, error: unknown): UploadTransition {
  return { state: { ...state, phase: { at: "failed", error } }, steps: [] };
}

function graver(first: UploadFault | undefined, second: UploadFault): UploadFault {
  if (first === undefined || second.kind === "token") return second;
  return first.kind === "token"
    ? first
    : { ...second, retryAfter: Math.max(first.retryAfter ?? 0, second.retryAfter ?? 0) };
}

function known({ credential, plan }: UploadState): [UploadCredential, UploadPlan] {
  if (credential === undefined || plan === undefined) throw new Error("a step before the token");
  return [credential, plan];
}
