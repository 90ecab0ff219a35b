/** The state of a running upload: plain data, so that a simulation can store, compare and print it. */
import type { StatusEnd } from "../operations/final-status.ts";
import type { ByteRange, UploadPlan } from "./upload-plan.ts";

/** The reply of the token endpoint (spec 2.1). */
export interface UploadCredential {
  readonly token: string;
  /** Base address of the upload host. */
  readonly url: string;
  readonly blockSize: number;
}

/** The phase of an upload. */
export type UploadPhase =
  /** Waits for a token. */
  | { readonly at: "token" }
  /** The file is being sent whole. */
  | { readonly at: "whole" }
  /** The host is asked which parts are missing. */
  | { readonly at: "begin" }
  /** Parts are in flight. If `stop` is set, no further part starts, and those in flight are awaited. */
  | {
      readonly at: "parts";
      readonly taskId: string;
      readonly missing: readonly number[];
      /** Index into `missing` of the next part to send. */
      readonly next: number;
      readonly inFlight: readonly number[];
      readonly stop?: UploadFault;
    }
  /** All bytes are sent; the host is asked for the public URL. */
  | {
      readonly at: "status";
      readonly taskId: string;
      readonly deadline: number;
      /** Whether the last answer still listed missing parts. */
      readonly lacks: boolean;
      readonly fault?: UploadFault;
      readonly latest?: LatestStatus;
    }
  | { readonly at: "done"; readonly taskId: string; readonly url: string }
  /** All bytes were accepted, and the host did not report the result in time. */
  | {
      readonly at: "unknown";
      readonly taskId: string;
      readonly fault?: UploadFault;
      readonly latest?: LatestStatus;
    }
  | { readonly at: "failed"; readonly error: unknown };

/** The last reply about the status of an upload. */
export interface LatestStatus {
  readonly status: number;
  readonly text?: string | undefined;
}

export interface UploadState {
  /** Size of the file, in bytes. */
  readonly size: number;
  readonly phase: UploadPhase;
  readonly credential?: UploadCredential;
  /** Set with the credential: another token may split the file differently. */
  readonly plan?: UploadPlan;
  /** Whether the token was already refreshed; it is refreshed at most once. */
  readonly isRefreshed: boolean;
  /** Whether the host already had the file. */
  readonly isDeduplicated: boolean;
  /** The fewest missing parts that the host has reported. */
  readonly fewest: number;
  /** Faults since that number last decreased. */
  readonly idle: number;
  /** Time of the last status request, in milliseconds of the clock: kept across tokens and rounds. */
  readonly lastAsked: number;
}

/** A step to run now. Steps in flight continue. */
export type UploadStep =
  | { readonly do: "take-token" }
  | { readonly do: "send-whole"; readonly credential: UploadCredential; readonly pause: Pause }
  | {
      readonly do: "begin";
      readonly credential: UploadCredential;
      readonly plan: UploadPlan;
      readonly pause: Pause;
    }
  | {
      readonly do: "send-part";
      readonly credential: UploadCredential;
      readonly taskId: string;
      readonly part: number;
      readonly range: ByteRange;
    }
  | {
      readonly do: "ask-status";
      readonly credential: UploadCredential;
      readonly pause: Pause;
      /** In milliseconds of the clock: answers are accepted until then. */
      readonly deadline: number;
    };

/** Milliseconds to wait before a step: `least` plus a random share of `spread`. */
export interface Pause {
  readonly least: number;
  readonly spread: number;
}

/** Why a step failed. */
export interface UploadFault {
  /**
   * - `token`: the upload host does not know the token, or no longer does.
   * - `refused`: the host rejected the request; a retry may succeed.
   * - `spent`: the retries of the call are used up.
   * - `final`: a retry cannot succeed.
   */
  readonly kind: "token" | "refused" | "spent" | "final";
  readonly error: unknown;
  /** Milliseconds that the host asked to wait. */
  readonly retryAfter?: number | undefined;
}

/** The result of a step. */
export type UploadEvent =
  | { readonly of: "take-token"; readonly credential: UploadCredential }
  | { readonly of: "send-whole"; readonly taskId: string }
  | {
      readonly of: "begin";
      readonly taskId: string;
      /** Undefined if the host does not report them: then all parts are sent. */
      readonly lackBlocks: readonly number[] | undefined;
      readonly deduplicated: boolean;
    }
  | { readonly of: "send-part"; readonly part: number }
  | {
      readonly of: "ask-status";
      readonly status: number;
      /** What the status means by the client's conventions. */
      readonly end?: StatusEnd | undefined;
      readonly url?: string | undefined;
      /** Why the upload failed. */
      readonly message?: string | undefined;
      /** Any text of the reply, for messages. */
      readonly text?: string | undefined;
      readonly lackBlocks?: readonly number[] | undefined;
    }
  | { readonly of: "fault"; readonly step: UploadStep; readonly fault: UploadFault };

/** The state after an event, and the steps to run in it. */
export interface UploadTransition {
  readonly state: UploadState;
  readonly steps: readonly UploadStep[];
}
