import type { CallOptions, Transport } from "../transport/transport.ts";

/** The kinds of operations, as they are stored. */
export const kindNames: readonly KindName[] = ["job", "stream", "world", "mesh", "gen3d"];

/** A kind of operation. */
export type KindName = "job" | "stream" | "world" | "mesh" | "gen3d";

/** Why an operation failed, as the service reports it. */
export interface OperationFailure {
  readonly message?: string | null | undefined;
  readonly code?: number | null | undefined;
  /** The symbolic status. */
  readonly status?: string | null | undefined;
  /** `BIZ_` and the business code. */
  readonly reason?: string | null | undefined;
}

/** The state that an update reports. */
export type OperationState<Result> =
  | { readonly kind: "running" }
  | { readonly kind: "succeeded"; readonly result: Result }
  | { readonly kind: "failed"; readonly failure: OperationFailure }
  /** It ended without its result: `missing` names the field. */
  | { readonly kind: "empty"; readonly missing: string };

/** What operations of a kind have in common, as data: how one is asked for, and how its answer is read. */
export interface OperationKind<Result, Update, Kind extends KindName = KindName> {
  /** As it is stored. */
  readonly kind: Kind;
  /** In a message: `render job`. */
  readonly noun: string;
  /** The endpoint's id, for errors. */
  readonly endpoint: string;
  /** Milliseconds from one poll to the next. */
  readonly interval: number;
  /** Milliseconds that it is followed where nothing else is said. */
  readonly timeout: number;
  poll(transport: Transport, id: string, options: CallOptions): Promise<Update>;
  /** An unknown state counts as running. */
  read(update: Update): OperationState<Result>;
  /** The status that the service reports, for messages; undefined where it reports none. */
  statusOf(update: Update): string | undefined;
}
