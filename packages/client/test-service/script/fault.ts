/** One way in which a request goes wrong: whether it takes effect, what becomes of its answer, and how that is sent. */
import type { ReceivedRequest } from "../http/received-request.ts";
import type { Reply } from "../http/reply.ts";

export interface Fault {
  /** As the record and the command line call it. */
  readonly name: string;
  /** Whether the request takes effect. */
  readonly lands: boolean;
  /** Happens as soon as the head is there: the body is never read. */
  readonly atHead?: boolean;
  /** Milliseconds until it takes effect, whether or not its sender still waits. */
  readonly landsAfter?: number;
  /** Milliseconds between the effect and the answer. */
  readonly answersAfter?: number;
  /** What becomes of the answer, of one that did not land (then `reply` is an empty 200) too. */
  readonly change?: (reply: Reply, about: FaultContext) => Reply;
  /** Default: whole. */
  readonly delivery?: Delivery;
}

export interface FaultContext {
  readonly request: ReceivedRequest;
  /** Where the answer to this endpoint has its id: `["d", "taskId"]`. */
  readonly idField: readonly string[];
  /** The service's time. */
  readonly now: number;
  /** An origin that is not the service's. */
  readonly elsewhere: string;
}

export type Delivery =
  | { readonly how: "whole" }
  /** No byte of an answer; the connection ends with RST, or with FIN. */
  | { readonly how: "reset" | "hang-up" }
  /** No byte of an answer, and the connection stays. */
  | { readonly how: "silence" }
  /** The head and this share of the body; then the connection ends, or stays without another byte. */
  | { readonly how: "cut"; readonly share: number; readonly and: "reset" | "hang-up" | "silence" }
  /** So many bytes each so many milliseconds. */
  | { readonly how: "drip"; readonly bytes: number; readonly every: number }
  /** JSON with a surplus field of so many bytes. */
  | { readonly how: "flood"; readonly bytes: number }
  /** No HTTP. */
  | { readonly how: "noise" };
