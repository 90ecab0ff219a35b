/** What an endpoint is: plain data, which the client sends by, the gateway answers by, and the OpenAPI document is made of. */
import type * as z from "zod";

/** Which of the two hosts of the service an endpoint is on: `{base_url}` or `{upload_url}`. */
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
  readonly path?: object | undefined;
  readonly query?: object | undefined;
  /** Headers other than those of access and content. */
  readonly headers?: object | undefined;
  /** A JSON body. */
  readonly body?: object | undefined;
  /**
   * The fields of a multipart form which precede its part `file` (application/octet-stream). An endpoint that has a
   * schema for it takes a file, also where there are no fields.
   */
  readonly form?: object | undefined;
}

/** Of an endpoint that takes nothing but its access: called with `{}`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has none of the parts, and no index signature
export type NoRequest = Record<never, never>;

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
  /**
   * Where another endpoint has the same method and path: the field of the body that makes a request this one's, when it
   * is there and not empty. The other has none, and takes all the rest.
   */
  readonly chosenBy?: string;
  readonly access: EndpointAccess;
  readonly repetition: Repetition;
  readonly request: RequestSchemas<Request>;
  /** Returns the values of a request that its schemas accept, and that only a service with more than ours can use. */
  doubts?(request: Request): readonly RequestDoubt[];
  /** Whether any 2xx that is no HTML page means done, whatever its body: the specification shows no reply. */
  readonly isDoneBy2xx?: boolean;
  /** By HTTP status. */
  readonly replies: Readonly<Record<number, EndpointReply<Reply>>>;
  /** The HTTP statuses of its errors that the specification names, or that we take for it. */
  readonly errors: readonly number[];
  /** Where the specification does not show the request: what we take it for, and why. */
  readonly open?: string;
}

/** A value that the specification neither allows nor forbids, and that our gateway rejects. */
export interface RequestDoubt {
  /** Names and indices from the request's parts on: `["body", "resources", 3, "url"]`. */
  readonly path: readonly (string | number)[];
  /** What was found and what was expected. */
  readonly message: string;
  /** Whether a client warns of it, as the value is more likely a mistake than a newer service's. */
  readonly isWarned: boolean;
}

/** An endpoint of which it is not known which: for code that treats all alike. */
export interface AnyEndpoint extends Omit<Endpoint, "request" | "doubts"> {
  /** Returns the values of a request that its schemas accept, and that only a service with more than ours can use. */
  doubts?(request: EndpointRequest): readonly RequestDoubt[];
  readonly request: { readonly [Part in keyof EndpointRequest]?: z.ZodType<object> };
}

/** What a request of an endpoint is after its schemas have read it: every part that the endpoint has. */
export type RequestOf<Of extends AnyEndpoint> = {
  readonly [Part in keyof Of["request"]]: Of["request"][Part] extends z.ZodType<infer Value> ? Value : never;
};

/** What an endpoint answers with. */
export type ReplyOf<Of extends AnyEndpoint> =
  Of["replies"] extends Readonly<Record<number, EndpointReply<infer Reply>>> ? Reply : never;
