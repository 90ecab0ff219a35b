import type { ServiceConventions } from "../transport/service-conventions.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";

/** The kinds of operations, as stored. */
export const kindNames: readonly KindName[] = ["job", "stream", "world", "mesh", "gen3d"];

/** A kind of operation. */
export type KindName = "job" | "stream" | "world" | "mesh" | "gen3d";

/** Why an operation failed, as the service reports it. */
export interface OperationFailure {
  readonly message?: string | null | undefined;
  readonly code?: number | null | undefined;
  /** The symbolic status. */
  readonly status?: string | null | undefined;
  /** `BIZ_` followed by the business code. */
  readonly reason?: string | null | undefined;
}

/** The state that an update reports. */
export type OperationState<Result> =
  | { readonly kind: "running" }
  | { readonly kind: "succeeded"; readonly result: Result }
  | { readonly kind: "failed"; readonly failure: OperationFailure }
  /** It ended without its result: `missing` is the name of the field. */
  | { readonly kind: "empty"; readonly missing: string };

/** The definition of a kind of operation, as data: how to poll it and how to read its answer. */
export interface OperationKind<Result, Update, Kind extends KindName = KindName> {
  /** The kind, as stored. */
  readonly kind: Kind;
  /** Name for messages: `render job`. */
  readonly noun: string;
  /** The endpoint's id, for errors. */
  readonly endpoint: string;
  /** Milliseconds between polls. */
  readonly interval: number;
  /** Default timeout for following it, in milliseconds. */
  readonly timeout: number;
  poll(transport: Transport, id: string, options: CallOptions): Promise<Update>;
  /** An unknown state counts as running. */
  read(update: Update, conventions: ServiceConventions): OperationState<Result>;
  /** The status that the service reports, for messages; undefined if it reports none. */
  statusOf(update: Update): string | undefined;
}
