import type { AnyEndpoint, ReplyOf, RequestOf } from "../endpoint/endpoint.ts";
import type { endpoints, EndpointName } from "../registry/endpoints.ts";

/** Real requests and replies of an endpoint: they stand in the OpenAPI document, and tests send and answer them. */
export interface EndpointExamples<Of extends AnyEndpoint> {
  /** By a few words. Parts that a caller may leave out may be missing. */
  readonly requests: Readonly<Record<string, Partial<RequestOf<Of>>>>;
  /** By HTTP status, then by a few words. */
  readonly replies: Readonly<Record<number, Readonly<Record<string, ReplyOf<Of>>>>>;
}

/** Examples of some endpoints. */
export type ExamplesOf<Name extends EndpointName> = {
  readonly [Each in Name]: EndpointExamples<(typeof endpoints)[Each]>;
};
