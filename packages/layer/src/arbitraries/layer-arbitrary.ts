import { makeLayer, type Layer } from "@usdkit/layer";
import type * as fc from "fast-check";
import { plainLayerArbitrary } from "./plain-layer-arbitrary.ts";

/**
 * Layers that cover the whole format: those of {@link plainLayerArbitrary}, built with `makeLayer`.
 *
 * ```ts
 * fc.assert(fc.property(layerArbitrary, (layer) => diffLayers(parseUsda(printUsda(layer)).layer, layer).length === 0));
 * ```
 */
export const layerArbitrary: fc.Arbitrary<Layer> = plainLayerArbitrary.map((plain) => makeLayer(plain));
