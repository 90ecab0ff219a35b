/** A fault of a request: whether it takes effect, how its answer changes, and how the answer is sent. */
import type { ReceivedRequest } from "../messages/received-request.ts";
import type { Reply } from "../messages/reply.ts";

export interface Fault {
  /** Its name in the record and on the command line. */
  readonly name: string;
  /** Whether the request takes effect. */
  readonly lands: boolean;
  /** Happens as soon as the head arrives: the body is never read. */
  readonly atHead?: boolean;
  /** Milliseconds until it takes effect, whether or not its sender still waits. */
  readonly landsAfter?: number;
  /** Milliseconds between the effect and the answer. */
  readonly answersAfter?: number;
  /** Changes the answer, also of a request that did not land (then `reply` is an empty 200). */
  readonly change?: (reply: Reply, about: FaultContext) => Reply;
  /** Default: complete. */
  readonly delivery?: Delivery;
}

export interface FaultContext {
  readonly request: ReceivedRequest;
  /** Path of the id in the answer of this endpoint: `["d", "taskId"]`. */
  readonly idField: readonly string[];
  /** The service's time. */
  readonly now: number;
  /** An origin outside of the service. */
  readonly elsewhere: string;
}

export type Delivery =
  | { readonly how: "whole" }
  /** No byte of an answer; the connection ends with RST, or with FIN. */
  | { readonly how: "reset" | "hang-up" }
  /** No byte of an answer; the connection stays open. */
  | { readonly how: "silence" }
  /** The head and this share of the body; then the connection ends, or stays open without another byte. */
  | { readonly how: "cut"; readonly share: number; readonly and: "reset" | "hang-up" | "silence" }
  /** Chunks of that many bytes at that interval in milliseconds. */
  | { readonly how: "drip"; readonly bytes: number; readonly every: number }
  /** JSON with a surplus field of that many bytes. */
  | { readonly how: "flood"; readonly bytes: number }
  /** Bytes that are not HTTP. */
  | { readonly how: "noise" };
