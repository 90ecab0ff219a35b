import { printUsda } from "@usdkit/usda";
import { isLayer, isUsdaSource } from "../received/read-scene.ts";

/** A snapshot serializer of vitest and jest. */
export interface SceneSerializer {
  /** Whether it is a layer, or makes text of itself. */
  test(value: unknown): boolean;
  /** Its text, without the line feed at the end. */
  serialize(value: unknown): string;
}

/**
 * Layers, and objects with `toUsda()`, as USDA text in snapshots, inline ones above all. Text and bytes stay as they are.
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
