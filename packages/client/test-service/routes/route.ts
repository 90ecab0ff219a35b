/** A place at which the service answers: an endpoint of the contract, or one beside it. */
import { endpointList, type AnyEndpoint, type EndpointName } from "@usdkit/contract";
import type { HostName, ReceivedRequest } from "../http/received-request.ts";
import type { Reply } from "../http/reply.ts";
import type { Behaviour, Behaviours } from "./behaviour.ts";

export type Route = EndpointRoute | OwnRoute;

export interface EndpointRoute extends Behaviour {
  readonly id: string;
  readonly endpoint: AnyEndpoint;
  /** Another endpoint has the same method and path: only the body says which is meant. */
  readonly isShared: boolean;
}

/** Of a host that the specification does not describe: takes any path. */
export interface OwnRoute {
  readonly id: string;
  readonly endpoint?: undefined;
  readonly host: HostName;
  readonly method: string;
  readonly idField: readonly string[];
  readonly isShared: false;
  readonly answer: (request: ReceivedRequest) => Reply;
}

export function endpointRoutes(behaviours: Behaviours<EndpointName>): EndpointRoute[] {
  return endpointList.map(([name, endpoint]) => ({
    // The exchange gives it what the schemas of this very endpoint have read.
    ...(behaviours[name] as unknown as Behaviour),
    id: endpoint.id,
    endpoint,
    isShared: endpointList.some(
      ([, { id, method, path }]) => id !== endpoint.id && method === endpoint.method && path === endpoint.path,
    ),
  }));
}
