import type { AnyEndpoint } from "../endpoint/endpoint.ts";
import * as asset from "../asset/index.ts";
import * as gen3d from "../gen3d/index.ts";
import * as mesh from "../mesh/index.ts";
import * as render from "../render/index.ts";
import * as world from "../world/index.ts";

/**
 * Every endpoint, by its export name.
 *
 * Import single endpoints where bundle size matters: this object includes all of them.
 */
export const endpoints: Readonly<typeof asset & typeof world & typeof render & typeof mesh & typeof gen3d> = {
  ...asset,
  ...world,
  ...render,
  ...mesh,
  ...gen3d,
};

/** The name of an endpoint: `submitJob`. */
export type EndpointName = keyof typeof endpoints;

/** Every endpoint with its name, for code that treats all alike. */
export const endpointList: readonly (readonly [EndpointName, AnyEndpoint])[] = /*#__PURE__*/ (
  Object.entries(endpoints) as [EndpointName, AnyEndpoint][]
).toSorted(([a], [b]) => (a < b ? -1 : 1));
