/** The route of a request: an endpoint of the specification, or a host that it does not describe. */
import type { HostName } from "../messages/received-request.ts";
import { specifiedRoutes, type SpecifiedMatch } from "../states/routes.ts";

export interface Route {
  /** Its name in scripts. */
  readonly id: string;
  /** Absent for files and the foreign origin. */
  readonly match?: SpecifiedMatch;
  /** Path of the required field in the reply; empty if the reply is not JSON. */
  readonly idField: readonly string[];
  /** Whether another endpoint has the same method and path, so that the body selects one. */
  readonly isShared: boolean;
}

/** Methods that files and `elsewhere` answer to. */
const OWN = { files: ["GET", "HEAD"], elsewhere: ["GET", "HEAD", "POST", "DELETE"] } as const;

/** All ids for use in scripts. */
export const routeIds: readonly string[] = [
  ...specifiedRoutes.map(({ id }) => id),
  ...Object.entries(OWN).flatMap(([host, methods]) => methods.map((method) => ownId(host, method))),
];

export function specifiedRoute(match: SpecifiedMatch): Route {
  const { id, method, path, host, idField } = match.route;
  const same = specifiedRoutes.filter((route) => route.method === method && route.path === path && route.host === host);
  return { id, match, idField, isShared: same.length > 1 };
}

/** Returns the route of a host that the specification does not describe; it accepts any path. */
export function ownRoute(host: HostName, method: string): Route | undefined {
  const id = ownId(host, method);
  return routeIds.includes(id) ? { id, idField: [], isShared: false } : undefined;
}

function ownId(host: string, method: string): string {
  return `${host}.${method.toLowerCase()}`;
}
