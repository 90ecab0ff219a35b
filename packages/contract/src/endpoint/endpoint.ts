/** What an endpoint is: plain data, which the client sends by, the gateway answers by, and the OpenAPI document is made of. */
import type * as z from "zod";

/** Which of the two hosts of the service an endpoint stands on: `{base_url}` or `{upload_url}`. */
export type EndpointHost = "gateway" | "upload";

/** What an endpoint wants to know the caller by: the key in `Authorization`, the token in `ous-token-v2`, or nothing. */
export type EndpointAccess = "key" | "upload-token" | "open";

/**
 * What a second send of the same request may do, and so when a client may send it again.
 *
 * - `safe`: nothing; it reads, or what it does is done once however often it is asked for.
 * - `guarded`: the service refuses a second one with the same `requestId` for a minute (spec 4.3, jobs, rule 2).
 * - `unguarded`: a second job, world or session.
 */
export type Repetition = "safe" | "guarded" | "unguarded";

/** The parts of a request, each an object of named values: `{worldId}` of the path, the query, headers, the body. */
export interface EndpointRequest {
  /** Values of the `{…}` in the path. */
  readonly path?: object;
  readonly query?: object;
  /** Headers beside those of access and content. */
  readonly headers?: object;
  /** A JSON body. */
  readonly body?: object;
  /** The fields of a multipart form which precede its part `file` (application/octet-stream). */
  readonly form?: object;
}

/** The schemas of a request: strict, nothing may be sent that is not named. A part that is not there must not be sent. */
export type RequestSchemas<Request extends EndpointRequest> = {
  readonly [Part in keyof Request]-?: z.ZodType<NonNullable<Request[Part]>>;
};

/** One answer that is not an error. */
export interface EndpointReply<Reply = unknown> {
  /** What it says, in a few words. */
  readonly description: string;
  readonly content: "application/json" | "text/markdown" | "none";
  /** Tolerant: unknown fields are kept, missing optional ones are fine. Of text for markdown, of `undefined` for none. */
  readonly schema: z.ZodType<Reply>;
  /** Where the specification does not show the answer: what we take it for, and why. */
  readonly open?: string;
}

/**
 * An endpoint of the service.
 *
 * @typeParam Request Its parts, as a caller gives them.
 * @typeParam Reply What it answers with, whichever of its good statuses it is.
 */
export interface Endpoint<Request extends EndpointRequest = EndpointRequest, Reply = unknown> {
  /** Area and verb, `worlds.list`; unique. */
  readonly id: string;
  readonly summary: string;
  /** Where the specification has it: `spec 4.2`. */
  readonly source: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly host: EndpointHost;
  /** As the specification writes it: `/global/world/v1/{worldId}`. */
  readonly path: string;
  readonly access: EndpointAccess;
  readonly repetition: Repetition;
  readonly request: RequestSchemas<Request>;
  /** By HTTP status. */
  readonly replies: Readonly<Record<number, EndpointReply<Reply>>>;
  /** The HTTP statuses of its errors that the specification names, or that we take for it. */
  readonly errors: readonly number[];
  /** Where the specification does not show the request: what we take it for, and why. */
  readonly open?: string;
}
