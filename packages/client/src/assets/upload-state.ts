/** What an upload knows while it runs: plain data, so that a simulation can hold, compare and print it. */
import type { ByteRange, UploadPlan } from "./upload-plan.ts";

/** What the token endpoint gave (spec 2.1). */
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
  /** The file is on its way as a whole. */
  | { readonly at: "whole" }
  /** The host is asked which parts it lacks. */
  | { readonly at: "begin" }
  /** Parts are on their way; none is begun any more when `stop` is set, and what is under way is waited for. */
  | {
      readonly at: "parts";
      readonly taskId: string;
      readonly missing: readonly number[];
      /** Index into `missing` of the next part to begin. */
      readonly next: number;
      readonly inFlight: readonly number[];
      readonly stop?: UploadFault;
    }
  /** All bytes are there; the host is asked for the public URL. */
  | {
      readonly at: "status";
      readonly taskId: string;
      readonly deadline: number;
      /** Whether the last answer still named missing parts. */
      readonly lacks: boolean;
      readonly fault?: UploadFault;
    }
  | { readonly at: "done"; readonly taskId: string; readonly url: string }
  /** All bytes were taken, and the host did not say in time what became of them. */
  | { readonly at: "unknown"; readonly taskId: string; readonly fault?: UploadFault }
  | { readonly at: "failed"; readonly error: unknown };

export interface UploadState {
  /** Of the file, in bytes. */
  readonly size: number;
  readonly phase: UploadPhase;
  readonly credential?: UploadCredential;
  /** Set with the credential: another token may cut the file in another way. */
  readonly plan?: UploadPlan;
  /** Whether the token was refreshed: it is once. */
  readonly isRefreshed: boolean;
  /** Whether the host had the file already. */
  readonly isDeduplicated: boolean;
  /** The fewest missing parts that the host has named. */
  readonly fewest: number;
  /** Faults since that number last went down. */
  readonly idle: number;
  /** When the status was asked for last, in milliseconds of the clock: also under another token, and before another round. */
  readonly lastAsked: number;
}

/** One thing to do now. What is under way goes on. */
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
      /** In milliseconds of the clock: the answer counts until then. */
      readonly deadline: number;
    };

/** Milliseconds to wait before a step: `least`, and a random share of `spread`. */
export interface Pause {
  readonly least: number;
  readonly spread: number;
}

/** Why a step did not do what it should. */
export interface UploadFault {
  /**
   * - `token`: the upload host does not know the token (any more).
   * - `refused`: the host says no, and not whether it will say so again.
   * - `spent`: it was repeated as often as a call is.
   * - `final`: to repeat it is of no use.
   */
  readonly kind: "token" | "refused" | "spent" | "final";
  readonly error: unknown;
  /** Milliseconds that the host asked to wait. */
  readonly retryAfter?: number | undefined;
}

/** What came of a step. */
export type UploadEvent =
  | { readonly of: "take-token"; readonly credential: UploadCredential }
  | { readonly of: "send-whole"; readonly taskId: string }
  | {
      readonly of: "begin";
      readonly taskId: string;
      /** Undefined where the host does not report them: then all parts are sent. */
      readonly lackBlocks: readonly number[] | undefined;
      readonly deduplicated: boolean;
    }
  | { readonly of: "send-part"; readonly part: number }
  | {
      readonly of: "ask-status";
      readonly status: number;
      readonly url?: string | undefined;
      readonly message?: string | undefined;
      readonly lackBlocks?: readonly number[] | undefined;
    }
  | { readonly of: "fault"; readonly step: UploadStep; readonly fault: UploadFault };

/** The state after an event, and what to do in it. */
export interface UploadTransition {
  readonly state: UploadState;
  readonly steps: readonly UploadStep[];
}
