import type { AnyEndpoint, ReplyOf, RequestOf } from "../endpoint/endpoint.ts";
import type { endpoints, EndpointName } from "../registry/endpoints.ts";

/** Valid requests and replies of an endpoint, for the OpenAPI document and for tests. */
export interface EndpointExamples<Of extends AnyEndpoint> {
  /** By a short description. Optional parts may be missing. */
  readonly requests: Readonly<Record<string, Partial<RequestOf<Of>>>>;
  /** By HTTP status, then by a short description. */
  readonly replies: Readonly<Record<number, Readonly<Record<string, ReplyOf<Of>>>>>;
}

/** Examples of some endpoints. */
export type ExamplesOf<Name extends EndpointName> = {
  readonly [Each in Name]: EndpointExamples<(typeof endpoints)[Each]>;
};
