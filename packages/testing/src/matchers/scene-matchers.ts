import type { DiffOptions } from "@usdkit/layer";
import type { SceneInput } from "../received/read-scene.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { toEqualScene } from "./to-equal-scene.ts";
import { toHaveNoFindings, type FindingOptions } from "./to-have-no-findings.ts";
import { toHavePrim } from "./to-have-prim.ts";
import { toMatchScene, type GoldenOptions } from "./to-match-scene.ts";

/**
 * What the matchers add to `expect(scene)`. The scene is USDA text, bytes, a layer, or an object with `toUsda()`.
 * `R` is what the runner's own matchers give.
 */
export interface SceneMatchers<R = unknown> {
  /**
   * The scene holds what a golden file holds: a `.usda` file, its path relative to the test's file. A file that is not
   * there is written, but not in CI; `-u` or `--updateSnapshot` writes those that differ. One that differs within the
   * tolerance, or in layout and comments alone, is left as it is.
   *
   * ```ts
   * expect(scene).toMatchScene("golden/room.usda", { tolerance: 1e-6, ignore: ["**.customData"] });
   * ```
   */
  toMatchScene(file: string, options?: GoldenOptions): R;
  /**
   * Two scenes hold the same.
   *
   * ```ts
   * expect(scene).toEqualScene('#usda 1.0\ndef "World"\n{\n}\n', { order: "ignore" });
   * ```
   */
  toEqualScene(other: SceneInput, options?: DiffOptions): R;
  /**
   * `validate` of `@usdkit/validate` finds nothing in the scene, or nothing as severe as `severity`.
   *
   * ```ts
   * expect(scene).toHaveNoFindings({ profile: "offline", severity: "warning" });
   * ```
   */
  toHaveNoFindings(options?: FindingOptions): R;
  /**
   * The scene has a prim at a path; else the nearest paths are named.
   *
   * ```ts
   * expect(scene).toHavePrim("/World/Main");
   * ```
   */
  toHavePrim(path: string): R;
}

/**
 * The matchers, for `expect.extend`. `@usdkit/testing/vitest` and `@usdkit/testing/jest` do that, and declare the types.
 *
 * ```ts
 * expect.extend(sceneMatchers);
 * ```
 */
export const sceneMatchers: {
  readonly toMatchScene: Matcher<[file: string, options?: GoldenOptions]>;
  readonly toEqualScene: Matcher<[other: SceneInput, options?: DiffOptions]>;
  readonly toHaveNoFindings: Matcher<[options?: FindingOptions]>;
  readonly toHavePrim: Matcher<[path: string]>;
} = { toMatchScene, toEqualScene, toHaveNoFindings, toHavePrim };
