import type { PlainLayer } from "@usdkit/layer";
import * as fc from "fast-check";
import { metadata, sometimes } from "./_internals/metadata.ts";
import { prim } from "./_internals/prims.ts";

/**
 * Layers as plain objects for `makeLayer`: small, and covering the whole format (every value type, metadata field, list
 * operation, arc, variant, spline), with odd names, strings and numbers. USDA text can express all of them.
 *
 * ```ts
 * fc.assert(fc.property(plainLayerArbitrary, (plain) => parseUsda(printUsda(makeLayer(plain))).ok));
 * ```
 */
export const plainLayerArbitrary: fc.Arbitrary<PlainLayer> = fc.record({
  metadata: sometimes(metadata.layer),
  children: fc.uniqueArray(prim, { maxLength: 3, selector: ({ name }) => name }),
});
