/**
 * Arbitrary scenes for property tests with fast-check, which must be installed.
 *
 * @packageDocumentation
 */
export { builderCalls, lensOptions, placementStep } from "./arbitrary-calls.ts";
export type { BuilderCallConstraints } from "./arbitrary-calls.ts";
export { ancestorsOf, BuilderSession, runCalls } from "./builder-call.ts";
export type { BuilderCall, PlacementStep, ToldPrim, ToldStep } from "./builder-call.ts";
