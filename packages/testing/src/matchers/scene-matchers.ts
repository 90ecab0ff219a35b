import type { DiffOptions } from "@usdkit/layer";
import type { SceneInput } from "../matcher/read-scene.ts";
import type { Matcher, MatcherResult } from "../matcher/matcher.ts";
import { toEqualScene } from "./to-equal-scene.ts";
import { toHaveNoFindings, type FindingOptions } from "./to-have-no-findings.ts";
import { toHavePrim } from "./to-have-prim.ts";
import { toMatchRender, type RenderMatchOptions } from "./to-match-render.ts";
import { toMatchScene, type GoldenOptions } from "./to-match-scene.ts";

/**
 * The matchers added to `expect(scene)`. The scene is USDA text, bytes, a layer, or an object with `toUsda()`.
 * `R` is the return type of the runner's own matchers.
 */
export interface SceneMatchers<R = unknown> {
  /**
   * Asserts that the scene has the content of a golden file.
   * This is a `.usda` file, its path relative to the test's file, by default one that is named
   * after the test. A missing file is written, but not in CI; `-u` or `--updateSnapshot` writes those that differ. One that
   * differs within the tolerance, or only in layout and comments, stays as it is. A failure writes the scene next to it, as
   * `room.received.usda`.
   *
   * ```ts
   * expect(scene).toMatchScene("golden/room.usda", { tolerance: 1e-6, ignore: ["**.customData"] });
   * expect(scene).toMatchScene();
   * ```
   */
  toMatchScene(file?: string, options?: GoldenOptions): R;
  toMatchScene(options: GoldenOptions): R;
  /**
   * Asserts that the scene, rendered by `@usdkit/raster`, equals a golden image: a `.png` file with the rules of
   * {@link SceneMatchers.toMatchScene}. The pixels are the same on every machine, so every differing byte counts, unless a
   * threshold is set. A missing file is not written if nothing is drawn. A failure names the prims at the differing pixels, and writes `room.diff.png` (before, after, difference)
   * and `room.received.png` next to the golden file.
   *
   * ```ts
   * await expect(scene).toMatchRender("golden/room.png", { size: [320, 180], assets: { "chair-01": bytes } });
   * ```
   */
  toMatchRender(file?: string, options?: RenderMatchOptions): Promise<void>;
  toMatchRender(options: RenderMatchOptions): Promise<void>;
  /**
   * Asserts that two scenes have the same content.
   *
   * ```ts
   * expect(scene).toEqualScene('#usda 1.0\ndef "World"\n{\n}\n', { order: "ignore" });
   * ```
   */
  toEqualScene(other: SceneInput, options?: DiffOptions): R;
  /**
   * Asserts that `validate` of `@usdkit/validate` reports no findings, or none of at least `severity`.
   *
   * ```ts
   * expect(scene).toHaveNoFindings({ profile: "offline", severity: "warning" });
   * ```
   */
  toHaveNoFindings(options?: FindingOptions): R;
  /**
   * Asserts that the scene has a prim at a path; a failure names the closest paths.
   *
   * ```ts
   * expect(scene).toHavePrim("/World/Main");
   * ```
   */
  toHavePrim(path: string): R;
}

/**
 * The matchers, for `expect.extend`. `@usdkit/testing/vitest` and `@usdkit/testing/jest` call it, and declare the types.
 *
 * ```ts
 * expect.extend(sceneMatchers);
 * ```
 */
export const sceneMatchers: {
  readonly toMatchScene: Matcher<[file?: string | GoldenOptions, options?: GoldenOptions]>;
  readonly toMatchRender: Matcher<
    [file?: string | RenderMatchOptions, options?: RenderMatchOptions],
    Promise<MatcherResult>
  >;
  readonly toEqualScene: Matcher<[other: SceneInput, options?: DiffOptions]>;
  readonly toHaveNoFindings: Matcher<[options?: FindingOptions]>;
  readonly toHavePrim: Matcher<[path: string]>;
} = { toMatchScene, toMatchRender, toEqualScene, toHaveNoFindings, toHavePrim };
