import { printUsda } from "@usdkit/usda";
import type * as fc from "fast-check";
import { layerArbitrary } from "@usdkit/layer/arbitraries";

/** Valid USDA texts in canonical form: {@link layerArbitrary}, printed. */
export const usdaArbitrary: fc.Arbitrary<string> = layerArbitrary.map((layer) => printUsda(layer));
