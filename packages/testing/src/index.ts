/**
 * Matchers for tests of USDA scenes, with golden files that are real `.usda` files.
 *
 * @packageDocumentation
 */
export { sceneMatchers } from "./matchers/scene-matchers.ts";
export type { SceneMatchers } from "./matchers/scene-matchers.ts";
export type { Matcher, MatcherContext, MatcherResult } from "./matcher/matcher.ts";
export type { FindingOptions } from "./matchers/to-have-no-findings.ts";
export type { RenderMatchOptions } from "./matchers/to-match-render.ts";
export type { GoldenOptions } from "./matchers/to-match-scene.ts";
export type { SceneInput, UsdaSource } from "./matcher/read-scene.ts";
export { usdaSerializer } from "./golden/usda-serializer.ts";
export type { SceneSerializer } from "./golden/usda-serializer.ts";
