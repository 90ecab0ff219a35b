/**
 * The service as data: endpoints with their schemas, statuses and errors.
 *
 * @module
 */
export type {
  Endpoint,
  EndpointAccess,
  EndpointHost,
  EndpointReply,
  EndpointRequest,
  Repetition,
  RequestSchemas,
} from "./endpoint/endpoint.ts";
