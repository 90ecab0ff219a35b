/** The definition of an endpoint: plain data for the client, the gateway and the OpenAPI document. */
import type * as z from "zod";

/** The host of an endpoint: `{base_url}` or `{upload_url}`. */
export type EndpointHost = "gateway" | "upload";

/** The credential of an endpoint: the key in `Authorization`, the token in `ous-token-v2`, or none. */
export type EndpointAccess = "key" | "upload-token" | "open";

/**
 * The effect of sending the same request twice, which determines whether a client may retry it.
 *
 * - `safe`: none; it only reads, or is idempotent.
 * - `guarded`: the service rejects a duplicate with the same `requestId` for a minute (spec 4.3, jobs, rule 2).
 * - `unguarded`: creates a second job, world or session.
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
   * The fields of a multipart form that precede its part `file` (application/octet-stream). An endpoint that has a
   * schema for it takes a file, even if there are no fields.
   */
  readonly form?: object | undefined;
}

/** The request of an endpoint without parameters: called with `{}`. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has none of the parts, and no index signature
export type NoRequest = Record<never, never>;

/** The schemas of a request: strict, unknown fields are rejected. A part without a schema must not be sent. */
export type RequestSchemas<Request extends EndpointRequest> = {
  readonly [Part in keyof Request]-?: z.ZodType<NonNullable<Request[Part]>>;
};

/** One answer that is not an error. */
export interface EndpointReply<Reply = unknown> {
  /** A short description. */
  readonly description: string;
  readonly content: "application/json" | "text/markdown" | "none";
  /**
   * Tolerant: unknown fields are kept, missing optional ones are accepted. A text schema for markdown, `undefined`
   * for no body.
   */
  readonly schema: z.ZodType<Reply>;
  /** If the specification does not show the reply: our assumption, and its reason. */
  readonly open?: string;
}

/**
 * An endpoint of the service.
 *
 * @typeParam Request Its parts, as given by a caller.
 * @typeParam Reply The reply of any of its success statuses.
 */
export interface Endpoint<Request extends EndpointRequest = EndpointRequest, Reply = unknown> {
  /** Area and verb, `worlds.list`; unique. */
  readonly id: string;
  readonly summary: string;
  /** Section of the specification: `spec 4.2`. */
  readonly source: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly host: EndpointHost;
  /** As written in the specification: `/global/world/v1/{worldId}`. */
  readonly path: string;
  /**
   * If another endpoint has the same method and path: the body field that selects this one if it
   * is present and not empty. The other endpoint has none, and takes all other requests.
   */
  readonly chosenBy?: string;
  readonly access: EndpointAccess;
  readonly repetition: Repetition;
  readonly request: RequestSchemas<Request>;
  /** Returns the values of a request that its schemas accept, but that only some services support. */
  doubts?(request: Request): readonly RequestDoubt[];
  /** Whether any 2xx that is not an HTML page means success, whatever its body: the specification shows no reply. */
  readonly isDoneBy2xx?: boolean;
  /** Replies by HTTP status. */
  readonly replies: Readonly<Record<number, EndpointReply<Reply>>>;
  /** The HTTP statuses of its errors, from the specification or our decision. */
  readonly errors: readonly number[];
  /** If the specification does not show the request: our assumption, and its reason. */
  readonly open?: string;
}

/** A value that the specification neither allows nor forbids, and that our gateway rejects. */
export interface RequestDoubt {
  /** Names and indices, starting at the request's part: `["body", "resources", 3, "url"]`. */
  readonly path: readonly (string | number)[];
  /** What was found and what was expected. */
  readonly message: string;
  /** Whether a client warns about it, as the value is more likely a mistake than a newer service's. */
  readonly isWarned: boolean;
}

/** An endpoint of any type, for code that handles all of them alike. */
export interface AnyEndpoint extends Omit<Endpoint, "request" | "doubts"> {
  /** Returns the values of a request that its schemas accept, but that only some services support. */
  doubts?(request: EndpointRequest): readonly RequestDoubt[];
  readonly request: { readonly [Part in keyof EndpointRequest]?: z.ZodType<object> };
}

/** A parsed request of an endpoint, with every part that the endpoint has. */
export type RequestOf<Of extends AnyEndpoint> = {
  readonly [Part in keyof Of["request"]]: Of["request"][Part] extends z.ZodType<infer Value> ? Value : never;
};

/** The reply of an endpoint. */
export type ReplyOf<Of extends AnyEndpoint> =
  Of["replies"] extends Readonly<Record<number, EndpointReply<infer Reply>>> ? Reply : never;
