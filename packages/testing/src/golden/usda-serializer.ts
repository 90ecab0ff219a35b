import { printUsda } from "@usdkit/usda";
import { isLayer, isUsdaSource } from "../matcher/read-scene.ts";

/** A snapshot serializer of vitest and jest. */
export interface SceneSerializer {
  /** Returns whether it is a layer, or has `toUsda()`. */
  test(value: unknown): boolean;
  /** Returns its text, without the trailing line feed. */
  serialize(value: unknown): string;
}

/**
 * Prints layers and objects with `toUsda()` as USDA text in snapshots, especially inline ones. Ignores text and bytes.
 *
 * ```ts
 * expect.addSnapshotSerializer(usdaSerializer);
 * expect(layer).toMatchInlineSnapshot();
 * ```
 */
export const usdaSerializer: SceneSerializer = {
  test: (value) => isLayer(value) || isUsdaSource(value),
  serialize: (value) => {
    if (isUsdaSource(value)) return value.toUsda().trimEnd();
    return isLayer(value) ? printUsda(value).trimEnd() : String(value);
  },
};
