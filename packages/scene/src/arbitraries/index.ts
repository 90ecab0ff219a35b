/**
 * Arbitrary scenes for property tests with fast-check, which must be installed.
 *
 * @packageDocumentation
 */
export { builderCalls, lensOptions, placementStep } from "./arbitrary-calls.ts";
export type { BuilderCallConstraints } from "./arbitrary-calls.ts";
export { primAttributes } from "./prim-attributes.ts";
export { ancestorsOf, BuilderSession, runCalls } from "./builder-call.ts";
export type { BuilderCall, PlacementStep, AuthoredPrim, AuthoredStep } from "./builder-call.ts";
